// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

// The requests of one connection, one after another.
//
//          head without content
//             ┌──────┐
//             │      ▼     head with content                     last byte of the content
//   start ───▶  head  ───────────────────────▶ content(length | chunked) ───▶ head
//               │                                   │
//               └────────────▶ refused ◀────────────┘
//
// Invariants, quoted by the tests:
//  R1  Bytes that belong to one request are never taken for part of another.
//  R2  After a refusal nothing is read any more: the state is final.
//  R3  A head's bytes are used all at once, when the head is whole; content is used as it comes.

/// Splits the bytes of a connection into requests; without input or output, clock or task.
struct RequestReader {
    enum Event: ~Copyable {
        /// Nothing more can be said before more bytes come.
        case needsMore
        /// A request has begun. When its framing is not `none`, its content follows.
        case head(RequestHead)
        /// The content has ended; the next byte begins another head.
        case end
        case refusal(Refusal)
    }

    private enum State {
        case head
        case length(remaining: Int)
        case chunked
        case refused
    }

    private var state = State.head
    private var parser = HeadParser()
    private var decoder = ChunkedDecoder()

    /// What the next request's fields may be put in.
    var spare: HeadParser.Spare {
        get { parser.spare }
        _modify { yield &parser.spare }
    }

    /// Whether the first bytes of a head have been seen and its last have not.
    var isInsideHead: Bool {
        if case .head = state { parser.hasBegun } else { false }
    }

    /// Whether the content of the current request has not ended.
    var isInsideContent: Bool {
        switch state {
        case .length, .chunked: true
        case .head, .refused: false
        }
    }

    /// The bytes of content to come, when that is known.
    var remainingContent: Int? {
        if case .length(let remaining) = state { remaining } else { nil }
    }

    /// Hands over the request whose head has been read, before anything follows it.
    ///
    /// - Parameter request: Gets the head; its content and its peer stay as they are.
    mutating func takeRequest(into request: inout Request) {
        parser.takeRequest(into: &request)
    }

    /// Goes on reading.
    ///
    /// - Parameters:
    ///   - bytes: What has arrived and was not used yet.
    ///   - limits: The most that is taken.
    ///   - content: Where decoded content is appended.
    ///   - used: Set to the number of bytes that need not be given again.
    /// - Returns: What was found. There may be more in the rest of the bytes.
    mutating func receive(
        _ bytes: Span<UInt8>,
        limits: RequestLimits,
        into content: inout [UInt8],
        used: inout Int
    ) -> Event {
        used = 0
        switch state {
        case .head:
            return receiveHead(bytes, limits, &used)
        case .length(let remaining):
            used = min(remaining, bytes.count)
            bytes.copy(0..<used, to: &content)
            state = used == remaining ? .head : .length(remaining: remaining - used)
            return used == remaining ? .end : .needsMore
        case .chunked:
            return receiveChunks(bytes, limits, &content, &used)
        case .refused:
            used = bytes.count
            return .needsMore
        }
    }

    private mutating func receiveHead(
        _ bytes: Span<UInt8>,
        _ limits: RequestLimits,
        _ used: inout Int
    ) -> Event {
        switch parser.parse(bytes, limits: limits) {
        case .needsMore:
            return .needsMore
        case .refusal(let refusal):
            return refuse(refusal)
        case .head(let head, let length):
            used = length
            switch head.framing {
            case .none: break
            case .length(let count):
                guard count <= limits.content else { return refuse(.contentTooLarge) }
                state = .length(remaining: count)
            case .chunked:
                decoder = ChunkedDecoder()
                state = .chunked
            }
            return .head(head)
        }
    }

    private mutating func receiveChunks(
        _ bytes: Span<UInt8>,
        _ limits: RequestLimits,
        _ content: inout [UInt8],
        _ used: inout Int
    ) -> Event {
        do throws(Refusal) {
            used = try decoder.decode(bytes, limit: limits.content, into: &content)
            guard decoder.isDone else { return .needsMore }
            state = .head
            return .end
        } catch {
            return refuse(error)
        }
    }

    private mutating func refuse(_ refusal: Refusal) -> Event {
        state = .refused
        return .refusal(refusal)
    }
}
