// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// A description of the allowed values, used to write documents and to check input.
///
/// ```swift
/// let plate: Schema = .string(1...20).matching("^[A-Z]{2}-[0-9]+$")
/// ```
///
/// Schemas are derived from Codable types, and use the vocabulary of JSON Schema 2020-12.
public struct Schema: Sendable, Hashable {
    /// The kind of the value.
    public indirect enum Kind: Sendable, Hashable {
        /// Any value at all.
        case any
        /// `true` or `false`.
        case boolean
        /// A whole number.
        case integer
        /// A number.
        case number
        /// Text.
        case string
        /// A list of values of one schema.
        case array(Schema)
        /// Values of one schema under arbitrary names.
        case map(Schema)
        /// Values under known names.
        case object([Property])
        /// A value of one of several schemas.
        case oneOf([Schema])
        /// The schema with this name in ``SchemaLibrary/definitions``.
        case reference(String)
    }

    /// A value under a known name.
    public struct Property: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The schema of the value.
        public var schema: Schema
        /// True if every object must contain the property.
        public var isRequired: Bool
        /// The kind of XML node that holds the property.
        package var node = XML.Node.element

        /// Creates a property.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - schema: The schema of the value.
        ///   - isRequired: True if every object must contain the property.
        public init(_ name: String, _ schema: Schema, isRequired: Bool) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The kind of the value.
    public var kind: Kind
    /// True if the value may be null.
    public var isNullable = false
    /// The meaning of a text or number: `date-time`, `uuid`, `uri`, `int64` and the like.
    public var format: String?
    /// The minimum number of characters, counted as Unicode scalars.
    public var minimumLength: Int?
    /// The maximum number of characters, counted as Unicode scalars.
    public var maximumLength: Int?
    /// The pattern that a text must match; `nil` for any text within the lengths.
    public var pattern: Pattern?
    /// The minimum of a number; only whole numbers can be a minimum.
    public var minimum: Int?
    /// The maximum of a number; only whole numbers can be a maximum.
    public var maximum: Int?
    /// The allowed values, if they are enumerated; otherwise empty.
    public var values: [Value] = []
    /// A short name for people and for generated code: `Title list` becomes `TitleList`.
    public var title: String?
    /// The human-readable description in OpenAPI documents.
    public var about: String?
    /// True if values of other kinds are accepted unchecked, for example if the coding key of a
    /// property is a path with a `*`.
    package var acceptsOtherKinds = false
    /// The storage of a number that is neither a `Double` nor an integer of at most 64 bits; `nil`
    /// for all other numbers.
    package var storage: Storage?
    /// The type that values are read as, if the schema was derived from a type.
    package var type = ModelType()

    /// A kind of number that JSON Schema cannot express.
    package enum Storage: Sendable, Hashable {
        /// A decimal number.
        case decimal
        /// A floating-point number of 32 bits.
        case float
        /// A whole number of more than 64 bits.
        case wide
    }

    /// Creates a schema of a kind, without further constraints.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// Any value at all.
    public static let any = Schema(.any)
    /// `true` or `false`.
    public static let boolean = Schema(.boolean)
    /// A number.
    public static let number = Schema(.number)

    /// Returns a schema for texts within limits.
    ///
    /// - Parameters:
    ///   - lengths: The minimum and maximum number of characters; `nil` for no limit.
    ///   - format: The meaning of the text.
    /// - Returns: The schema.
    public static func string(_ lengths: ClosedRange<Int>? = nil, format: String? = nil) -> Schema {
        var schema = Schema(.string)
        schema.format = format
        if let lengths {
            schema.minimumLength = lengths.lowerBound > 0 ? lengths.lowerBound : nil
            schema.maximumLength = lengths.upperBound
        }
        return schema
    }

    /// Returns the same schema, restricted to texts that match a pattern.
    ///
    /// ```swift
    /// static let schema: Schema = .string(1...20).matching("^[A-Z]{2}-[0-9]+$")
    /// ```
    ///
    /// - Parameter pattern: The pattern.
    /// - Returns: The schema.
    public func matching(_ pattern: Pattern) -> Schema {
        var schema = self
        schema.pattern = pattern
        return schema
    }

    /// Returns a schema for whole numbers within limits.
    ///
    /// - Parameters:
    ///   - range: The minimum and the maximum; `nil` for no limit.
    ///   - format: The kind of integer.
    /// - Returns: The schema.
    public static func integer(_ range: ClosedRange<Int>? = nil, format: String? = nil) -> Schema {
        var schema = Schema(.integer)
        schema.format = format
        schema.minimum = range?.lowerBound
        schema.maximum = range?.upperBound
        return schema
    }

    /// The same schema, which also allows null.
    public var nullable: Schema {
        var schema = self
        schema.isNullable = true
        return schema
    }
}

/// A type that declares its own schema.
///
/// Recado derives the schema of a Codable type by decoding the type from a recorder. A type whose
/// schema cannot be derived (an enum with payloads, a decoder that validates, nested containers)
/// declares it here. `Service.check()` names every type that needs such a declaration and lacks it.
public protocol SchemaProviding: Decodable {
    /// The schema of the type.
    static var schema: Schema { get }
    /// A value of the type, for examples in OpenAPI documents and for mock servers.
    static var example: Self { get }
}

/// Schemas that refer to each other by name.
public struct SchemaLibrary: Sendable, Hashable {
    /// The schemas, keyed by name.
    public package(set) var definitions: [String: Schema] = [:]
    /// The names of the schemas that OpenAPI documents write out wherever they are used.
    package var inlined: Set<String> = []
    /// The name of the schema for files in forms; OpenAPI documents describe a file as binary text.
    package var files: String?

    /// Creates an empty library.
    public init() {}

    /// Returns the definition that a schema refers to.
    ///
    /// - Parameter schema: A schema.
    /// - Returns: The definition; the schema itself if it does not refer to one.
    public func resolve(_ schema: Schema) -> Schema {
        guard case .reference(let name) = schema.kind, var target = definitions[name] else {
            return schema
        }
        target.isNullable = target.isNullable || schema.isNullable
        if schema.type.isKnown { target.type = schema.type }
        return target
    }
}
