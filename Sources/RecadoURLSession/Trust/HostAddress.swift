// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A host with its port, from the options or from a session.
struct HostAddress: Sendable, Hashable {
    /// The name in small letters, or an address; an IPv6 address has its brackets.
    let host: String
    let port: Int

    /// Creates an address from the parts that a session gives; IPv6 addresses have no brackets
    /// there.
    init(host: String, port: Int) {
        let name = host.lowercased()
        self.host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        self.port = port
    }

    /// Reads the authority of a request over TLS.
    init(authority: String) {
        // The colons of an IPv6 address come before its closing bracket.
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            self.init(host: authority, port: 443)
            return
        }
        let port = Int(authority[authority.index(after: colon)...])
        self.init(host: String(authority[..<colon]), port: port ?? 443)
    }

    /// The host with its port.
    var name: String { "\(host):\(port)" }
}
