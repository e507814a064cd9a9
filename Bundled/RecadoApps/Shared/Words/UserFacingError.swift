// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error of an app, in the form that people see.
public struct UserFacingError: Error, Sendable, Hashable {
    /// The kind of an error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Nobody answers at the service's address.
        case unreachable
        /// The service did not answer in time.
        case slow
        /// The service is overloaded, or under maintenance.
        case busy
        /// The service has an internal error.
        case broken
        /// The service's answer is not valid.
        case unreadable
        /// The thing that was requested does not exist.
        case missing
        /// The caller is not allowed to do this.
        case notAllowed
        /// The service requires a login.
        case notSignedIn
        /// The current state does not allow this.
        case conflict
        /// The entries are not valid.
        case invalid
        /// The service refuses this for another reason.
        case refused
    }

    /// A field of a form with its error.
    public struct Complaint: Sendable, Hashable {
        /// The field's name.
        public let field: String
        /// The error message.
        public let words: Phrase

        /// Creates a complaint.
        ///
        /// - Parameters:
        ///   - field: The field's name.
        ///   - words: The error message.
        public init(_ field: String, _ words: Phrase) {
            self.field = field
            self.words = words
        }
    }

    /// The time to wait before another try, which pages count down.
    public struct Wait: Sendable, Hashable {
        /// The seconds, at least one.
        public let seconds: Int
        /// The sentence that is shown while they last, with `{}` for the seconds that are left.
        public let words: Phrase
        /// The sentence that is shown while one second is left.
        public let last: Phrase
        /// The sentence that is shown after them.
        public let end: Phrase

        /// Creates a wait.
        ///
        /// - Parameters:
        ///   - duration: The time, which is rounded up to whole seconds.
        ///   - words: The sentence that is shown while it lasts, with `{}` for the seconds.
        ///   - last: The sentence that is shown while one second is left.
        ///   - end: The sentence that is shown after it.
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
    /// A heading, if that of the kind is not suitable.
    public var title: Phrase?
    /// A description of the error, in a sentence or two for people.
    public let words: Phrase
    /// The time after which the same may be tried again; `nil` if it is not known.
    public var wait: Wait?
    /// The errors of fields that were filled in.
    public let complaints: [Complaint]
    /// The call and its result in one line without secrets, for administrators.
    public let report: String

    /// Creates a trouble.
    ///
    /// - Parameters:
    ///   - kind: The kind of trouble.
    ///   - words: The message.
    ///   - complaints: The complaints about fields.
    ///   - report: One line for administrators; none by default.
    public init(
        _ kind: Kind,
        _ words: Phrase,
        complaints: [Complaint] = [],
        report: String = ""
    ) {
        self.kind = kind
        self.words = words
        self.complaints = complaints
        self.report = report
    }

    /// True if the same may succeed a little later, without any change.
    public var isPassing: Bool {
        switch kind {
        case .unreachable, .slow, .busy, .broken, .unreadable: true
        default: false
        }
    }
}
