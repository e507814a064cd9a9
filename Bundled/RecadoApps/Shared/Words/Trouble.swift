// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What kept an app from doing what it was asked, as it is told to people.
public struct Trouble: Error, Sendable, Hashable {
    /// What kind of trouble it is.
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
        /// What was asked for is not there.
        case missing
        /// Somebody else may do this, and not the one who asked.
        case notAllowed
        /// The service wants to know who asks.
        case notSignedIn
        /// Things are not as they would have to be, for this to be done.
        case conflict
        /// What was entered cannot be taken.
        case invalid
        /// The service does not do this, for another reason.
        case refused
    }

    /// A field of a form with what is wrong with it.
    public struct Complaint: Sendable, Hashable {
        /// The field's name.
        public let field: String
        /// What is wrong.
        public let words: Phrase

        /// Creates a complaint.
        ///
        /// - Parameters:
        ///   - field: The field's name.
        ///   - words: What is wrong.
        public init(_ field: String, _ words: Phrase) {
            self.field = field
            self.words = words
        }
    }

    /// What kind of trouble it is.
    public let kind: Kind
    /// What happened, in a sentence or two for people.
    public let words: Phrase
    /// What is wrong with fields that were filled in.
    public let complaints: [Complaint]
    /// The call and what became of it, in one line without secrets, for people who look after services.
    public let report: String

    /// Creates a trouble.
    ///
    /// - Parameters:
    ///   - kind: What kind of trouble it is.
    ///   - words: What happened.
    ///   - complaints: What is wrong with fields.
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
