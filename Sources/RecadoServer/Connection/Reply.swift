// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The answer to a request that needed no exchange, for nobody but the reactor knew of it.
struct Reply {
    /// The bytes to send, in storage that the next reply is written into.
    var wire = WireBuffer()
    /// Content that is too long to be copied there.
    var content: [UInt8]?
    var connection: Connection?
    /// Whether the connection is closed after it.
    var closes = false
}

/// Answers that are written and wait to be sent together.
struct Replies {
    /// As many are kept for the next ones, in storage of at most so many bytes each.
    private static let kept = 64
    private static let keptBytes = 32 * 1024

    private var replies: ContiguousArray<Reply> = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds one, whose storage may hold what was sent last.
    mutating func add(_ write: (inout Reply) -> Void) {
        if count == replies.count { replies.append(Reply()) }
        write(&replies[count])
        count += 1
    }

    /// Hands out each in its order, and has none any more.
    mutating func takeAll(_ send: (inout Reply) -> Void) {
        for index in 0..<count {
            send(&replies[index])
            if replies[index].wire.capacity > Self.keptBytes { replies[index].wire = WireBuffer() }
            replies[index].content = nil
            replies[index].connection = nil
        }
        count = 0
        if replies.count > Self.kept { replies.removeLast(replies.count - Self.kept) }
    }
}
