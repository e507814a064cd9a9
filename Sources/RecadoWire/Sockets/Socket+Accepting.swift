// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc

extension Socket {
    /// The outcome of an attempt to accept a connection.
    package enum Acceptance: ~Copyable {
        /// A connection with the name of its peer.
        case connection(Socket, SocketName)
        /// No connection waits any more, or the one that waited has gone.
        case none
        /// There are not enough descriptors or memory for another connection.
        case exhausted
    }

    /// Lets peers connect.
    ///
    /// - Parameter backlog: The number of connections that may wait to be accepted.
    /// - Throws: The system's error, such as that the name is taken.
    package func listen(backlog: Int32) throws(SystemError) {
        guard Glibc.listen(descriptor, backlog) == 0 else {
            throw SystemError(operation: "listen", code: errno)
        }
    }

    /// Accepts a connection that waits.
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
