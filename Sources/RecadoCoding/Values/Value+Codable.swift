// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Value: Decodable {
    /// Reads any value from any decoder.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder, or `DecodingError` for a value of no known kind.
    public init(from decoder: any Decoder) throws {
        if let keyed = try? decoder.container(keyedBy: AnyCodingKey.self) {
            let members = try keyed.allKeys.map {
                ($0.stringValue, try keyed.decode(Value.self, forKey: $0))
            }
            self = .object(Object(members))
        } else if var list = try? decoder.unkeyedContainer() {
            var elements: [Value] = []
            while !list.isAtEnd { elements.append(try list.decode(Value.self)) }
            self = .array(elements)
        } else {
            try self.init(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .number(try container.decode(Number.self))
        }
    }
}

extension Value: Encodable {
    /// Writes the value to any encoder.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object):
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for (key, value) in object {
                try container.encode(value, forKey: AnyCodingKey(stringValue: key))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .number(let number):
            var container = encoder.singleValueContainer()
            // The number is passed as a `Number`, which coders of this package write with all
            // digits.
            try container.encode(number)
        }
    }
}

extension Value.Number: Codable {
    /// Reads a number from any decoder.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder if the value is not a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int64.self) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(value)
        } else if let number = Self(try container.decode(Double.self)) {
            self = number
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Expected a finite number."
            )
        }
    }

    /// Writes the number to any encoder.
    ///
    /// A literal is encoded as a `Decimal` if it fits, because most coders write a `Decimal` with
    /// all digits.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch reduced {
        case .signed(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .floating(let value): try container.encode(value)
        case .literal(let text):
            if let decimal = Decimal(string: text) {
                try container.encode(decimal)
            } else {
                try container.encode(double)
            }
        }
    }
}
