// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCompression
import Synchronization

/// A count of the bytes that a server's WebSockets hold: incomplete messages, messages that wait
/// for their handlers, and compressors.
///
/// Each WebSocket has its own limits. Even so, many WebSockets with messages that never end would
/// take all available memory.
final class MessageMemory: WebSocketDeflater.Budget {
    /// The bytes that each WebSocket may hold without counting them, so that short messages always
    /// arrive: 4 KiB.
    static let allowance = 4_096

    private let limit: Int
    private let used = Atomic<Int>(0)

    init(limit: Int) { self.limit = max(0, limit) }

    /// Counts more bytes; returns `false` and counts none when the limit would be exceeded.
    func take(_ count: Int) -> Bool {
        guard used.add(count, ordering: .relaxed).newValue > limit else { return true }
        release(count)
        return false
    }

    /// Subtracts bytes from the count.
    func release(_ count: Int) { used.subtract(count, ordering: .relaxed) }
}

/// One WebSocket's share of the common memory.
struct MessageShare: ~Copyable {
    private let memory: MessageMemory
    private var held = 0

    init(of memory: MessageMemory) { self.memory = memory }

    deinit { memory.release(held) }

    /// Changes the number of held bytes; returns `false` and changes nothing when there is no room.
    mutating func hold(_ count: Int) -> Bool {
        let wanted = max(0, count - MessageMemory.allowance)
        if wanted > held {
            guard memory.take(wanted - held) else { return false }
        } else {
            memory.release(held - wanted)
        }
        held = wanted
        return true
    }
}
