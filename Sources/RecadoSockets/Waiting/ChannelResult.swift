// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoTransport

/// The outcome of an attempt to receive or to send bytes without waiting.
enum ChannelResult: Sendable {
    /// The number of bytes that were moved, at least one.
    case bytes(Int)
    /// No bytes can be moved at the moment; another attempt is worthwhile when the socket is ready
    /// in the given direction.
    case wouldBlock(Side)
    /// The other side sends no more bytes.
    case ended
    /// The connection is lost, for a reason given as text.
    case failed(TransportError.Kind, String)
}

/// A direction in which bytes move.
enum Side: Sendable {
    case reading
    case writing
}
