// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient

extension ConnectionPool {
    /// A call that waits for a connection.
    struct Waiter {
        let transfer: Transfer
        let continuation: CheckedContinuation<Result<Lease, TransportError>, Never>
        /// Whether a connection is being opened for it.
        var isOpening = false
    }

    struct Host {
        /// Those that nobody uses, the latest last.
        var idle: [HTTP1Connection] = []
        /// Those that many requests go over at once, in HTTP/2: one, unless it is full.
        var shared: [HTTP2Connection] = []
        /// All of them, those that are being opened included.
        var count = 0
        /// The tasks that open connections, by the number of the call that each was begun for.
        var openings: [Int: Task<Void, Never>] = [:]
        /// Whether one connection may do for all requests: the first tells.
        var maySuffice = false
        /// The calls that wait, by the order in which they came.
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
        var firstWaiter = 0

        var isEmpty: Bool { count == 0 && waiters.isEmpty }

        /// Takes the call that has waited longest.
        mutating func takeWaiter() -> Waiter? {
            while firstWaiter < nextWaiter {
                defer { firstWaiter += 1 }
                if let waiter = waiters.removeValue(forKey: firstWaiter) { return waiter }
            }
            return nil
        }

        /// The call that has waited longest without a connection being opened for it.
        mutating func nextToOpenFor() -> Int? {
            if firstWaiter == nextWaiter || waiters.count <= openings.count { return nil }
            return (firstWaiter..<nextWaiter).first { waiters[$0]?.isOpening == false }
        }
    }
}
