// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

extension ConnectionPool {
    /// A call that waits for a connection.
    struct Waiter {
        let transfer: Transfer
        let continuation: CheckedContinuation<Result<Lease, TransportError>, Never>
        /// True if a connection is being opened for the call.
        var isOpening = false
    }

    struct Host {
        /// The connections that are not in use, the most recently used last.
        var idle: [HTTP1Connection] = []
        /// The HTTP/2 connections, each shared by many requests.
        ///
        /// There is only one, unless all its streams are in use.
        var shared: [HTTP2Connection] = []
        /// The number of all connections, including those that are being opened.
        var count = 0
        /// The tasks that open connections, by the number of the call for which each was begun.
        var openings: [Int: Task<Void, Never>] = [:]
        /// True if one connection may suffice for all requests because the host may speak HTTP/2;
        /// the first connection shows whether it does.
        var maySuffice = false
        /// The waiting calls by number, in the order in which they came.
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
        var firstWaiter = 0

        var isEmpty: Bool { count == 0 && waiters.isEmpty }

        /// Removes and returns the call that has waited longest.
        mutating func takeWaiter() -> Waiter? {
            while firstWaiter < nextWaiter {
                defer { firstWaiter += 1 }
                if let waiter = waiters.removeValue(forKey: firstWaiter) { return waiter }
            }
            return nil
        }

        /// Returns the longest-waiting call for which no connection is being opened.
        mutating func nextToOpenFor() -> Int? {
            if firstWaiter == nextWaiter || waiters.count <= openings.count { return nil }
            return (firstWaiter..<nextWaiter).first { waiters[$0]?.isOpening == false }
        }
    }
}
