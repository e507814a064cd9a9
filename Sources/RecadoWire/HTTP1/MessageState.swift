// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The progress of a reader with the current message.
///
/// It is separate from the reader, so that it can be returned without copying the large reader.
@usableFromInline
package enum MessageState: Sendable, Hashable {
    /// No byte of the message has arrived.
    case head
    /// The head has arrived in part.
    case insideHead
    /// The given number of content bytes is still to come.
    case length(remaining: Int)
    /// The content is chunked; the given number of bytes of the current chunk comes next.
    case chunked(plain: Int)
    /// The content extends to the end of the connection.
    case untilEnd
    /// The response is complete; the next response is read only after a call of `begin`.
    case complete
    /// The message broke a rule or a limit; nothing more is read.
    case failed

    /// True if the head has arrived in part.
    @inlinable package var isInsideHead: Bool {
        if case .insideHead = self { true } else { false }
    }

    /// True if the content of the message has not ended.
    @inlinable package var isInsideContent: Bool {
        switch self {
        case .length, .chunked, .untilEnd: true
        case .head, .insideHead, .complete, .failed: false
        }
    }

    /// The number of content bytes to come, if it is known.
    @inlinable package var remainingContent: Int? {
        if case .length(let remaining) = self { remaining } else { nil }
    }

    /// The number of content bytes that come next and may be read directly into their destination;
    /// `Int.max` if the content extends to the end of the connection.
    @inlinable package var plainContent: Int {
        switch self {
        case .length(let remaining): remaining
        case .chunked(let plain): plain
        case .untilEnd: .max
        case .head, .insideHead, .complete, .failed: 0
        }
    }

    /// True if the response is complete, or no response has been begun.
    @inlinable package var isComplete: Bool {
        if case .complete = self { true } else { false }
    }
}
