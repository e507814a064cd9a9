// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A timer wheel for many identifiers, each of which is reported at its tick.
///
/// The wheel is lazy: a postponed deadline is not moved in the wheel. When the old deadline comes,
/// its owner sees that there is still time and schedules itself again. So a request that postpones
/// its connection's deadline costs only one write to memory.
struct TimerWheel<Name> {
    /// The number of slots, a power of two; an identifier that is due after more ticks is reported
    /// early and must be scheduled again.
    static var slotCount: Int { 512 }

    private var slots: [[(name: Name, tick: Int)]]
    /// A bit for each slot that is not empty.
    private var occupied: [UInt64]
    /// Slots up to this tick have been emptied.
    private(set) var current: Int

    init(current: Int = 0) {
        self.current = current
        slots = Array(repeating: [], count: Self.slotCount)
        occupied = Array(repeating: 0, count: Self.slotCount / 64)
    }

    /// Schedules an identifier.
    ///
    /// - Parameters:
    ///   - name: The identifier to report.
    ///   - tick: The tick at which it comes up; at the earliest the next one, at the latest one
    ///     turn of the wheel ahead.
    /// - Returns: The tick at which it will come up.
    mutating func schedule(_ name: Name, at tick: Int) -> Int {
        let actual = min(max(tick, current + 1), current + Self.slotCount - 1)
        let slot = actual & (Self.slotCount - 1)
        slots[slot].append((name, actual))
        occupied[slot >> 6] |= 1 << UInt64(slot & 63)
        return actual
    }

    /// Advances to a tick.
    ///
    /// - Parameters:
    ///   - tick: The current tick.
    ///   - body: Called with each identifier that is due, and the tick for which it was scheduled.
    mutating func advance(to tick: Int, _ body: (Name, Int) -> Void) {
        // If the wheel has made a whole turn or more, every slot is due, but each is visited only
        // once.
        let start = max(current + 1, tick - Self.slotCount + 1)
        guard start <= tick else { return }
        for due in start...tick {
            let slot = due & (Self.slotCount - 1)
            if slots[slot].isEmpty { continue }
            for entry in slots[slot] { body(entry.name, entry.tick) }
            slots[slot] = []
            occupied[slot >> 6] &= ~(1 << UInt64(slot & 63))
        }
        current = tick
    }

    /// The ticks from the current one to the next that has identifiers; `nil` when no tick has any.
    var distance: Int? {
        let first = (current + 1) & (Self.slotCount - 1)
        for step in 0...occupied.count {
            let word = (first >> 6 + step) & (occupied.count - 1)
            var bits = occupied[word]
            if step == 0 { bits &= ~0 << UInt64(first & 63) }
            if step == occupied.count { bits &= ~(~0 << UInt64(first & 63)) }
            guard bits != 0 else { continue }
            let slot = word << 6 | bits.trailingZeroBitCount
            return ((slot - first) & (Self.slotCount - 1)) + 1
        }
        return nil
    }
}
