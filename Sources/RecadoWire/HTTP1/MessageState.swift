// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The progress of a reader with the current message.
///
/// It is separate from the reader, which is large, so that it can be returned without a copy of the
/// reader.
@usableFromInline
package enum MessageState: Sendable, Hashable {
    /// Nothing of the message has come.
    case head
    /// The first bytes of the head have come and its last have not.
    case insideHead
    /// The given number of content bytes is still to come.
    case length(remaining: Int)
    /// Content comes in chunks; the given number of bytes of the current chunk comes next.
    case chunked(plain: Int)
    /// Content comes up to the end of the connection.
    case untilEnd
    /// The response is complete, and the next one must be begun explicitly.
    case complete
    /// A rule or a limit is broken.
    case failed

    /// True if the first bytes of a head have been seen and its last have not.
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

    /// The bytes of content to come, when that is known.
    @inlinable package var remainingContent: Int? {
        if case .length(let remaining) = self { remaining } else { nil }
    }

    /// The number of content bytes that come next and may be read directly to their destination;
    /// `Int.max` up to the end of the connection.
    @inlinable package var plainContent: Int {
        switch self {
        case .length(let remaining): remaining
        case .chunked(let plain): plain
        case .untilEnd: .max
        case .head, .insideHead, .complete, .failed: 0
        }
    }

    /// True if the response is complete, or none has been begun.
    @inlinable package var isComplete: Bool {
        if case .complete = self { true } else { false }
    }
}
