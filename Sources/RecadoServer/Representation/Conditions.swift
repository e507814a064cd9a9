// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The conditions of a request (RFC 9110 §13).
struct Conditions: Sendable {
    /// The validators of a resource's current state: its entity tags and its modification date.
    struct Validators: Sendable {
        /// The tags of all current representations; empty when there is no resource.
        var tags: [EntityTag] = []
        /// The time of the last change, if it is known.
        var modified: HTTPDate?
    }

    /// The decision about the request.
    enum Verdict: Sendable {
        case proceed
        /// The client already has the representation.
        case notModified
        /// The resource is not in the state that the client expects.
        case failed
    }

    private var match: EntityTagCondition?
    private var noneMatch: EntityTagCondition?
    private var modifiedSince: HTTPDate?
    private var unmodifiedSince: HTTPDate?

    /// Reads the conditions; `nil` when there are none.
    ///
    /// - Parameters:
    ///   - fields: The fields of the request.
    ///   - isSafe: True if the method only reads. In that case, a malformed If-None-Match, for
    ///     example with a tag without quotation marks, is ignored: at worst, the client gets
    ///     content that it already has.
    /// - Throws: 400 for malformed tags, because ignoring them could lose somebody's change.
    ///   Malformed dates are ignored, as RFC 9110 §13.1.4 requires.
    init?(_ fields: borrowing Fields, isSafe: Bool) throws(ProblemDetails) {
        guard fields.hasNames(beginningWith: "if-") else { return nil }
        let fields = copy fields
        match = try Self.condition(.ifMatch, fields)
        noneMatch =
            isSafe
            ? EntityTagCondition(fields[values: .ifNoneMatch])
            : try Self.condition(.ifNoneMatch, fields)
        if match == nil { unmodifiedSince = Self.date(fields[.ifUnmodifiedSince]) }
        if noneMatch == nil { modifiedSince = Self.date(fields[.ifModifiedSince]) }
        guard
            match != nil || noneMatch != nil || modifiedSince != nil || unmodifiedSince != nil
        else { return nil }
    }

    /// Reads a date; `nil` if it is malformed.
    static func date(_ text: String?) -> HTTPDate? {
        text.flatMap { HTTPDate($0, now: HTTPDate(secondsSince1970: Int64(Ticks.wallSeconds))) }
    }

    private static func condition(
        _ name: FieldName,
        _ fields: Fields
    ) throws(ProblemDetails) -> EntityTagCondition? {
        guard fields.contains(name) else { return nil }
        guard let condition = EntityTagCondition(fields[values: name]) else {
            throw ProblemDetails(
                status: .badRequest,
                detail: Language.words(
                    "\(name) holds something else than entity tags or a star.",
                    es: "\(name) contiene algo que no son etiquetas ni un asterisco."
                )
            )
        }
        return condition
    }

    /// True if a client that changes a resource has stated the version that it expects.
    var tellsState: Bool { match != nil || noneMatch != nil || unmodifiedSince != nil }

    /// Returns true if the stated version can be compared with the current state.
    func areComparable(with current: Validators) -> Bool {
        match != nil || noneMatch != nil || (unmodifiedSince != nil && current.modified != nil)
    }

    /// Evaluates the conditions in the order of RFC 9110 §13.2.2.
    ///
    /// - Parameters:
    ///   - current: The validators of the resource's current state.
    ///   - isSafe: True if the method only reads.
    /// - Returns: The decision about the request.
    func verdict(on current: Validators, isSafe: Bool) -> Verdict {
        if let match {
            guard current.tags.contains(where: { Self.plain(match).matchesStrongly($0) }) else {
                return .failed
            }
        } else if let unmodifiedSince, let modified = current.modified {
            // For a resource without a modification date, the condition is ignored (RFC 9110
            // §13.1.4).
            guard modified <= unmodifiedSince else { return .failed }
        }
        if let noneMatch {
            if current.tags.contains(where: { noneMatch.matchesWeakly($0) }) {
                return isSafe ? .notModified : .failed
            }
        } else if isSafe, let modifiedSince, let modified = current.modified,
            modified <= modifiedSince
        {
            return .notModified
        }
        return .proceed
    }

    /// Returns the condition with the uncoded form of each tag added, because changes apply to
    /// uncoded content.
    private static func plain(_ condition: EntityTagCondition) -> EntityTagCondition {
        guard case .tags(let tags) = condition else { return condition }
        return .tags(tags + tags.map(\.withoutCoding))
    }
}
