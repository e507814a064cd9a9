// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The options of all hosts of a transport.
struct HostRules: Sendable {
    private let minimumTLSVersion: TLSVersion
    private let standard: HostRule
    private let particular: [String: HostRule]

    init(_ options: URLSessionTransport.Options) {
        minimumTLSVersion = options.minimumTLSVersion
        standard = HostRule(options.host, isVerified: true)
        let insecure = options.insecureHostsWithoutVerification
        let names = insecure.union(options.hosts.keys)
        particular = Dictionary(
            uniqueKeysWithValues: names.map { name in
                let own = options.hosts[name] ?? options.host
                return (name, HostRule(own, isVerified: !insecure.contains(name)))
            }
        )
    }

    /// Returns the options for the host of a request.
    subscript(authority authority: String) -> HostRule {
        particular.isEmpty ? standard : self[HostAddress(authority: authority)]
    }

    /// Returns the options for a host: those for its name and port, or else those for its name, or
    /// else those for all hosts.
    subscript(address: HostAddress) -> HostRule {
        if particular.isEmpty { return standard }
        return particular[address.name] ?? particular[address.host] ?? standard
    }

    /// Throws an error if the options for the host of a request are not supported on this system.
    func check(_ request: Request) throws(TransportError) {
        guard request.scheme.lowercased() == "https" else { return }
        let rule = self[authority: request.authority]
        guard let reason = rule.unsupportedOption ?? unsupportedVersion else { return }
        throw TransportError(.tls, "\(request.authority): \(reason)")
    }

    private var unsupportedVersion: String? {
        #if canImport(Darwin)
        nil
        #else
        minimumTLSVersion == .tls12
            ? nil : "URLSession on Linux cannot demand \(minimumTLSVersion.rawValue)"
        #endif
    }
}
