// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux

/// A change of a descriptor's state.
package struct PollerEvent: Sendable {
    /// The token with which the descriptor was added.
    package let token: UInt64
    /// Bytes can be read, a connection can be accepted, or the peer has stopped sending.
    package let isReadable: Bool
    /// Bytes can be written without waiting.
    package let isWritable: Bool
    /// The peer will send no more.
    package let hasEnded: Bool
    /// The connection is lost: nothing more can be read or written.
    package let hasFailed: Bool

    init(token: UInt64, flags: UInt32) {
        self.token = token
        isReadable = flags & EPOLLIN.rawValue != 0
        isWritable = flags & EPOLLOUT.rawValue != 0
        hasEnded = flags & EPOLLRDHUP.rawValue != 0
        hasFailed = flags & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
    }
}
