// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A simulated libdispatch queue, which calls its functions one after the other.
final class WorkQueue {
    /// A function, and the host whose program added it to the queue.
    typealias Work = (HostID, () -> Void)

    /// The identity of a queue: its host, and its address, which may be the same on several hosts.
    struct Key: Hashable {
        let host: HostID
        let address: UInt
    }

    var work: [Work] = []
    /// True if the kernel has the queue in its list of runnables.
    var isReady = false
}
