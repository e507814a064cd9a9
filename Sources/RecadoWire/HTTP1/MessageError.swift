// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error for an HTTP/1.1 message that breaks a rule or a limit.
///
/// That message is the last of its connection: after a message that cannot be parsed, the start of
/// the next message cannot be found (RFC 9112 §11.2).
package struct MessageError: Error, Sendable, Hashable {
    /// The kinds of errors, each of which a server answers with a status of its own.
    package enum Kind: Sendable, Hashable {
        /// The message breaks a rule.
        case malformed
        /// The start line is longer than the limit.
        case startLineTooLong
        /// A field, the header section or the trailer section is longer than the limit.
        case fieldsTooLong
        /// The content is longer than the limit.
        case contentTooLong
        /// The reader does not support the method or the transfer coding.
        case notImplemented
        /// The reader does not support the major version.
        case unknownVersion
        /// The reader does not support the client's expectation.
        case unknownExpectation
    }

    /// The kind, which determines the status of a server's answer.
    package let kind: Kind
    /// The reason, in the words of this package; it never quotes the peer.
    package let detail: String

    /// Creates an error of a kind.
    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// Creates an error for a broken rule.
    package static func malformed(_ detail: String) -> MessageError {
        MessageError(.malformed, detail)
    }

    /// The error for content that is longer than the limit.
    package static let contentTooLong = MessageError(
        .contentTooLong,
        "the content exceeds what this server takes"
    )

    /// The error for a request line that is longer than the limit.
    package static let requestLineTooLong = MessageError(
        .startLineTooLong,
        "the request line is too long"
    )

    /// The error for a field that is longer than the limit.
    package static let fieldTooLong = MessageError(
        .fieldsTooLong,
        "a header field is too long"
    )

    /// The error for a header section that is longer than the limit.
    package static let sectionTooLong = MessageError(
        .fieldsTooLong,
        "the header section is too long"
    )

    /// The error for more fields than the limit.
    package static let tooManyFields = MessageError(
        .fieldsTooLong,
        "there are too many header fields"
    )

    static let trailersTooLong = MessageError(
        .fieldsTooLong,
        "the trailer section is too long"
    )

    /// The error for a Content-Length that is too large.
    package static let lengthOutOfRange = malformed("the Content-Length is out of range")

    /// The error for more than 30 combining marks in a row, the limit of Stream-Safe Text (Unicode
    /// Standard Annex #15): the time of a comparison grows with the square of their number.
    package static let tooManyMarks = malformed("a field has more than 30 marks in a row")

    /// The error for two Authorization fields, because the reader would have to guess which
    /// credentials apply.
    package static let repeatedAuthorization = malformed("there is more than one Authorization")

    /// The error for different Content-Types, because two readers could each use a different type.
    package static let severalTypes = malformed("there are different Content-Types")

    /// The error for an expectation that RFC 9110 does not define.
    package static let unknownExpectation = MessageError(
        .unknownExpectation,
        "only 100-continue can be expected"
    )
}
