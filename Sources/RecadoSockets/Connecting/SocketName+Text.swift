// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoWire

extension SocketName {
    /// Creates a socket address from a numeric address in text and a port; `nil` for any other
    /// text.
    init?(numeric text: String, port: Int) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
        guard let address = InternetAddress(bare) else { return nil }
        self.init(address, port: UInt16(clamping: port))
    }

    /// True if both socket addresses have the same address and port, or the same path.
    func isSame(as other: SocketName) -> Bool {
        internetAddress == other.internetAddress && port == other.port && path == other.path
    }

    /// The address and the port, such as `[::1]:8080`.
    var text: String {
        guard let address = internetAddress else { return "a local socket" }
        let host = address.family == .version6 ? "[\(address.text)]" : address.text
        return "\(host):\(port ?? 0)"
    }
}
