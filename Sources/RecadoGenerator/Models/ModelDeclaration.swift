// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A type that is declared for a schema.
struct ModelDeclaration: Sendable {
    /// The name in Swift.
    let name: String
    /// The name in the description; `nil` for a schema without a name of its own.
    let schemaName: String?
    /// The names of the types that it is declared in, from the outermost;
    /// none for one of the service.
    let scope: [String]
    /// The schema.
    let place: DocumentPlace
    var about = ""
    var shape = Shape.structure([], additional: nil)

    /// The kind of type that is declared, with its content.
    enum Shape: Sendable {
        /// A struct, and the type of members that are not listed.
        case structure([ModelMember], additional: SwiftType?)
        /// An enum of values.
        case choices(type: String, [(name: String, value: Value)])
        /// An enum with a case for each shape.
        case union(discriminator: String?, [UnionChoice])
    }
}

/// A member of a struct.
struct ModelMember: Sendable {
    let key: String
    var use: SchemaUse
    var isRequired: Bool
    var about = ""
    var isDeprecated = false
    /// Whether it would contain itself without a box.
    var isIndirect = false
}

/// A choice of a union.
struct UnionChoice: Sendable {
    /// The case's name.
    var name: String
    var type: SwiftType
    /// The name of the schema, where the type has none.
    var schemaName: String?
    /// The discriminator's values.
    var values: [String] = []
}
