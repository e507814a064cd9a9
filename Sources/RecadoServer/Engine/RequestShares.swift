// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The number of requests under way from each address, so that one client cannot take all slots.
final class RequestShares: Sendable {
    private let counts = Mutex<[UInt64: Int]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    /// The number of entries in memory, one for each address with requests under way.
    var entryCount: Int { counts.withLock { $0.count } }

    /// Counts a request, even one beyond the limit.
    ///
    /// - Parameter origin: The client's address; `nil` when it is not counted by address.
    func enter(from origin: UInt64?) {
        guard let origin else { return }
        counts.withLock { $0[origin, default: 0] += 1 }
    }

    /// Returns true if one more request is within the limit.
    func hasRoom(for origin: UInt64?) -> Bool {
        guard let origin else { return true }
        return counts.withLock { $0[origin, default: 0] < limit }
    }

    /// Stops counting a request.
    func leave(from origin: UInt64?) {
        guard let origin else { return }
        counts.withLock { counts in
            guard let count = counts[origin] else { return }
            counts[origin] = count > 1 ? count - 1 : nil
        }
    }
}
