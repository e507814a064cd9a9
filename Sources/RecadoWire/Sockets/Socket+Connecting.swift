// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Socket {
    /// The outcome of an attempt to connect without waiting.
    package enum ConnectResult: Sendable, Hashable {
        /// The peer has accepted.
        case connected
        /// The attempt ends when the socket can be written to; ``Socket/connectError`` then has the
        /// outcome.
        case inProgress
        /// There is no connection, because of an error of the system.
        case failed(Int32)
    }

    /// Begins to connect to a peer, without waiting for it.
    package func connect(to name: SocketName) -> ConnectResult {
        if unsafe name.withPointer({ unsafe Glibc.connect(descriptor, $0, $1) }) == 0 {
            return .connected
        }
        switch errno {
        // An attempt that a signal interrupts continues by itself.
        case EINPROGRESS, EINTR: return .inProgress
        case let code: return .failed(code)
        }
    }

    /// The system's error of a finished attempt to connect; 0 if it has succeeded.
    ///
    /// Reading it clears it.
    package var connectError: Int32 { Self.option(SO_ERROR, of: descriptor) ?? errno }
}
