// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A property that is always a relationship, for any target.
protocol RelationshipModel {
    /// The relationship whose target is not stated.
    static var unsaid: Self { get }
    /// Returns the relationship for writing, with a name.
    func relationship(named name: String) -> OutgoingRelationship
}

/// The location of a relationship in a document of resources.
struct RelationshipPlace {
    let context: TreeDecoder
    /// The index of the relationship object, or 0 if the linkage has none around it.
    private let object: Int
    /// The index of the linkage, if there is one.
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

    func links() throws -> JSONAPI.Links {
        let index = object == 0 ? 0 : context.find(MemberToken.links, in: object)
        guard index != 0, !context.isNull(index) else { return JSONAPI.Links() }
        return try context.value(JSONAPI.Links.self, index)
    }

    func meta() throws -> Value.Object? {
        let index = object == 0 ? 0 : context.find(MemberToken.meta, in: object)
        return index == 0 ? nil : try context.value(Value.self, index).objectValue
    }
}
