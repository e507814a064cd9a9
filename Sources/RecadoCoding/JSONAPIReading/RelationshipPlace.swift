// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A property type that is always a relationship: ``ToOne`` or ``ToMany``.
protocol RelationshipModel {
    /// The value for a relationship whose targets are unknown.
    static var unsaid: Self { get }
    /// Converts the relationship for writing, under the given name.
    func relationship(named name: String) -> OutgoingRelationship
}

/// The position of a relationship in a JSON:API document.
struct RelationshipPlace {
    let context: TreeDecoder
    /// The node index of the relationship object, or 0 if the value is the linkage itself, without
    /// an object around it.
    private let object: Int
    /// The node index of the linkage (the identifiers of the targets), if there is one.
    let data: Int?

    init(_ context: TreeDecoder, _ place: Int) {
        self.context = context
        if context.node(place).kind == .object, !context.isResource(place) {
            object = place
            let index = context.find(MemberToken.data, in: place)
            data = index == 0 ? nil : index
        } else {
            object = 0
            data = place
        }
    }

    func links() throws -> JSONAPI.Links { try member(.links) ?? JSONAPI.Links() }

    func meta() throws -> Value.Object? { try (member(.meta) as Value?)?.objectValue }

    private func member<T: Decodable>(_ name: MemberToken) throws -> T? {
        let index = object == 0 ? 0 : context.find(name, in: object)
        return index == 0 || context.isNull(index) ? nil : try context.value(T.self, index)
    }
}
