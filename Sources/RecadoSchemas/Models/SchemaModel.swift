// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A model whose schema must equal the schema in the OpenAPI document of a third-party service.
///
/// ```swift
/// struct Pet: SchemaModel {
///     static var schemaName: String? { "pet-item" }
///     var name: String                          // always there
///     var tag: String?                          // may be missing, but is not null
///     @Nullable var owner: String? = nil        // may be missing or null
///     @OrNull var sold: Date?                   // always there, null for no value
/// }
/// ```
///
/// For other models, OpenAPI documents declare every optional property as nullable, too.
public protocol SchemaModel: Codable, Sendable {
    /// The name of the schema in OpenAPI documents; `nil` to write the schema out wherever it is
    /// used.
    ///
    /// By default it is the type's name. A model that contains itself needs a name.
    static var schemaName: String? { get }
}

extension SchemaModel {
    /// The type's name.
    public static var schemaName: String? { "\(Self.self)" }
}

/// A model whose schema has no name and is written out wherever an OpenAPI document uses it.
public protocol InlineModel: SchemaModel {}

extension InlineModel {
    /// `nil`: the schema has no name.
    public static var schemaName: String? { nil }
}
