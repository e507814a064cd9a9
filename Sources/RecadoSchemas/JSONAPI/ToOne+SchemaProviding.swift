// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

extension ToOne: SchemaProviding {
    /// The identifier of a resource, or null.
    public static var schema: Schema { ResourceIdentifier.schema.nullable }

    /// An empty relationship.
    public static var example: ToOne { ToOne(.empty) }
}

extension ToMany: SchemaProviding {
    /// Identifiers of resources.
    public static var schema: Schema { Schema(.array(ResourceIdentifier.schema)) }

    /// An empty relationship.
    public static var example: ToMany { ToMany([]) }
}

extension ResourceIdentifier: SchemaProviding {
    /// An object with a type and an identity.
    public static var schema: Schema {
        Schema(
            .object([
                Schema.Property("type", Schema(.string), isRequired: true),
                Schema.Property("id", Schema(.string), isRequired: true),
            ])
        )
    }

    /// An arbitrary identifier.
    public static var example: ResourceIdentifier { ResourceIdentifier(type: "films", id: "1") }
}
