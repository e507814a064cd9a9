// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error of an app, as it is told to people.
public struct UserFacingError: Error, Sendable, Hashable {
    /// The kind of an error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Nobody answers at the service's address.
        case unreachable
        /// The service did not answer in time.
        case slow
        /// The service has too much to do, or is being put right.
        case busy
        /// The service has a fault of its own.
        case broken
        /// The service answers something else than it should.
        case unreadable
        /// The thing that was requested does not exist.
        case missing
        /// Somebody else may do this, and not the one who asked.
        case notAllowed
        /// The service wants to know who asks.
        case notSignedIn
        /// Things are not as they would have to be, for this to be done.
        case conflict
        /// The entries are not valid.
        case invalid
        /// The service does not do this, for another reason.
        case refused
    }

    /// A field of a form with what is wrong with it.
    public struct Complaint: Sendable, Hashable {
        /// The field's name.
        public let field: String
        /// The error message.
        public let words: Phrase

        /// Creates a complaint.
        ///
        /// - Parameters:
        ///   - field: The field's name.
        ///   - words: The words for the mistake.
        public init(_ field: String, _ words: Phrase) {
            self.field = field
            self.words = words
        }
    }

    /// The time to wait before another try, which pages count down.
    public struct Wait: Sendable, Hashable {
        /// The seconds, at least one.
        public let seconds: Int
        /// The sentence that is said while they last, in which `{}` stands
        /// for the seconds that are left.
        public let words: Phrase
        /// The sentence that is said while one second is left.
        public let last: Phrase
        /// The sentence that is said after them.
        public let end: Phrase

        /// Creates a wait.
        ///
        /// - Parameters:
        ///   - duration: The time, which is rounded up to whole seconds.
        ///   - words: The sentence that is said while it lasts, with `{}` for the seconds.
        ///   - last: The sentence that is said while one second is left.
        ///   - end: The sentence that is said after it.
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
    /// A few words above the others, where those of the kind will not do.
    public var title: Phrase?
    /// A description of the error, in a sentence or two for people.
    public let words: Phrase
    /// The time after which the same may be tried again; `nil` where it is not known.
    public var wait: Wait?
    /// The errors of fields that were filled in.
    public let complaints: [Complaint]
    /// The call and what became of it, in one line without secrets, for
    /// people who look after services.
    public let report: String

    /// Creates a trouble.
    ///
    /// - Parameters:
    ///   - kind: The kind of trouble.
    ///   - words: The words for the event.
    ///   - complaints: The complaints about fields.
    ///   - report: One line for people who look after services; none by default.
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

    /// Whether the same may work a little later, without anything being changed.
    public var isPassing: Bool {
        switch kind {
        case .unreachable, .slow, .busy, .broken, .unreadable: true
        default: false
        }
    }
}
