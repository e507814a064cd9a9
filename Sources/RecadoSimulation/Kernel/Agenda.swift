// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The planned actions, ordered by time; actions for the same time keep the order in which they
/// were planned.
struct Agenda {
    private struct Entry {
        let time: Int64
        let number: UInt64
        let action: () -> Void

        func comesBefore(_ other: Entry) -> Bool {
            (time, number) < (other.time, other.number)
        }
    }

    /// A binary heap: each entry is earlier than its two children.
    private var entries: [Entry] = []
    private var lastNumber: UInt64 = 0

    /// The time of the next action.
    var nextTime: Int64? { entries.first?.time }

    mutating func plan(at time: Int64, _ action: @escaping () -> Void) {
        lastNumber += 1
        entries.append(Entry(time: time, number: lastNumber, action: action))
        var place = entries.count - 1
        while place > 0, entries[place].comesBefore(entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func takeNext() -> (() -> Void)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first.action
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for below in [2 * place + 1, 2 * place + 2]
            where below < entries.count && entries[below].comesBefore(entries[least]) {
                least = below
            }
            if least == place { return }
            entries.swapAt(place, least)
            place = least
        }
    }

    mutating func removeAll() { entries = [] }
}
