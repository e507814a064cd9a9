// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// An input of an endpoint: a property wrapper that determines where the value travels.
public protocol Input: Codable, Sendable {
    /// The type of the property.
    associatedtype Value: Codable & Sendable
    /// The part of the request that carries the value.
    static var location: InputLocation { get }
    /// The value of the property.
    var wrappedValue: Value { get }
    /// Creates an input from its value.
    init(wrappedValue: Value)
}

/// The part of a request that carries an input.
public enum InputLocation: Sendable, Hashable {
    /// In the path segment with the input's name.
    case path
    /// In the query.
    case query
    /// In a header field.
    case header(FieldName)
    /// As the content.
    case content
}

extension Input {
    /// Reads the value without a container, because the wrapper does not appear on the wire.
    ///
    /// - Parameter decoder: The decoder that holds the value.
    /// - Throws: The errors of the value's own decoding.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }

    /// Writes the value without a container, because the wrapper does not appear on the wire.
    ///
    /// - Parameter encoder: The encoder that receives the value.
    /// - Throws: The errors of the value's own encoding.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Input {
    /// A compile-time error for a name in parentheses, as in `@Query("name")`: the input takes the
    /// name of its property.
    ///
    /// - Parameter name: The name.
    @available(*, unavailable, message: "another name stands in 'static let parameterStyles'")
    // Never called, because it is unavailable. The endless loop satisfies the compiler, as there is
    // no value to wrap.
    public init(_ name: String) { while true {} }

    /// A compile-time error for a name in parentheses, as in `@Query("name")`: the input takes the
    /// name of its property.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value.
    ///   - name: The name.
    @available(*, unavailable, message: "another name stands in 'static let parameterStyles'")
    public init(wrappedValue: Value, _ name: String) { self.init(wrappedValue: wrappedValue) }
}

/// An input in the path segment `{name}`, which has the name of the property.
///
/// ```swift
/// static let route: Route = "GET /films/{id}"
/// @Path var id: Int
/// ```
@propertyWrapper
public struct Path<Value: Codable & Sendable>: Input {
    /// In the path.
    public static var location: InputLocation { .path }
    /// The value of the path segment.
    public var wrappedValue: Value
    /// Creates an input from its value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// An input in the query, under its property's name in kebab-case.
///
/// ```swift
/// @Query var text: String
/// @Query var limit: Within<1, 100>? = nil
/// ```
///
/// An optional input is declared with `= nil`, so that callers may leave it out. Other defaults
/// exist only for the caller: a server cannot see them, and requires the parameter.
@propertyWrapper
public struct Query<Value: Codable & Sendable>: Input {
    /// In the query.
    public static var location: InputLocation { .query }
    /// The value of the query parameter.
    public var wrappedValue: Value
    /// Creates an input from its value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// An input in a header field, whose name is a generic argument: `@Header<IfMatch, String?>`.
///
/// ```swift
/// enum Device: HeaderName { static let fieldName: FieldName = "X-Device" }
///
/// @Header<Device, String?> var device = nil
/// ```
@propertyWrapper
public struct Header<Name: HeaderName, Value: Codable & Sendable>: Input {
    /// In the header field that the generic argument `Name` names.
    public static var location: InputLocation { .header(Name.fieldName) }
    /// The value of the header field.
    public var wrappedValue: Value
    /// Creates an input from its value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Header where Name == Never {
    /// A compile-time error for a name in parentheses, as in `@Header("X-Device")`: the name of a
    /// field is a generic argument.
    ///
    /// - Parameter name: The name.
    @available(*, unavailable, message: "a header's name is a type: '@Header<Tenant, String>'")
    // Never called, because it is unavailable. The endless loop satisfies the compiler, as there is
    // no value to wrap.
    public init(_ name: String) { while true {} }

    /// A compile-time error for a name in parentheses, as in `@Header("X-Device")`: the name of a
    /// field is a generic argument.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value.
    ///   - name: The name.
    @available(*, unavailable, message: "a header's name is a type: '@Header<Tenant, String>'")
    public init(wrappedValue: Value, _ name: String) { self.init(wrappedValue: wrappedValue) }
}

extension Never: HeaderName {
    /// An invalid name, for a header that is declared without a ``HeaderName``.
    public static var fieldName: FieldName { .invalid }
}

/// The name of a header field, as a type.
public protocol HeaderName: Sendable {
    /// The field's name.
    static var fieldName: FieldName { get }
}

/// The input that travels as the request's content; an endpoint has at most one.
///
/// ```swift
/// static let route: Route = "POST /films"
/// @Body var film: FilmDraft
/// ```
@propertyWrapper
public struct Body<Value: Codable & Sendable>: Input {
    /// The content.
    public static var location: InputLocation { .content }
    /// The value that the content encodes.
    public var wrappedValue: Value
    /// Creates an input from its value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

// MARK: - Optional inputs

extension KeyedDecodingContainer {
    /// Reads an input that may be missing.
    ///
    /// The synthesized `init(from:)` of an endpoint finds this method instead of the standard
    /// library's, which would refuse a missing key.
    ///
    /// - Parameters:
    ///   - type: The input's type.
    ///   - key: The property's key.
    /// - Returns: The input; its value is `nil` if the input is missing.
    /// - Throws: `DecodingError` when the input is present but invalid.
    public func decode<I: Input>(_ type: I.Type, forKey key: Key) throws -> I
    where I.Value: ExpressibleByNilLiteral {
        try decodeIfPresent(type, forKey: key) ?? I(wrappedValue: nil)
    }
}
