// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import RecadoClient

/// How handles are set up for a host, and those that are; it lives on the loop's thread alone.
///
/// Each host with options of its own has its own handles, so that nothing of one host's trust can stay
/// behind on a handle that serves another.
final class HostSetup {
    let options: CurlTransport.HostOptions
    /// Whether the certificate of the host is verified.
    let isVerified: Bool
    /// The authorities, when they are given in bytes.
    let authorities: Blob?
    /// The authorities for proxies, when they are given in bytes.
    let proxyAuthorities: Blob?
    let certificate: Blob?
    let key: Blob?
    /// Handles that serve no transfer.
    var handles: [EasyHandle] = []
    /// The authorities as a connection has read them, and when.
    private var read: (authorities: Authorities, at: ContinuousClock.Instant)?

    init(
        _ options: CurlTransport.HostOptions,
        isVerified: Bool,
        proxyAuthorities: Blob?
    ) {
        self.options = options
        self.isVerified = isVerified
        self.proxyAuthorities = proxyAuthorities
        authorities = Blob(options.trust)
        switch options.identity?.form {
        case .pem(let certificate, let key):
            (self.certificate, self.key) = (Blob(certificate), Blob(key))
        case .pkcs12(let bytes):
            (certificate, key) = (Blob(bytes), nil)
        case nil:
            (certificate, key) = (nil, nil)
        }
    }

    // MARK: - Authorities

    /// So long authorities are not read again, as in libcurl.
    private static let readingInterval = Duration.seconds(86_400)

    /// The authorities, if they have been read and need not be read anew.
    func readAuthorities(at now: ContinuousClock.Instant) -> Authorities? {
        read.flatMap { $0.at + Self.readingInterval > now ? $0.authorities : nil }
    }

    /// Keeps the authorities by which a host was verified.
    func note(_ authorities: Authorities?, at now: ContinuousClock.Instant) {
        guard keepsAuthorities, let authorities else { return }
        read = (authorities, now)
    }

    /// Whether authorities can be kept for other connections.
    ///
    /// Before 8.3, libcurl may have been built to add the system's to those that it did not read itself.
    private var keepsAuthorities: Bool {
        switch options.trust.authorities {
        case .system: true
        case .file: Self.leavesAuthoritiesAlone
        // They are taken apart anew, as it is said of them.
        case .bytes: false
        }
    }

    private static let leavesAuthoritiesAlone =
        unsafe (curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0) >= 0x08_03_00

    /// Bytes at an address that stays, of which libcurl makes no copy for each handle.
    @safe
    final class Blob {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ bytes: [UInt8]) {
            // libcurl takes no address of nothing.
            unsafe self.bytes = .allocate(byteCount: max(1, bytes.count), alignment: 1)
            unsafe self.bytes.initializeMemory(as: UInt8.self, repeating: 0)
            unsafe self.bytes.copyBytes(from: bytes)
        }

        /// The authorities of a trust that has them in bytes.
        convenience init?(_ trust: Trust) {
            guard case .bytes(let bytes) = trust.authorities else { return nil }
            self.init(bytes)
        }

        deinit {
            unsafe bytes.deallocate()
        }
    }
}

/// The setups of all hosts of a transport.
struct HostSetups {
    private let standard: HostSetup
    private let particular: [String: HostSetup]

    init(_ options: CurlTransport.Options) {
        let proxyAuthorities = HostSetup.Blob(options.proxies.trust)
        func setup(_ host: CurlTransport.HostOptions, isVerified: Bool) -> HostSetup {
            HostSetup(host, isVerified: isVerified, proxyAuthorities: proxyAuthorities)
        }
        standard = setup(options.host, isVerified: true)
        let insecure = options.insecureHostsWithoutVerification
        let names = insecure.union(options.hosts.keys)
        particular = Dictionary(
            uniqueKeysWithValues: names.map { name in
                let own = options.hosts[name] ?? options.host
                return (name, setup(own, isVerified: !insecure.contains(name)))
            }
        )
    }

    /// The setup for a host.
    subscript(authority: String) -> HostSetup {
        if particular.isEmpty { return standard }
        let authority = authority.lowercased()
        return particular[authority] ?? particular[Authority.host(of: authority)] ?? standard
    }

    /// Gives up every handle.
    func removeHandles() {
        standard.handles = []
        for setup in particular.values { setup.handles = [] }
    }
}

/// A host with perhaps a port, as requests name them.
enum Authority {
    /// The host, an address of version 6 with its brackets.
    static func host(of authority: String) -> String {
        String(authority[..<(colon(in: authority) ?? authority.endIndex)])
    }

    /// The port, if there is one.
    static func port(of authority: String) -> Int? {
        colon(in: authority).flatMap { Int(authority[authority.index(after: $0)...]) }
    }

    private static func colon(in authority: String) -> String.Index? {
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            return nil
        }
        return colon
    }
}
