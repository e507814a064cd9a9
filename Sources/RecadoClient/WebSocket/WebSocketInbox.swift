// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The messages that have not been read yet, in their order.
struct WebSocketInbox {
    /// The later messages, in the order of their arrival.
    private var newer: [WebSocketMessage] = []
    /// The earlier messages in reverse order, as removing the last element is cheap.
    private var older: [WebSocketMessage] = []
    /// The size of the unread messages, in bytes.
    private(set) var size = 0

    /// The number of bytes that are added to the size of each message, so that empty messages are
    /// limited, too.
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
