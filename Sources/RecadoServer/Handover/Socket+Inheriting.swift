// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc
import RecadoWire

extension Socket {
    /// Adopts a listening socket that another process opened.
    init(adopting descriptor: Int32) throws(ServerError) {
        _ = try Self.listeningAddress(of: descriptor)
        guard recado_keep_to_itself(descriptor) == 0 else {
            throw .system(operation: "fcntl", code: errno)
        }
        self.init(owning: descriptor)
    }

    /// Finds the address of a listening stream socket.
    static func listeningAddress(of descriptor: Int32) throws(ServerError) -> SocketAddress {
        guard option(SO_ACCEPTCONN, of: descriptor) == 1,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
            let address = SocketAddress(SocketName(boundBy: descriptor))
        else { throw .notListening(descriptor: descriptor) }
        return address
    }
}
