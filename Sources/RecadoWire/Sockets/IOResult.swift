// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of an attempt to receive or send bytes without waiting.
package enum IOResult: Sendable, Hashable {
    /// The number of bytes that were moved.
    case bytes(Int)
    /// No bytes can be moved at the moment.
    case wouldBlock
    /// The peer sends no more bytes.
    case ended
    /// The connection is lost, with the system's error number; 0 if TLS has failed.
    case failed(Int32)
}
