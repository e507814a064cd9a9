// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of an attempt to move bytes without waiting.
package enum IOResult: Sendable, Hashable {
    /// So many bytes were moved.
    case bytes(Int)
    /// None can be moved at present.
    case wouldBlock
    /// The peer sends no more.
    case ended
    /// The connection is lost, by an error of the system's; 0 when it was TLS that failed.
    case failed(Int32)
}
