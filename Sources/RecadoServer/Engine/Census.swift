// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The connections of all loops, counted together and by where they come from.
final class Census: Sendable {
    private struct Counts {
        var total = 0
        var byOrigin: [UInt64: Int] = [:]
    }

    private let counts = Mutex(Counts())
    private let limit: Int
    private let limitPerOrigin: Int

    init(limit: Int, limitPerOrigin: Int) {
        self.limit = limit
        self.limitPerOrigin = limitPerOrigin
    }

    /// The number of connections.
    var total: Int { counts.withLock { $0.total } }

    /// Counts a connection, unless there are too many.
    ///
    /// - Parameter origin: Where it comes from; `nil` when that is not counted.
    /// - Returns: Whether it was counted.
    func admit(_ origin: UInt64?) -> Bool {
        counts.withLock { counts in
            guard counts.total < limit else { return false }
            if let origin {
                let count = counts.byOrigin[origin, default: 0]
                guard count < limitPerOrigin else { return false }
                counts.byOrigin[origin] = count + 1
            }
            counts.total += 1
            return true
        }
    }

    /// Counts a connection no longer.
    func release(_ origin: UInt64?) {
        counts.withLock { counts in
            counts.total -= 1
            guard let origin, let count = counts.byOrigin[origin] else { return }
            counts.byOrigin[origin] = count > 1 ? count - 1 : nil
        }
    }
}
