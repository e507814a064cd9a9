// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A queue of messages that wait for their handler; messages that were taken are released.
///
/// An array slice would keep the messages that were taken until its array is reallocated. After a
/// thousand short messages have waited, the array has room for so many messages that later a
/// thousand long messages could be taken and still stay in memory, uncounted.
struct MessageQueue<Message> {
    private var places: [Message?] = []
    /// The index of the first message; the elements before it are empty.
    private var start = 0

    var isEmpty: Bool { start == places.count }

    mutating func append(_ message: Message) { places.append(message) }

    /// Takes the first message; returns `nil` when the queue is empty.
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

    /// The number of empty elements that are kept, because moving all other messages up for each
    /// message would take too long.
    private static var spare: Int { 32 }
}
