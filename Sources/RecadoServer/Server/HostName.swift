// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// The host of an authority, without port and trailing dot, in lowercase.
package struct HostName {
    let text: String

    package init(_ authority: String) {
        let bytes = authority.utf8
        var name = Substring(authority)
        if bytes.first == UInt8(ascii: "["), let end = bytes.firstIndex(of: UInt8(ascii: "]")),
            bytes[bytes.index(after: end)...].first ?? UInt8(ascii: ":") == UInt8(ascii: ":")
        {
            name = authority[authority.index(after: authority.startIndex)..<end]
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[bytes.index(after: colon)...].allSatisfy({ $0 != UInt8(ascii: ":") })
        {
            name = authority[..<colon]
        }
        if name.utf8.last == UInt8(ascii: ".") { name = name.dropLast() }
        text = name.lowercased()
    }

    /// True for `localhost` or a name below it (RFC 6761 §6.3).
    var isLocalhost: Bool { text == "localhost" || text.hasSuffix(".localhost") }

    /// True for a numeric address.
    var isAddress: Bool { InternetAddress(text) != nil }

    /// True for a name or address by which a machine refers to itself: `localhost` or a loopback
    /// address.
    package var isLoopback: Bool { isLocalhost || InternetAddress(text)?.isLoopback == true }

    /// True for a host that does not identify a site: an empty one, an address, or `localhost`.
    var isGeneric: Bool { text.isEmpty || isLocalhost || isAddress }
}
