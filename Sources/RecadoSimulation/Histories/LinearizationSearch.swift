// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A search for a valid order of calls (Wing and Gong 1993, with the cache of Lowe 2017).
///
/// A list contains the beginnings and ends of the calls. Any call that begins before the first end
/// in the list may be the next in the order. The search removes such a call from the list, and puts
/// it back if no valid order continues with it.
struct LinearizationSearch<Model: SequentialModel> {
    private struct Entry {
        let call: Int
        let isBegin: Bool
        var previous: Int
        var next: Int
    }

    /// A set of calls that have been ordered, as bits, and the state after them.
    private struct Visited: Hashable {
        let ordered: [UInt64]
        let state: Model.State
    }

    private let calls: [History<Model>.Call]
    /// A linked list; the first entry is its head.
    private var entries: [Entry] = [Entry(call: -1, isBegin: false, previous: 0, next: 0)]
    private var begins: [Int] = []
    private var ends: [Int] = []

    init(_ calls: [History<Model>.Call]) {
        self.calls = calls
        begins = Array(repeating: 0, count: calls.count)
        ends = begins
        // Calls without an answer end after all others.
        var events = calls.indices.flatMap { index in
            [
                (time: calls[index].begin, call: index, isBegin: true),
                (time: calls[index].end ?? .max, call: index, isBegin: false),
            ]
        }
        events.sort { ($0.time, $0.call) < ($1.time, $1.call) }
        for event in events {
            let place = entries.count
            entries[place - 1].next = place
            entries.append(
                Entry(call: event.call, isBegin: event.isBegin, previous: place - 1, next: 0)
            )
            if event.isBegin { begins[event.call] = place } else { ends[event.call] = place }
        }
    }

    /// Returns a call whose answer is wrong in every order; `nil` if all calls have a valid order.
    ///
    /// A call without an answer is tried only at places where it changes the state. Anywhere else
    /// it has no effect, and may as well come after all other calls.
    mutating func firstContradiction() -> History<Model>.Call? {
        var state = Model.initial
        var ordered = [UInt64](repeating: 0, count: (calls.count + 63) / 64)
        var visited: Set<Visited> = []
        var path: [(call: Int, state: Model.State)] = []
        var furthest = 0
        var place = entries[0].next
        var remaining = calls.count { $0.end != nil }
        while remaining > 0 {
            let entry = entries[place]
            if entry.isBegin {
                let call = calls[entry.call]
                let next = Model.state(after: call.operation, with: call.outcome, from: state)
                var all = ordered
                all[entry.call / 64] |= 1 << UInt64(entry.call % 64)
                let isIdle = call.end == nil && next == state
                if let next, !isIdle, visited.insert(Visited(ordered: all, state: next)).inserted {
                    path.append((entry.call, state))
                    (state, ordered) = (next, all)
                    if call.end != nil { remaining -= 1 }
                    takeOut(entry.call)
                    place = entries[0].next
                } else {
                    place = entry.next
                }
                continue
            }
            furthest = max(furthest, place)
            guard let last = path.popLast() else { return calls[entries[furthest].call] }
            state = last.state
            ordered[last.call / 64] &= ~(1 << UInt64(last.call % 64))
            if calls[last.call].end != nil { remaining += 1 }
            putBack(last.call)
            place = entries[begins[last.call]].next
        }
        return nil
    }

    private mutating func takeOut(_ call: Int) {
        for place in [begins[call], ends[call]] {
            let entry = entries[place]
            entries[entry.previous].next = entry.next
            if entry.next != 0 { entries[entry.next].previous = entry.previous }
        }
    }

    private mutating func putBack(_ call: Int) {
        for place in [ends[call], begins[call]] {
            let entry = entries[place]
            entries[entry.previous].next = place
            if entry.next != 0 { entries[entry.next].previous = place }
        }
    }
}
