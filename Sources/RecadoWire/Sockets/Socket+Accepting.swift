// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc

extension Socket {
    /// The outcome of an attempt to accept a connection.
    package enum Acceptance: ~Copyable {
        /// A connection, and the address of its peer.
        case connection(Socket, SocketName)
        /// No connection waits, or the waiting connection has been closed.
        case none
        /// There are not enough descriptors or memory for another connection.
        case exhausted
    }

    /// Begins to listen for connections.
    ///
    /// - Parameter backlog: The number of connections that may wait to be accepted.
    /// - Throws: The system's error, such as that the address is in use.
    package func listen(backlog: Int32) throws(SystemError) {
        guard Glibc.listen(descriptor, backlog) == 0 else {
            throw SystemError(operation: "listen", code: errno)
        }
    }

    /// Accepts a waiting connection.
    package func accept() -> Acceptance {
        var name = SocketName()
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let accepted = unsafe name.withMutablePointer {
            unsafe accept4(descriptor, $0, $1, flags)
        }
        guard accepted < 0 else { return .connection(Socket(owning: accepted), name) }
        switch errno {
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        default: return .none
        }
    }
}
