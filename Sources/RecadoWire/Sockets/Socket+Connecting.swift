// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

extension Socket {
    /// The outcome of an attempt to connect without waiting.
    package enum ConnectResult: Sendable, Hashable {
        /// The peer has accepted the connection.
        case connected
        /// The attempt ends when the socket becomes writable; ``Socket/connectError`` is then the
        /// outcome.
        case inProgress
        /// The connection failed with an error number of the system.
        case failed(Int32)
    }

    /// Begins to connect to a peer, and does not wait for the outcome.
    package func connect(to name: SocketName) -> ConnectResult {
        if unsafe name.withPointer({ unsafe Glibc.connect(descriptor, $0, $1) }) == 0 {
            return .connected
        }
        switch errno {
        // An attempt that a signal interrupts continues in the background.
        case EINPROGRESS, EINTR: return .inProgress
        case let code: return .failed(code)
        }
    }

    /// The system's error number of a finished attempt to connect; 0 if it has succeeded.
    ///
    /// Reading the property resets it.
    package var connectError: Int32 { Self.option(SO_ERROR, of: descriptor) ?? errno }
}
