// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A host and its port, as named in the options or by a session.
struct HostAddress: Sendable, Hashable {
    /// The name in lower case, or the IP address; an IPv6 address is in brackets.
    let host: String
    let port: Int

    /// Creates an address from the host and port that a session reports, which omits the brackets
    /// of an IPv6 address.
    init(host: String, port: Int) {
        let name = host.lowercased()
        self.host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        self.port = port
    }

    /// Parses the authority of an `https` request; the default port is 443.
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
