// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// A Boolean that is written on the wire as `true` and `false` or as 1 and 0.
///
/// The database of the iOS course's server (see ``Videoclub``) stored Booleans as numbers, so the
/// clients of that server expect 1 and 0. Both forms are read, also as texts: `true`, `1`, `"1"`.
@propertyWrapper
public struct TruthValue: Codable, Sendable, SchemaProviding {
    /// The value.
    public var wrappedValue: Bool
    /// True if the value is written as 1 or 0; false by default, and after reading.
    public var isNumber = false

    /// The wrapper itself, which also determines how the value is written.
    public var projectedValue: TruthValue {
        get { self }
        set { self = newValue }
    }

    /// Creates a value that is written as `true` or `false`.
    public init(wrappedValue: Bool) {
        self.wrappedValue = wrappedValue
    }

    /// Reads a Boolean, the number 1 or 0, or a text with one of these.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the value is not `true`, `false`, 1 or 0.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self.init(wrappedValue: value)
            return
        }
        let number = try? container.decode(Int.self)
        switch try number.map(String.init) ?? container.decode(String.self) {
        case "1", "true": self.init(wrappedValue: true)
        case "0", "false": self.init(wrappedValue: false)
        case let other:
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected true, false, 1 or 0, found “\(other.prefix(20))”"
            )
        }
    }

    /// Writes `true` and `false`, or 1 and 0.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isNumber {
            try container.encode(wrappedValue ? 1 : 0)
        } else {
            try container.encode(wrappedValue)
        }
    }

    /// `true` or `false`.
    public static var schema: Schema { .boolean }
    /// An example: `false`.
    public static var example: TruthValue { TruthValue(wrappedValue: false) }
}

extension TruthValue: Hashable {
    /// True if the values are the same, however they are written.
    public static func == (left: TruthValue, right: TruthValue) -> Bool {
        left.wrappedValue == right.wrappedValue
    }

    /// Hashes the value, however it is written.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Reads the value directly from the container if it is a Boolean; synthesized decoding finds
    /// this method.
    ///
    /// - Parameters:
    ///   - type: The type of the property's wrapper.
    ///   - key: The property's key.
    /// - Returns: The value.
    /// - Throws: `DecodingError` when the value is missing, or not `true`, `false`, 1 or 0.
    public func decode(_ type: TruthValue.Type, forKey key: Key) throws -> TruthValue {
        if let value = try? decode(Bool.self, forKey: key) {
            return TruthValue(wrappedValue: value)
        }
        return try value(forKey: key)
    }

    /// Calls the container's generic method instead of the method above.
    private func value<T: Decodable>(forKey key: Key) throws -> T {
        try decode(T.self, forKey: key)
    }
}

extension KeyedEncodingContainer {
    /// Writes a Boolean directly to the container; synthesized encoding finds this method.
    ///
    /// - Parameters:
    ///   - value: The property's wrapper.
    ///   - key: The property's key.
    /// - Throws: The errors of the encoder.
    public mutating func encode(_ value: TruthValue, forKey key: Key) throws {
        if value.isNumber {
            try encode(value.wrappedValue ? 1 : 0, forKey: key)
        } else {
            try encode(value.wrappedValue, forKey: key)
        }
    }
}
