// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS
import Glibc
import RecadoHTTP
import Synchronization

/// What all sessions that begin at one time share: certificates, keys and rules.
///
/// It is made whole and never changed; other certificates are another context.
@safe
// What it points to is not changed once it is made but by the library, which locks it.
final class TLSContext: @unchecked Sendable {
    /// A certificate with the rules, and the names that it is chosen by.
    @safe
    struct Site {
        let context: OpaquePointer
        let names: [String]
        let isSelfSigned: Bool
    }

    /// The keys of session tickets, which outlive the context.
    let tickets: TicketKeys
    /// The line of Strict-Transport-Security; `nil` when nothing is to be said.
    let strictLine: [UInt8]?
    /// How sessions read and write their sockets.
    let wireMethod: OpaquePointer

    private let sites: [Site]
    private let exact: [String: Int]
    /// By the name without the first label, which stands for any.
    private let wildcards: [String: Int]
    /// The protocols that are offered, as the library wants them, at an address that does not move.
    private let protocols: UnsafeMutableBufferPointer<UInt8>

    /// Reads certificates and keys, and makes a context of them.
    ///
    /// - Parameters:
    ///   - configuration: The certificates, keys and rules.
    ///   - protocols: The protocols that are offered (RFC 7301), the preferred one first.
    ///   - tickets: The keys of session tickets.
    /// - Throws: What is wrong with which of the files.
    init(
        _ configuration: TLSConfiguration,
        protocols: [String],
        tickets: TicketKeys
    ) throws(TLSError) {
        let sites = try TLSContext.sites(of: configuration)
        guard let first = sites.first else {
            throw TLSError("the list of certificates", .noCertificate)
        }
        guard let method = unsafe recado_tls_wire_method() else { throw .outOfMemory }
        self.tickets = tickets
        self.sites = sites
        unsafe wireMethod = method
        let strict = first.isSelfSigned ? nil : configuration.strictTransport
        strictLine = strict.map {
            Array("Strict-Transport-Security: \($0.fieldValue)\r\n".utf8)
        }
        (exact, wildcards) = Self.index(sites)
        let list = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
        unsafe self.protocols = .allocate(capacity: list.count)
        _ = unsafe self.protocols.initialize(from: list)
        for site in sites { unsafe listen(on: site.context) }
    }

    deinit {
        for site in sites { unsafe SSL_CTX_free(site.context) }
        unsafe BIO_meth_free(wireMethod)
        unsafe protocols.deallocate()
    }

    /// The context that every session begins with.
    var initial: OpaquePointer { unsafe sites[0].context }

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

    /// The context for a name that a client asks for.
    private func context(for name: String) -> OpaquePointer {
        let name = name.lowercased()
        let stem = name.firstIndex(of: ".").map { name[name.index(after: $0)...] }
        let index = exact[name] ?? stem.flatMap { wildcards[String($0)] } ?? 0
        return unsafe sites[index].context
    }

    // MARK: - The library's side

    /// The context that a session belongs to.
    static func of(_ ssl: OpaquePointer) -> TLSContext? {
        guard let pointer = unsafe SSL_CTX_get_ex_data(SSL_get_SSL_CTX(ssl), 0) else { return nil }
        return unsafe Unmanaged<TLSContext>.fromOpaque(pointer).takeUnretainedValue()
    }

    private func listen(on context: OpaquePointer) {
        // Sessions keep this object alive as long as the library may call.
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
            // What is chosen points into our own list, which is as long-lived as the session.
            var found: UnsafeMutablePointer<UInt8>?
            let result = unsafe SSL_select_next_proto(
                &found,
                count,
                own.protocols.baseAddress,
                UInt32(clamping: own.protocols.count),
                offers,
                offersCount
            )
            // RFC 7301 §3.2: a client that speaks none of ours is told so.
            guard result == OPENSSL_NPN_NEGOTIATED, let found = unsafe found else {
                return SSL_TLSEXT_ERR_ALERT_FATAL
            }
            unsafe chosen?.pointee = UnsafePointer(found)
            return SSL_TLSEXT_ERR_OK
        }
}

/// The context of connections that come now, which can be exchanged for another.
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
    /// The library could not do what needs nothing but memory.
    static var outOfMemory: TLSError { TLSError("TLS", .library(LibraryErrors.lastWord)) }
}
