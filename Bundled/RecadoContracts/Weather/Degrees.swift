// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// An angle in degrees with a limit on both sides of zero: `@Query var lat: Degrees<90>?` allows
/// -90 to 90.
public struct Degrees<let greatest: Int>: Codable, Sendable, Hashable, SchemaProviding,
    ExpressibleByFloatLiteral
{
    /// The angle.
    public var value: Double

    /// Creates an angle.
    ///
    /// - Parameter value: The angle in degrees; it is checked when it is read.
    public init(_ value: Double) {
        self.value = value
    }

    /// Creates an angle from a literal.
    ///
    /// - Parameter value: The angle in degrees.
    public init(floatLiteral value: Double) {
        self.value = value
    }

    /// Reads an angle.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when the value is not a number, or is outside the limits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.decode(Double.self)
        guard value >= -Double(greatest), value <= Double(greatest) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "expected at most \(greatest) degrees to both sides of 0, found \(value)"
            )
        }
    }

    /// Writes the angle.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    /// A number from -`greatest` to `greatest`.
    public static var schema: Schema {
        var schema = Schema.number
        (schema.minimum, schema.maximum) = (-greatest, greatest)
        return schema
    }

    /// An example: zero degrees.
    public static var example: Self { Self(0) }
}
