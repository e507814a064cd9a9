// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A queue of libdispatch in a world: one function after the other, as they came.
final class WorkQueue {
    /// A function, and the host whose program gave it to the queue.
    typealias Work = (HostID, () -> Void)

    /// The process that has the queue, and the queue's address, which all processes share.
    struct Key: Hashable {
        let host: HostID
        let address: UInt
    }

    var work: [Work] = []
    /// Whether it is among what can go on.
    var isReady = false
}
