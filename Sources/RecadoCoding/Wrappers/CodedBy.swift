// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A rule that converts the value in a document to the value in a model, and back.
public protocol ValueTransformer {
    /// The type of the value in the document.
    associatedtype Coded: Codable
    /// The type of the value in the model.
    associatedtype Value: Sendable

    /// Converts the document's value to the model's value.
    ///
    /// - Parameter coded: The value in the document.
    /// - Returns: The value.
    /// - Throws: Any error, which becomes the `underlying` error of a CodingError with the
    ///   position.
    static func decode(_ coded: Coded) throws -> Value

    /// Converts the model's value to the document's value.
    ///
    /// - Parameter value: The model's value.
    /// - Returns: The value to write.
    /// - Throws: Any error, which becomes the `underlying` error of a CodingError with the
    ///   position.
    static func encode(_ value: Value) throws -> Coded
}

/// A property whose form in the document differs from its form in the model.
///
/// ```swift
/// struct Loan: Codable {
///     @CodedBy<Transformers.SecondsSince1970> var due: Date
///     @CodedBy<Optionally<Transformers.Day>> var returned: Date?
/// }
/// ```
@propertyWrapper
public struct CodedBy<Transformer: ValueTransformer>: Sendable {
    /// The model's value.
    public var wrappedValue: Transformer.Value

    /// Creates the property with a value.
    ///
    /// - Parameter wrappedValue: The value.
    public init(wrappedValue: Transformer.Value) { self.wrappedValue = wrappedValue }
}

extension CodedBy: Equatable where Transformer.Value: Equatable {}
extension CodedBy: Hashable where Transformer.Value: Hashable {}

extension CodedBy: Decodable {
    /// Reads the document's value and transforms it.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder or the transformer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try Transformer.decode(container.decode(Transformer.Coded.self))
    }
}

extension CodedBy: Encodable {
    /// Transforms the value and writes it.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder or the transformer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Transformer.encode(wrappedValue))
    }
}

/// A transformer that applies another one to a value that may be missing or null.
public enum Optionally<Transformer: ValueTransformer>: ValueTransformer, Sendable {
    /// Converts the document's value to the model's value, if there is one.
    ///
    /// - Parameter coded: The value in the document.
    /// - Returns: The value, or `nil`.
    /// - Throws: The errors of the transformer.
    public static func decode(_ coded: Transformer.Coded?) throws -> Transformer.Value? {
        try coded.map(Transformer.decode)
    }

    /// Converts the model's value to the document's value, if there is one.
    ///
    /// - Parameter value: The model's value, or `nil`.
    /// - Returns: The value that is written, or `nil`.
    /// - Throws: The errors of the transformer.
    public static func encode(_ value: Transformer.Value?) throws -> Transformer.Coded? {
        try value.map(Transformer.encode)
    }
}

extension KeyedDecodingContainer {
    /// Reads a transformed property that may be missing or null.
    ///
    /// Synthesized `Codable` code calls this overload.
    ///
    /// - Parameters:
    ///   - type: The type of the property.
    ///   - key: The key of the property.
    /// - Returns: The property.
    /// - Throws: The errors of the decoder or the transformer.
    public func decode<Transformer: ValueTransformer>(
        _ type: CodedBy<Optionally<Transformer>>.Type,
        forKey key: Key
    ) throws -> CodedBy<Optionally<Transformer>> {
        let value = try decodeIfPresent(CodedBy<Transformer>.self, forKey: key)
        return CodedBy(wrappedValue: value?.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Writes a transformed property, if it has a value.
    ///
    /// Synthesized `Codable` code calls this overload.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - key: The key of the property.
    /// - Throws: The errors of the encoder or the transformer.
    public mutating func encode<Transformer: ValueTransformer>(
        _ property: CodedBy<Optionally<Transformer>>,
        forKey key: Key
    ) throws {
        guard let value = property.wrappedValue else { return }
        try encode(CodedBy<Transformer>(wrappedValue: value), forKey: key)
    }
}
