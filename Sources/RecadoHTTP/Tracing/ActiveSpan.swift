// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The span of work in progress, with the attributes that are recorded about the work.
public final class ActiveSpan: Sendable {
    private struct Notes {
        var attributes: [String: String] = [:]
        var error: String?
    }

    /// True if the span is recorded.
    ///
    /// A trace that is not sampled has spans, too, but nothing is recorded about them.
    public let isRecorded: Bool
    private let name: String
    private let kind: TraceSpan.Kind
    private let began = Duration.since1970
    private let instant = ContinuousClock.now
    private let notes = Mutex(Notes())

    /// The fields that mark a request as part of a span of another tracing system; empty for spans
    /// of this package.
    package let foreignFields: Fields

    init(
        _ name: String,
        _ kind: TraceSpan.Kind,
        isRecorded: Bool,
        foreignFields: Fields = Fields()
    ) {
        self.name = name
        self.kind = kind
        self.isRecorded = isRecorded
        self.foreignFields = foreignFields
    }

    /// Creates a span for work that another system traces.
    convenience init(of foreign: any BackendSpan) {
        // The other system stores the name and the kind.
        self.init(
            "",
            .internal,
            isRecorded: foreign.isRecorded,
            foreignFields: foreign.fields
        )
    }

    /// The span of work that is not traced.
    @usableFromInline static let untraced = ActiveSpan("", .internal, isRecorded: false)

    /// An attribute of the work; it must hold no secret.
    ///
    /// The attribute is discarded if the span is not recorded.
    public subscript(attribute: String) -> String? {
        get { notes.withLock { $0.attributes[attribute] } }
        set {
            guard isRecorded else { return }
            notes.withLock { $0.attributes[attribute] = newValue }
        }
    }

    /// Records that the work has failed.
    ///
    /// - Parameter error: The kind of the error, such as the name of its type, and not its message,
    ///   which might hold a secret.
    public func fail(_ error: String) {
        guard isRecorded else { return }
        notes.withLock { $0.error = error }
    }

    /// Returns the finished span of the work, which ends now.
    func end(in context: TraceContext, _ parent: TraceContext?) -> TraceSpan {
        let notes = notes.withLock { $0 }
        return TraceSpan(
            name: name,
            kind: kind,
            context: context,
            parentID: parent?.spanID,
            began: began,
            duration: instant.duration(to: .now),
            attributes: notes.attributes,
            error: notes.error
        )
    }

    /// Ends a span of another system, and returns or throws the outcome of the work.
    func finish<Result, Failure: Error>(
        _ foreign: any BackendSpan,
        _ outcome: Swift.Result<Result, Failure>,
        _ isFailure: (Failure) -> Bool
    ) throws(Failure) -> Result {
        if case .failure(let error) = outcome, isFailure(error) { fail("\(type(of: error))") }
        let notes = notes.withLock { $0 }
        foreign.end(notes.attributes, error: notes.error)
        return try outcome.get()
    }
}
