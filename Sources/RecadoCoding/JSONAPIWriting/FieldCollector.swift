// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Collects the relationships, links and meta of a resource while its attributes are written.
final class FieldCollector {
    /// The fields to write; all if it is `nil`.
    var wanted: Set<String>?
    private let naming: KeyNaming
    private(set) var relationships: [OutgoingRelationship] = []
    private(set) var links: JSONAPI.Links?
    private(set) var meta: (any Encodable)?

    init(naming: KeyNaming) {
        self.naming = naming
    }

    /// Removes everything that was stored for the previous resource, or for this resource if it is
    /// being encoded again.
    func begin() {
        relationships.removeAll(keepingCapacity: true)
        links = nil
        meta = nil
    }

    /// True if a field is to be written.
    func isWanted(_ name: String) -> Bool { wanted?.contains(name) ?? true }

    /// Returns the role of a member (attribute, identity or other), as far as its key determines
    /// it.
    @inline(__always)
    private func role(of key: some CodingKey, _ names: KeyNames?) -> FieldRole {
        names?.name(of: key).field ?? FieldRole(key.stringValue)
    }

    /// True if a member is an attribute that is to be written.
    @inline(__always)
    func isAttribute(_ key: some CodingKey, _ names: KeyNames?) throws -> Bool {
        let role = role(of: key, names)
        if role == .identity { return false }
        if role == .unnamable { throw Self.unnamable(key) }
        return wanted == nil || isWanted(naming.name(for: key.stringValue))
    }

    @inline(never)
    private static func unnamable(_ key: some CodingKey) -> EncodingError {
        EncodingError.invalidValue(
            key.stringValue,
            EncodingError.Context(
                codingPath: [key],
                debugDescription: "expected a name that JSON:API allows"
            )
        )
    }

    /// Stores a member if it is a relationship, links or meta, which are written after the
    /// attributes.
    ///
    /// - Returns: True if the member was stored.
    @inline(__always)
    func takes<Model: Encodable>(
        _ value: Model,
        _ key: some CodingKey,
        _ names: KeyNames?
    ) throws -> Bool {
        let role = role(of: key, names)
        if role == .links, let own = value as? JSONAPI.Links {
            links = own
            return true
        }
        if role == .meta {
            meta = value
            return true
        }
        return try FieldTraits.with(Model.self) { known in
            if known.isRelationship { try hold(value, key, role, known) }
            return known.isRelationship
        }
    }

    private func hold<Model: Encodable>(
        _ value: Model,
        _ key: some CodingKey,
        _ role: FieldRole,
        _ known: FieldTraits.Of<Model>
    ) throws {
        if role == .unnamable { throw Self.unnamable(key) }
        let name = naming.name(for: key.stringValue)
        if let relationship = try known.relationship?(value, name, key) {
            relationships.append(relationship)
        }
    }
}
