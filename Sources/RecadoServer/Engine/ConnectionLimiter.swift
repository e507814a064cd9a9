// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The connections of all loops, counted in total and by origin, the client's address range.
final class ConnectionLimiter: Sendable {
    /// The decision on a new connection.
    enum Verdict {
        case admitted
        /// The connection is beyond the limit: its request is read, but passed to the handler only
        /// if it is vital, such as a health check; other requests are refused with 503.
        case extra
        case refused
    }

    /// The number of connections beyond the limit whose requests are read, so that a load balancer
    /// still gets an answer to its health check from a full server.
    ///
    /// Half of them are reserved for clients that are not counted by address, such as this
    /// machine's own programs.
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

    /// The number of entries in memory, one for each origin with connections.
    var entryCount: Int { counts.withLock { $0.byOrigin.count } }

    /// Counts a connection, unless there are too many.
    ///
    /// - Parameter origin: The origin of the connection; `nil` when it is not counted by origin.
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

    /// Stops counting a connection.
    ///
    /// - Parameters:
    ///   - origin: The origin that was passed to ``admit(_:)``.
    ///   - isExtra: True for a connection beyond the limit.
    func release(_ origin: UInt64?, isExtra: Bool) {
        counts.withLock { counts in
            counts.total -= 1
            if isExtra { counts.extra -= 1 }
            guard let origin, let count = counts.byOrigin[origin] else { return }
            counts.byOrigin[origin] = count > 1 ? count - 1 : nil
        }
    }
}
