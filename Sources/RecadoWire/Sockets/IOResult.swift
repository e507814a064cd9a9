// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of an attempt to move bytes without waiting.
package enum IOResult: Sendable, Hashable {
    /// The number of bytes that were moved.
    case bytes(Int)
    /// No bytes can be moved at present.
    case wouldBlock
    /// The peer sends no more.
    case ended
    /// The connection is lost, with the system's error; 0 if TLS has failed.
    case failed(Int32)
}
