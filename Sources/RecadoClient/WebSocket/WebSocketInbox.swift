// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The queue of messages that have not been read yet.
struct WebSocketInbox {
    /// The newer messages, in the order of their arrival.
    private var newer: [WebSocketMessage] = []
    /// The older messages in reverse order: the next message is the last element, which is cheap to
    /// remove.
    private var older: [WebSocketMessage] = []
    /// The size of the unread messages, in bytes.
    private(set) var size = 0

    /// The bytes that each message adds to the size, so that empty messages are limited, too.
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
