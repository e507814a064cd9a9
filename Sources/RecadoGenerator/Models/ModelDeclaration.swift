// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A type that is declared for a schema.
struct ModelDeclaration: Sendable {
    /// The name in Swift.
    let name: String
    /// The name in the description; `nil` for a schema without its own name.
    let schemaName: String?
    /// The names of the types that contain the declaration, from the outermost; empty for a type at
    /// the top level.
    let scope: [String]
    /// The schema.
    let place: DocumentPlace
    var about = ""
    var shape = Shape.structure([], additional: nil)

    /// The kind of the declared type, with its content.
    enum Shape: Sendable {
        /// A struct, with the type of members that are not listed.
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
    /// True if it would contain itself without a box.
    var isIndirect = false
}

/// A choice of a union.
struct UnionChoice: Sendable {
    /// The case's name.
    var name: String
    var type: SwiftType
    /// The name of the schema, if the type has none.
    var schemaName: String?
    /// The discriminator's values.
    var values: [String] = []
}
