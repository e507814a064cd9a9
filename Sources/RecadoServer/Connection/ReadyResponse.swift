// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The answer to a request that needs no exchange, because its handler answered at once.
struct ReadyResponse {
    /// The bytes to send; the storage is reused for later responses.
    var wire = WireBuffer()
    /// The content, if it is too long to be copied into `wire`.
    var content: [UInt8]?
    var connection: Connection?
    /// True if the connection is closed after the reply.
    var closes = false
}

/// Answers that wait to be sent together.
struct ReadyResponses {
    /// The number of responses whose storage is kept for reuse.
    private static let kept = 64
    /// The largest storage that is kept for a response, in bytes.
    private static let keptBytes = 32 * 1024

    private var responses: ContiguousArray<ReadyResponse> = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds a reply, in storage that may still contain an earlier reply.
    mutating func add(_ write: (inout ReadyResponse) -> Void) {
        if count == responses.count { responses.append(ReadyResponse()) }
        write(&responses[count])
        count += 1
    }

    /// Passes each reply to a function, in order, and empties the list.
    mutating func takeAll(_ send: (inout ReadyResponse) -> Void) {
        for index in 0..<count {
            send(&responses[index])
            if responses[index].wire.capacity > Self.keptBytes {
                responses[index].wire = WireBuffer()
            }
            responses[index].content = nil
            responses[index].connection = nil
        }
        count = 0
        if responses.count > Self.kept { responses.removeLast(responses.count - Self.kept) }
    }
}
