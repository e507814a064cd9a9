// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension SocketName {
    /// Creates the name of an address, or `nil` when its host or path is not valid.
    init?(_ address: SocketAddress) {
        switch address.endpoint {
        case .local(let path):
            self.init(path: path)
        case .internet(let host, let port):
            guard let host = InternetAddress(host) else { return nil }
            self.init(host, port: port)
        }
    }

    /// Creates the name of a service manager's socket; a leading `@` becomes the zero byte of the
    /// abstract namespace.
    init?(notifying text: String) {
        if text.hasPrefix("@") {
            self.init(abstract: String(text.dropFirst()))
        } else {
            self.init(path: text)
        }
    }
}
