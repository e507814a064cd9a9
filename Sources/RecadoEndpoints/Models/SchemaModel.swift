// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A model whose shape in documents is exactly what a foreign service says of it.
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
/// Of other models a document says that every optional may be null as well.
public protocol SchemaModel: Codable, Sendable {
    /// The name of the shape in documents; `nil` to write it out in each place.
    ///
    /// By default it is the type's name. A model that contains itself needs one.
    static var schemaName: String? { get }
}

extension SchemaModel {
    /// The type's name.
    public static var schemaName: String? { "\(Self.self)" }
}

/// A model whose shape is written out in each place of a document.
public protocol InlineModel: SchemaModel {}

extension InlineModel {
    /// None.
    public static var schemaName: String? { nil }
}
