// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc
import RecadoHTTP
import RecadoWire
import Synchronization

/// The certificates, keys and rules that all TLS sessions of one configuration share.
///
/// A context is never changed after its creation; other certificates need a new context.
@safe
final class TLSContext: Sendable {
    /// OpenSSL's own context for all sessions of a site.
    @safe
    // The OpenSSL context is complete before it is shared; afterwards only OpenSSL changes it,
    // under its own locks.
    struct Shared: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// A certificate with its context and the server names for which it is used.
    struct Site: Sendable {
        let context: Shared
        let names: [String]
        let isSelfSigned: Bool
    }

    /// The keys of session tickets, which outlive the context.
    let tickets: TicketKeys
    /// The header line of Strict-Transport-Security; `nil` when answers have none.
    let strictLine: [UInt8]?

    private let sites: [Site]
    private let exact: [String: Int]
    /// The indices of sites by wildcard name, without the `*.`.
    private let wildcards: [String: Int]
    /// The protocols to offer, each preceded by its length; a static string, because OpenSSL keeps
    /// pointers into it.
    private let protocols: StaticString

    /// Reads certificates and keys, and creates a context with them.
    ///
    /// - Parameters:
    ///   - configuration: The certificates, keys and rules.
    ///   - protocols: The protocols to offer, the preferred one first, each preceded by its length
    ///     (RFC 7301 §3.1).
    ///   - tickets: The keys of session tickets.
    /// - Throws: An error that names the file and its fault.
    init(
        _ configuration: TLSConfiguration,
        protocols: StaticString,
        tickets: TicketKeys
    ) throws(TLSError) {
        let sites = try TLSContext.sites(of: configuration)
        guard let first = sites.first else {
            throw TLSError("the list of certificates", .noCertificate)
        }
        self.tickets = tickets
        self.sites = sites
        self.protocols = protocols
        let strict = first.isSelfSigned ? nil : configuration.strictTransport
        strictLine = strict.map {
            Array("Strict-Transport-Security: \($0.fieldValue)\r\n".utf8)
        }
        (exact, wildcards) = Self.index(sites)
        for site in sites { unsafe listen(on: site.context.pointer) }
    }

    deinit {
        for site in sites { unsafe SSL_CTX_free(site.context.pointer) }
    }

    /// Begins a session over a socket, or returns `nil` when memory is short.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - offersHTTP2: True if the client may choose HTTP/2, provided that the context offers it.
    /// - Returns: The session, which retains the context.
    func makeSession(over descriptor: Int32, offersHTTP2: Bool) -> TLSSession? {
        guard let ssl = unsafe SSL_new(sites[0].context.pointer) else { return nil }
        if !offersHTTP2 { unsafe Self.withholdHTTP2(ssl) }
        return unsafe TLSSession(owning: ssl, over: descriptor, as: .server, keeping: self)
    }

    // MARK: - Names

    private static func index(_ sites: [Site]) -> ([String: Int], [String: Int]) {
        var exact: [String: Int] = [:]
        var wildcards: [String: Int] = [:]
        for (index, site) in sites.enumerated() {
            for name in site.names {
                let (stem, isWildcard) = (name.dropFirst(2), name.hasPrefix("*."))
                if isWildcard {
                    wildcards[String(stem)] = wildcards[String(stem)] ?? index
                } else {
                    exact[name] = exact[name] ?? index
                }
            }
        }
        return (exact, wildcards)
    }

    /// Returns the OpenSSL context for the server name that a client requests.
    private func context(for name: String) -> OpaquePointer {
        let name = name.lowercased()
        let stem = name.firstIndex(of: ".").map { name[name.index(after: $0)...] }
        let index = exact[name] ?? stem.flatMap { wildcards[String($0)] } ?? 0
        return unsafe sites[index].context.pointer
    }

    // MARK: - The library's side

    /// Returns the context that an OpenSSL session belongs to.
    static func of(_ ssl: OpaquePointer) -> TLSContext? {
        guard let pointer = unsafe SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0) else { return nil }
        return unsafe Unmanaged<TLSContext>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func listen(on context: OpaquePointer) {
        // Sessions retain this object for as long as OpenSSL may call it.
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe SSL_CTX_set_ex_data(context, 0, own)
        unsafe recado_tls_on_name(context, Self.chooseSite, own)
        unsafe recado_tls_on_ticket(context, TicketKeys.callback)
        unsafe SSL_CTX_set_alpn_select_cb(context, Self.chooseProtocol, own)
    }

    private static let chooseSite:
        @convention(c) @Sendable (
            OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?
        ) -> Int32 = { ssl, _, _ in
            guard let ssl = unsafe ssl, let own = unsafe TLSContext.of(ssl),
                let name = unsafe SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name)
            else { return SSL_TLSEXT_ERR_NOACK }
            let context = unsafe own.context(for: String(cString: name))
            unsafe SSL_set_SSL_CTX(ssl, context)
            return SSL_TLSEXT_ERR_OK
        }

    /// The protocol offer without HTTP/2 (RFC 7301 §6).
    private static let http1: StaticString = "\u{8}http/1.1"

    /// Makes a session offer HTTP/1.1 alone.
    private static func withholdHTTP2(_ ssl: OpaquePointer) {
        // Any permanent pointer will do, because it is only compared with `nil`.
        unsafe SSL_set_ex_data(ssl, 0, UnsafeMutableRawPointer(mutating: http1.utf8Start))
    }

    private static let chooseProtocol:
        @convention(c) @Sendable (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
            UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32 = {
            ssl,
            chosen,
            count,
            offers,
            offersCount,
            _ in
            guard let ssl = unsafe ssl, let own = unsafe TLSContext.of(ssl) else {
                return SSL_TLSEXT_ERR_NOACK
            }
            // The chosen protocol points into the server's own list, which is permanent.
            let protocols = unsafe SSL_get_ex_data(ssl, 0) == nil ? own.protocols : http1
            var found: UnsafeMutablePointer<UInt8>?
            let result = unsafe SSL_select_next_proto(
                &found,
                count,
                protocols.utf8Start,
                UInt32(clamping: protocols.utf8CodeUnitCount),
                offers,
                offersCount
            )
            // RFC 7301 §3.2: a client that supports none of the server's protocols gets an alert.
            guard result == OPENSSL_NPN_NEGOTIATED, let found = unsafe found else {
                return SSL_TLSEXT_ERR_ALERT_FATAL
            }
            unsafe chosen?.pointee = UnsafePointer(found)
            return SSL_TLSEXT_ERR_OK
        }
}

/// The current context for new connections, which can be replaced by another.
final class TLSContexts: Sendable {
    private let context: Mutex<TLSContext>

    init(_ context: TLSContext) {
        self.context = Mutex(context)
    }

    var current: TLSContext { context.withLock { $0 } }

    func exchange(for new: TLSContext) {
        context.withLock { $0 = new }
    }
}

extension TLSError {
    /// The error of an OpenSSL function that can only fail when memory is short.
    static var outOfMemory: TLSError { TLSError("TLS", .library(LibraryErrors.lastWord)) }
}
