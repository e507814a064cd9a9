// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error of an app, as the user sees it.
public struct UserFacingError: Error, Sendable, Hashable {
    /// The kind of an error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The service cannot be reached.
        case unreachable
        /// The service did not answer in time.
        case slow
        /// The service is overloaded, or under maintenance.
        case busy
        /// The service has an internal error.
        case broken
        /// The service's answer is not valid.
        case unreadable
        /// The requested item does not exist.
        case missing
        /// The user is not allowed to do this.
        case notAllowed
        /// The service requires a login.
        case notSignedIn
        /// The current state of the item does not allow this.
        case conflict
        /// The form entries are not valid.
        case invalid
        /// The service refuses the request for another reason.
        case refused
    }

    /// A field of a form with its error.
    public struct FieldMessage: Sendable, Hashable {
        /// The field's name.
        public let field: String
        /// The error message.
        public let words: Phrase

        /// Creates a message.
        ///
        /// - Parameters:
        ///   - field: The field's name.
        ///   - words: The error message.
        public init(_ field: String, _ words: Phrase) {
            self.field = field
            self.words = words
        }
    }

    /// A time to wait before another attempt, which pages count down.
    public struct Wait: Sendable, Hashable {
        /// The number of seconds, at least one.
        public let seconds: Int
        /// The sentence during the wait, with `{}` for the remaining seconds.
        public let words: Phrase
        /// The sentence while one second remains.
        public let last: Phrase
        /// The sentence after the wait.
        public let end: Phrase

        /// Creates a wait.
        ///
        /// - Parameters:
        ///   - duration: The time to wait, which is rounded up to whole seconds.
        ///   - words: The sentence during the wait, with `{}` for the remaining seconds.
        ///   - last: The sentence while one second remains.
        ///   - end: The sentence after the wait.
        public init(_ duration: Duration, _ words: Phrase, last: Phrase, end: Phrase) {
            let (whole, rest) = duration.components
            seconds = Int(clamping: max(1, rest > 0 && whole < .max ? whole + 1 : whole))
            self.words = words
            self.last = last
            self.end = end
        }
    }

    /// The kind of the error.
    public let kind: Kind
    /// The heading; `nil` to use the heading of the error's kind.
    public var title: Phrase?
    /// The message for the user, in one or two sentences.
    public let words: Phrase
    /// The time after which the user may try again; `nil` if it is not known.
    public var wait: Wait?
    /// The errors of form fields.
    public let fieldMessages: [FieldMessage]
    /// The call and its result in one line without secrets, for administrators.
    public let report: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of the error.
    ///   - words: The message.
    ///   - fieldMessages: The errors of form fields.
    ///   - report: One line for administrators; none by default.
    public init(
        _ kind: Kind,
        _ words: Phrase,
        fieldMessages: [FieldMessage] = [],
        report: String = ""
    ) {
        self.kind = kind
        self.words = words
        self.fieldMessages = fieldMessages
        self.report = report
    }

    /// True if the same request may succeed later without any change.
    public var isTemporary: Bool {
        switch kind {
        case .unreachable, .slow, .busy, .broken, .unreadable: true
        default: false
        }
    }
}
