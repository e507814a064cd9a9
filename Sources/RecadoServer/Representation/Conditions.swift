// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The conditions of a request (RFC 9110 §13).
struct Conditions: Sendable {
    /// The values that tell the current representation of a resource from others.
    struct Validators: Sendable {
        /// The tags of all its representations; none when there is no resource.
        var tags: [EntityTag] = []
        /// When it was changed last, if that is known.
        var modified: HTTPDate?
    }

    /// The decision about the request.
    enum Verdict: Sendable {
        case proceed
        /// The client has the representation already.
        case notModified
        /// The resource is not what the client takes it for.
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
    ///   - isSafe: Whether the method only reads. What cannot be read of If-None-Match, such as a
    ///     tag without quotation marks, is ignored then: the client is sent what it may have.
    /// - Throws: 400 for tags that cannot be read: to ignore them could lose somebody's change.
    ///   Dates that cannot be read are ignored, as RFC 9110 §13.1.4 has it.
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

    /// Reads a date; one that is malformed is none.
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

    /// Whether a client that changes something has said what it takes the resource for.
    var tellsState: Bool { match != nil || noneMatch != nil || unmodifiedSince != nil }

    /// Whether what it has said can be compared with what is there.
    func areComparable(with current: Validators) -> Bool {
        match != nil || noneMatch != nil || (unmodifiedSince != nil && current.modified != nil)
    }

    /// Looks at the conditions in the order of RFC 9110 §13.2.2.
    ///
    /// - Parameters:
    ///   - current: The validators of the resource as it is now.
    ///   - isSafe: Whether the method only reads.
    /// - Returns: The decision about the request.
    func verdict(on current: Validators, isSafe: Bool) -> Verdict {
        if let match {
            guard current.tags.contains(where: { Self.plain(match).matchesStrongly($0) }) else {
                return .failed
            }
        } else if let unmodifiedSince, let modified = current.modified {
            // Of what has no such date nothing is said (RFC 9110 §13.1.4).
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

    /// The condition for content without codings, of which changes are made.
    private static func plain(_ condition: EntityTagCondition) -> EntityTagCondition {
        guard case .tags(let tags) = condition else { return condition }
        return .tags(tags + tags.map(\.withoutCoding))
    }
}
