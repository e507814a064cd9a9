// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A queue of libdispatch in a world: it calls one function after the other, in order.
final class WorkQueue {
    /// A function, and the host whose program added it to the queue.
    typealias Work = (HostID, () -> Void)

    /// The identity of a queue: the host that has it, and its address, which is the same on all
    /// hosts.
    struct Key: Hashable {
        let host: HostID
        let address: UInt
    }

    var work: [Work] = []
    /// True if it is in the list of runnables.
    var isReady = false
}
