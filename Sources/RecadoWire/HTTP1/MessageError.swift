// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A message of HTTP/1.1 breaks a rule or a limit; nothing can be read after it.
///
/// After a message that was not understood, the start of the next one cannot be found
/// (RFC 9112 §11.2).
package struct MessageError: Error, Sendable, Hashable {
    /// The kinds of errors, according to the answer of a server.
    package enum Kind: Sendable, Hashable {
        /// A rule is broken.
        case malformed
        /// The start line is longer than the limit.
        case startLineTooLong
        /// A field, the header section or the trailer section is longer than the limit.
        case fieldsTooLong
        /// The content is longer than the limit.
        case contentTooLong
        /// The method or the transfer coding is not known here.
        case notImplemented
        /// The major version is not known here.
        case unknownVersion
        /// The client has an expectation that is not known here.
        case unknownExpectation
    }

    /// The kind.
    package let kind: Kind
    /// The reason in words of this package, never the peer's.
    package let detail: String

    /// Creates an error of a kind.
    package init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// Creates an error of a rule that is broken.
    package static func malformed(_ detail: String) -> MessageError {
        MessageError(.malformed, detail)
    }

    /// The error of content that is longer than the limit.
    package static let contentTooLong = MessageError(
        .contentTooLong,
        "the content exceeds what this server takes"
    )

    /// The error of a request line that is longer than the limit.
    package static let requestLineTooLong = MessageError(
        .startLineTooLong,
        "the request line is too long"
    )

    /// The error of a field that is longer than the limit.
    package static let fieldTooLong = MessageError(
        .fieldsTooLong,
        "a header field is too long"
    )

    /// The error of a header section that is longer than the limit.
    package static let sectionTooLong = MessageError(
        .fieldsTooLong,
        "the header section is too long"
    )

    /// The error of more fields than the limit.
    package static let tooManyFields = MessageError(
        .fieldsTooLong,
        "there are too many header fields"
    )

    static let trailersTooLong = MessageError(
        .fieldsTooLong,
        "the trailer section is too long"
    )

    /// The error of a number that is too large for content.
    package static let lengthOutOfRange = malformed("the Content-Length is out of range")

    /// Stream-Safe Text (Unicode Standard Annex #15): with more marks, the time of every comparison
    /// would grow with their square.
    package static let tooManyMarks = malformed("a field has more than 30 marks in a row")

    /// It must not be guessed which of two senders a request has.
    package static let repeatedAuthorization = malformed("there is more than one Authorization")

    /// Two readers could each use a different one of the two.
    package static let severalTypes = malformed("there are different Content-Types")

    /// The error of an expectation that RFC 9110 does not define.
    package static let unknownExpectation = MessageError(
        .unknownExpectation,
        "only 100-continue can be expected"
    )
}
