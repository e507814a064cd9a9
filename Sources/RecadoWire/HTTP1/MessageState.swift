// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The progress of a reader with the message that comes.
///
/// It stands apart from the reader, which is large, so that it can be
/// asked for without a copy of that.
@usableFromInline
package enum MessageState: Sendable, Hashable {
    /// Nothing of the message has come.
    case head
    /// The first bytes of the head have come and its last have not.
    case insideHead
    /// So many bytes of content are to come.
    case length(remaining: Int)
    /// Content comes in chunks; so many bytes of the present one are next.
    case chunked(plain: Int)
    /// Content comes up to the end of the connection.
    case untilEnd
    /// The response has come, and the next one has to be begun.
    case complete
    /// A rule or a limit is broken.
    case failed

    /// Whether the first bytes of a head have been seen and its last have not.
    @inlinable package var isInsideHead: Bool {
        if case .insideHead = self { true } else { false }
    }

    /// Whether the content of the message has not ended.
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

    /// The number of bytes that come next and are content, which may be read to where it is wanted;
    /// `Int.max` up to the end of the connection.
    @inlinable package var plainContent: Int {
        switch self {
        case .length(let remaining): remaining
        case .chunked(let plain): plain
        case .untilEnd: .max
        case .head, .insideHead, .complete, .failed: 0
        }
    }

    /// Whether the response is complete, or none has been begun.
    @inlinable package var isComplete: Bool {
        if case .complete = self { true } else { false }
    }
}
