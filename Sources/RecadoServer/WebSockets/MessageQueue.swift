// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Messages that wait for their handler, in their order; nothing is held of those that were taken.
///
/// A slice of an array would hold them until it grows: where a thousand short messages have waited
/// once, the places of a thousand long ones would stay full of what was taken, which nobody counts.
struct MessageQueue<Message> {
    private var places: [Message?] = []
    /// The place of the first message; those before it are empty.
    private var start = 0

    var isEmpty: Bool { start == places.count }

    mutating func append(_ message: Message) { places.append(message) }

    /// Takes the first message; `nil` when none waits.
    mutating func popFirst() -> Message? {
        guard !isEmpty else { return nil }
        let message = places[start].take()
        start += 1
        if isEmpty {
            self = MessageQueue()
        } else if start >= Self.spare, start >= places.count / 2 {
            places.removeFirst(start)
            start = 0
        }
        return message
    }

    /// The number of empty places that are left alone: to move the rest up for each message would
    /// take too long.
    private static var spare: Int { 32 }
}
