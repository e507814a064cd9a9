// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

// The messages of one connection, one after another.
//
//          head without content
//             ┌──────┐
//             │      ▼     head with content                           last byte of the content
//   start ───▶  head  ───────────────────▶ content(length | chunks | until the end) ───▶ head
//               │                                   │
//               └────────────▶ failed ◀─────────────┘
//
// A response is complete at the end of its content. The next response is read only after a call of
// `begin`.
//
// Invariants, quoted by the tests:
//  R1  Bytes that belong to one message are never taken for part of another.
//  R2  After an error nothing is read any more: the state is final.
//  R3  The bytes of a head are used all at once, when the head is complete. The bytes of content
//      are used as they arrive.

/// Splits the bytes of a connection into messages, without doing I/O and without a clock or a task.
///
/// `RequestReader` and `ResponseReader` are the readers of the two roles.
package struct MessageReader<Role: MessageRole>: Sendable {
    /// The result of reading some bytes.
    enum Step {
        case needsMore
        case head(Role.Head)
        case end
    }

    /// The storage for the next message's fields.
    package var spare = FieldStorage()
    /// The state of the current message.
    package internal(set) var state: MessageState
    var head: HeadReader<Role>
    var decoder = ChunkedDecoder<Role>()

    init(_ role: Role) {
        head = HeadReader(role)
        state = Role.followsByItself ? .head : .complete
    }

    /// Counts content that the caller has read without the reader: at most `plainContent` bytes.
    package mutating func passed(_ count: Int) {
        switch state {
        case .length(let remaining):
            if count < remaining { state = .length(remaining: remaining - count) } else { end() }
        case .chunked:
            decoder.passed(count)
            state = .chunked(plain: decoder.plainContent)
        case .head, .insideHead, .untilEnd, .complete, .failed: break
        }
    }

    // MARK: - Reading

    /// Continues reading.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived and are not used yet.
    ///   - limits: The limits of each part.
    ///   - content: The bytes that decoded content is appended to.
    ///   - used: Set to the number of bytes that must not be passed again.
    /// - Returns: The part that was found. The rest of the bytes may contain more parts.
    /// - Throws: An error that says what is wrong with the message; nothing can be read after it.
    @inline(__always)
    mutating func receive(
        _ bytes: Span<UInt8>,
        _ limits: MessageLimits,
        _ content: inout [UInt8],
        _ used: inout Int
    ) throws(MessageError) -> Step {
        used = 0
        switch state {
        case .head, .insideHead:
            return try receiveHead(bytes, limits, &used)
        case .length(let remaining):
            used = min(remaining, bytes.count)
            bytes.copy(0..<used, to: &content)
            passed(used)
            return used == remaining ? .end : .needsMore
        case .chunked:
            return try receiveChunks(bytes, limits, &content, &used)
        case .untilEnd:
            used = bytes.count
            bytes.copy(0..<used, to: &content)
            return .needsMore
        case .complete:
            return .needsMore
        case .failed:
            used = bytes.count
            return .needsMore
        }
    }

    @inline(__always)
    private mutating func receiveHead(
        _ bytes: Span<UInt8>,
        _ limits: MessageLimits,
        _ used: inout Int
    ) throws(MessageError) -> Step {
        do throws(MessageError) {
            guard let (found, framing) = try head.read(bytes, limits, &spare) else {
                if head.hasBegun { state = .insideHead }
                return .needsMore
            }
            used = head.length
            switch framing {
            case .none: end()
            case .length(let count):
                guard count <= limits.content else { throw .contentTooLong }
                state = .length(remaining: count)
            case .chunked:
                decoder.begin()
                state = .chunked(plain: 0)
            case .untilEnd: state = .untilEnd
            }
            return .head(found)
        } catch {
            state = .failed
            throw error
        }
    }

    private mutating func receiveChunks(
        _ bytes: Span<UInt8>,
        _ limits: MessageLimits,
        _ content: inout [UInt8],
        _ used: inout Int
    ) throws(MessageError) -> Step {
        do throws(MessageError) {
            used = try decoder.decode(bytes, limits, into: &content)
            guard decoder.isDone else {
                state = .chunked(plain: decoder.plainContent)
                return .needsMore
            }
            end()
            return .end
        } catch {
            state = .failed
            throw error
        }
    }

    private mutating func end() {
        state = Role.followsByItself ? .head : .complete
    }
}
