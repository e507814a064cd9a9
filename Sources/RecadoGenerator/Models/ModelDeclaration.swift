// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The declaration of a Swift type for a schema.
struct ModelDeclaration: Sendable {
    /// The name of the type in Swift.
    let name: String
    /// The name of the schema in the description; `nil` for an unnamed schema.
    let schemaName: String?
    /// The names of the enclosing types, outermost first; empty for a type at the top level.
    let scope: [String]
    /// The schema, with its location.
    let place: DocumentPlace
    var about = ""
    var shape = Shape.structure([], additional: nil)

    /// The kind of the declared type, with its members or cases.
    enum Shape: Sendable {
        /// A struct; `additional` is the type of members that the schema does not list.
        case structure([ModelMember], additional: SwiftType?)
        /// An enum of fixed values.
        case choices(type: String, [(name: String, value: Value)])
        /// An enum with a case for each choice of `oneOf` or `anyOf`.
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
    /// True if the member needs the wrapper `@Indirect`, so that the struct does not contain
    /// itself.
    var isIndirect = false
}

/// A case of an enum for a union.
struct UnionChoice: Sendable {
    /// The name of the case.
    var name: String
    var type: SwiftType
    /// The name of the choice's schema; `nil` if the schema has no name, or if the declaration of
    /// the choice's type already states it.
    var schemaName: String?
    /// The values of the discriminator that select this choice.
    var values: [String] = []
}
