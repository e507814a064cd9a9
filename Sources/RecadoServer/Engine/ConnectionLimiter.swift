// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The connections of all loops, counted together and by where they come from.
final class ConnectionLimiter: Sendable {
    /// The decision on a new connection.
    enum Verdict {
        case admitted
        /// Beyond the limit: it is asked what it wants, and answered if that is vital.
        case extra
        case refused
    }

    /// The connections beyond the limit that are asked what they want, so that a balancer which
    /// asks for the health of a full server is told; half of them are for this machine alone.
    private static let extraLimit = 16

    private struct Counts {
        var total = 0
        var extra = 0
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

    /// The number of entries in memory: places that connections come from.
    var entryCount: Int { counts.withLock { $0.byOrigin.count } }

    /// Counts a connection, unless there are too many.
    ///
    /// - Parameter origin: The place that it comes from; `nil` when that is not counted.
    /// - Returns: The decision on the connection; it is counted unless it is refused.
    func admit(_ origin: UInt64?) -> Verdict {
        counts.withLock { counts in
            let isExtra = counts.total - counts.extra >= limit
            let extraLimit = origin == nil ? Self.extraLimit : Self.extraLimit / 2
            guard !isExtra || counts.extra < extraLimit else { return .refused }
            if let origin {
                let count = counts.byOrigin[origin, default: 0]
                guard count < limitPerOrigin else { return .refused }
                counts.byOrigin[origin] = count + 1
            }
            counts.total += 1
            if isExtra { counts.extra += 1 }
            return isExtra ? .extra : .admitted
        }
    }

    /// Counts a connection no longer.
    ///
    /// - Parameters:
    ///   - origin: The place that it comes from, as it was admitted.
    ///   - isExtra: Whether it is one beyond the limit.
    func release(_ origin: UInt64?, isExtra: Bool) {
        counts.withLock { counts in
            counts.total -= 1
            if isExtra { counts.extra -= 1 }
            guard let origin, let count = counts.byOrigin[origin] else { return }
            counts.byOrigin[origin] = count > 1 ? count - 1 : nil
        }
    }
}
