// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The messages that nobody has read yet, in their order.
struct WebSocketInbox {
    /// Those that arrived last, in the order of their arrival.
    private var newer: [WebSocketMessage] = []
    /// Those that come first, the first one at the end, from where it is cheap to take.
    private var older: [WebSocketMessage] = []
    /// The size of the messages that are kept, in bytes.
    private(set) var size = 0

    /// The bytes that a message counts besides its own, so that empty ones have a limit, too.
    private static let overhead = 64

    mutating func append(_ message: WebSocketMessage) {
        newer.append(message)
        size += message.size + Self.overhead
    }

    mutating func popFirst() -> WebSocketMessage? {
        if older.isEmpty {
            older = newer.reversed()
            newer = []
        }
        guard let message = older.popLast() else { return nil }
        size -= message.size + Self.overhead
        return message
    }
}
