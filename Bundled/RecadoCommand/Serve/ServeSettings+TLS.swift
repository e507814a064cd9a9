// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ServeSettings {
    /// The use of TLS, from the options of `recado serve`.
    enum Security: Sendable, Hashable {
        /// No TLS.
        case none
        /// TLS with a self-signed certificate that is created at the start.
        case selfSigned(authorities: String?)
        /// TLS with certificates from files.
        case files(TLSConfiguration)

        init(_ arguments: ParsedArguments) throws(CommandError) {
            let chains = arguments.values[ServeCommand.certificate.name] ?? []
            let keys = arguments.values[ServeCommand.key.name] ?? []
            let authorities = arguments[ServeCommand.authorities]
            guard chains.count == keys.count else {
                throw .usage(
                    "each --tls-certificate needs a --tls-key"
                )
            }
            if (chains + keys + [authorities].compactMap { $0 }).contains("") {
                throw .usage("--tls-certificate, --tls-key and the like need the name of a file")
            }
            if arguments.contains(ServeCommand.selfSigned) {
                guard chains.isEmpty else {
                    throw .usage("--tls-self-signed makes a certificate; --tls-certificate has one")
                }
                self = .selfSigned(authorities: authorities)
            } else if chains.isEmpty {
                guard authorities == nil else {
                    throw .usage("--tls-client-authorities needs --tls-certificate and --tls-key")
                }
                self = .none
            } else {
                var configuration = TLSConfiguration(
                    certificates: zip(chains, keys).map { chain, key in
                        TLSConfiguration.Certificate(chain: .file(chain), key: .file(key))
                    }
                )
                configuration.demand(authorities)
                self = .files(configuration)
            }
        }

        /// The scheme of the server's URLs.
        var scheme: String { self == .none ? "http" : "https" }
    }

    /// Returns the TLS configuration, and the self-signed certificate if an option requests one.
    func makeTLS() throws(CommandError) -> (TLSConfiguration?, TLSConfiguration.SelfSigned?) {
        switch security {
        case .none: return (nil, nil)
        case .files(let configuration): return (configuration, nil)
        case .selfSigned(let authorities):
            do throws(TLSError) {
                let made = try TLSConfiguration.SelfSigned(hosts: ownHosts)
                var configuration = TLSConfiguration(certificates: [made.certificate])
                configuration.demand(authorities)
                return (configuration, made)
            } catch {
                throw .failed("\(error)")
            }
        }
    }

    /// The host names and addresses of this machine, for a self-signed certificate.
    private var ownHosts: [String] {
        var hosts = ["localhost", "127.0.0.1", "::1"] + Self.hostNames
        let others = [LocalNetwork.address, publicURL.flatMap { try? URI($0).host }]
        for host in others.compactMap(\.self) where !hosts.contains(host) { hosts.append(host) }
        return hosts
    }

    /// The host names that other machines may use for this machine.
    static var hostNames: [String] { hostName.map { [$0, "\($0).local"] } ?? [] }

    /// The host name of this machine; `nil` if it is not known.
    private static var hostName: String? {
        var name = [CChar](repeating: 0, count: 256)
        let result = unsafe name.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe gethostname(start, buffer.count - 1)
        }
        guard result == 0, let end = name.firstIndex(of: 0), end > 0 else { return nil }
        return String(decoding: name[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension TLSConfiguration {
    /// Requires client certificates that authorities in the given file have issued; `nil` requires
    /// none.
    fileprivate mutating func demand(_ authorities: String?) {
        guard let authorities else { return }
        clientCertificates = .required(authorities: .file(authorities))
    }
}
