// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type that supplies the default for a property whose value is missing or null.
public protocol DefaultValue {
    /// The type of the property.
    associatedtype Value: Sendable
    /// The value that replaces a missing or null value.
    static var defaultValue: Value { get }
}

/// A property that gets a default value if its value in the document is missing or null.
///
/// ```swift
/// struct Film: Codable {
///     var title: String
///     @Default<Defaults.False> var rented: Bool
///     @Default<Defaults.Empty<[String]>> var cast: [String]
/// }
/// ```
///
/// An invalid value is still an error. The default is written like any other value.
@propertyWrapper
public struct Default<Source: DefaultValue>: Sendable {
    /// The value from the document, or the default.
    public var wrappedValue: Source.Value

    /// Creates the property with a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Source.Value) { self.wrappedValue = wrappedValue }
}

/// The usual defaults.
public enum Defaults: Sendable {
    /// A default of `false`.
    public enum False: DefaultValue, Sendable {
        /// `false`.
        public static var defaultValue: Bool { false }
    }

    /// A default of `true`.
    public enum True: DefaultValue, Sendable {
        /// `true`.
        public static var defaultValue: Bool { true }
    }

    /// A default of 0.
    public enum Zero<Number: Numeric & Sendable>: DefaultValue, Sendable {
        /// The number 0.
        public static var defaultValue: Number { .zero }
    }

    /// A default of the empty string.
    public enum EmptyText: DefaultValue, Sendable {
        /// The empty text.
        public static var defaultValue: String { "" }
    }

    /// A default of an empty array or other `RangeReplaceableCollection`.
    public enum Empty<List: RangeReplaceableCollection & Sendable>: DefaultValue, Sendable {
        /// The empty collection.
        public static var defaultValue: List { List() }
    }

    /// A default of an empty dictionary.
    public enum EmptyDictionary<Key: Hashable & Sendable, Value: Sendable>: DefaultValue, Sendable {
        /// The empty dictionary.
        public static var defaultValue: [Key: Value] { [:] }
    }
}

extension Default: Equatable where Source.Value: Equatable {}
extension Default: Hashable where Source.Value: Hashable {}

extension Default: Decodable where Source.Value: Decodable {
    /// Reads the value, or uses the default for null.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder for an invalid value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue =
            container.decodeNil()
            ? Source.defaultValue : try container.decode(Source.Value.self)
    }
}

extension Default: Encodable where Source.Value: Encodable {
    /// Writes the value.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Reads a property with a default, which is used if the key is missing or the value is null.
    ///
    /// Synthesized `Codable` code calls this overload.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The errors of the decoder for an invalid value.
    public func decode<Source: DefaultValue>(
        _ type: Default<Source>.Type,
        forKey key: Key
    ) throws -> Default<Source> where Source.Value: Decodable {
        let value = try decodeIfPresent(Source.Value.self, forKey: key)
        return Default(wrappedValue: value ?? Source.defaultValue)
    }
}
