// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The value of an If-Match or an If-None-Match field (RFC 9110 §13.1.1, §13.1.2).
public enum EntityTagCondition: Sendable, Hashable, CustomStringConvertible {
    /// `*`, which matches every representation.
    case any
    /// A list of tags; the condition matches a representation whose tag is in the list.
    case tags([EntityTag])

    /// The greatest number of tags in a condition.
    public static let limit = 100

    /// Reads the values of all If-Match fields, or of all If-None-Match fields.
    ///
    /// - Parameter values: The value of each field. The result is `nil` if a value is malformed or
    ///   if there are more than ``limit`` tags. A server should then refuse the request, because
    ///   ignoring a condition may overwrite someone's change.
    public init?(_ values: [String]) {
        if values.count == 1, FieldList.trimmed(values[0][...]).hasSameBytes(as: "*") {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        for value in values {
            var scanner = FieldScanner(value)
            scanner.skipSeparators()
            while !scanner.isAtEnd {
                guard tags.count < Self.limit, let tag = EntityTag(reading: &scanner) else {
                    return nil
                }
                tags.append(tag)
                scanner.skipBlanks()
                guard scanner.isAtEnd || scanner.next == UInt8(ascii: ",") else { return nil }
                scanner.skipSeparators()
            }
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }

    /// True if the current representation matches by strong comparison, as If-Match requires.
    ///
    /// - Parameter current: The tag of the current representation, `nil` when there is none.
    /// - Returns: True if a tag is strongly equal to `current`; for `*`, true if `current` is not
    ///   `nil`.
    public func matchesStrongly(_ current: EntityTag?) -> Bool {
        guard let current else { return false }
        switch self {
        case .any: return true
        case .tags(let tags): return tags.contains { $0.isStronglyEqual(to: current) }
        }
    }

    /// True if the current representation matches by weak comparison, as If-None-Match requires.
    ///
    /// - Parameter current: The tag of the current representation, `nil` when there is none.
    /// - Returns: True if a tag is weakly equal to `current`; for `*`, true if `current` is not
    ///   `nil`.
    public func matchesWeakly(_ current: EntityTag?) -> Bool {
        guard let current else { return false }
        switch self {
        case .any: return true
        case .tags(let tags): return tags.contains { $0.isWeaklyEqual(to: current) }
        }
    }

    /// The condition as a field's value.
    public var description: String {
        switch self {
        case .any: "*"
        case .tags(let tags): tags.map(\.description).joined(separator: ", ")
        }
    }
}
