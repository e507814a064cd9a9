// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// The shape of a value, from which documents are written and input is checked.
///
/// ```swift
/// let plate: Schema = .string(1...20).matching("^[A-Z]{2}-[0-9]+$")
/// ```
///
/// Schemas come from Codable types by themselves, and have the vocabulary of JSON Schema 2020-12.
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
        /// A list of values of one shape.
        case array(Schema)
        /// Values of one shape under names of any spelling.
        case map(Schema)
        /// Values under known names.
        case object([Property])
        /// A value of one of several shapes.
        case oneOf([Schema])
        /// The shape that stands under a name in ``SchemaLibrary/definitions``.
        case reference(String)
    }

    /// A value under a known name.
    public struct Property: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The shape of the value.
        public var schema: Schema
        /// Whether the value must be there.
        public var isRequired: Bool
        /// Its kind of node in XML.
        package var node = XML.Node.element

        /// Creates a property.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - schema: The shape of the value.
        ///   - isRequired: Whether the value must be there.
        public init(_ name: String, _ schema: Schema, isRequired: Bool) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The kind of the value.
    public var kind: Kind
    /// Whether null stands for no value.
    public var isNullable = false
    /// The meaning of a text or number: `date-time`, `uuid`, `uri`, `int64` and the like.
    public var format: String?
    /// The least number of characters, counted as Unicode scalars.
    public var minimumLength: Int?
    /// The greatest number of characters, counted as Unicode scalars.
    public var maximumLength: Int?
    /// The pattern that a text must match; `nil` for any text within the lengths.
    public var pattern: Pattern?
    /// The least number, which is a whole one.
    public var minimum: Int?
    /// The greatest number, which is a whole one.
    public var maximum: Int?
    /// The only values there are, when that is so; empty otherwise.
    public var values: [Value] = []
    /// A short name for people, and for code that is generated: `Title list` becomes `TitleList`.
    public var title: String?
    /// Words for people.
    public var about: String?
    /// Whether values of other kinds are taken, too, about which the schema says nothing: a
    /// path with `*` passes over them.
    package var passesOverOtherKinds = false
    /// The storage of a number that is neither a `Double` nor within 64 bits; otherwise `nil`.
    package var storage: Storage?
    /// The type that values are read as, where the schema came from one.
    package var type = ModelType()

    /// A sort of number for which JSON Schema has no word.
    package enum Storage: Sendable, Hashable {
        /// A number of decimal digits.
        case decimal
        /// A floating-point number of 32 bits.
        case float
        /// A whole number of more than 64 bits.
        case wide
    }

    /// Creates a schema of a kind, without further limits.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// Any value at all.
    public static let any = Schema(.any)
    /// `true` or `false`.
    public static let boolean = Schema(.boolean)
    /// A number.
    public static let number = Schema(.number)

    /// Text within limits.
    ///
    /// - Parameters:
    ///   - lengths: The least and greatest number of characters; `nil` for no limit.
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

    /// The same shape, of texts that match a pattern.
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

    /// A whole number within limits.
    ///
    /// - Parameters:
    ///   - range: The least and the greatest number; `nil` for no limit.
    ///   - format: The sort of integer.
    /// - Returns: The schema.
    public static func integer(_ range: ClosedRange<Int>? = nil, format: String? = nil) -> Schema {
        var schema = Schema(.integer)
        schema.format = format
        schema.minimum = range?.lowerBound
        schema.maximum = range?.upperBound
        return schema
    }

    /// The same shape, or null.
    public var nullable: Schema {
        var schema = self
        schema.isNullable = true
        return schema
    }
}

/// A type that says itself what shape it has.
///
/// Recado finds the shape of a Codable type by decoding it from a recorder. What cannot be found
/// so — enums with payloads, decoders that check what they read, nested containers — says it.
/// `Service.check()` names every type that needs this and lacks it.
public protocol SchemaProviding: Decodable {
    /// The shape.
    static var schema: Schema { get }
    /// A value of the type, for documents and mocks.
    static var example: Self { get }
}

/// Shapes that refer to each other by name.
public struct SchemaLibrary: Sendable, Hashable {
    /// The shapes by name.
    public package(set) var definitions: [String: Schema] = [:]
    /// The names of the shapes that documents write out in each place.
    package var inlined: Set<String> = []
    /// The name of the shape of files in forms, which documents write out as binary text.
    package var files: String?

    /// Creates an empty library.
    public init() {}

    /// The shape that a schema stands for: the definition, when it is a reference.
    ///
    /// - Parameter schema: A schema.
    /// - Returns: The definition; the schema itself when it is none that refers to one.
    public func resolve(_ schema: Schema) -> Schema {
        guard case .reference(let name) = schema.kind, var target = definitions[name] else {
            return schema
        }
        target.isNullable = target.isNullable || schema.isNullable
        if schema.type.isKnown { target.type = schema.type }
        return target
    }
}
