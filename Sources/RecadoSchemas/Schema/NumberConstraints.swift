// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A whole number within limits: `@Query var limit: Within<1, 100>?`.
///
/// ```swift
/// @Query var limit: Within<1, 100>?
///
/// let limit = call.limit?.wrappedValue ?? 20
/// ```
@propertyWrapper
public struct Within<let least: Int, let greatest: Int>: Codable, Sendable, Hashable,
    SchemaProviding,
    ExpressibleByIntegerLiteral
{
    /// The number.
    public var wrappedValue: Int

    /// Creates a limited number.
    public init(wrappedValue: Int) {
        self.wrappedValue = wrappedValue
    }

    /// Creates a limited number from a literal.
    public init(integerLiteral value: Int) {
        wrappedValue = value
    }

    /// Reads the number and checks its limits.
    ///
    /// - Parameter decoder: The decoder that holds the number.
    /// - Throws: `DecodingError` when the value is not a whole number, or is outside the limits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode(Int.self)
        guard wrappedValue >= least, wrappedValue <= greatest else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected \(least) to \(greatest), found \(wrappedValue)"
            )
        }
    }

    /// Writes the number.
    ///
    /// - Parameter encoder: The encoder that receives the number.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    /// The schema of a whole number with both limits.
    public static var schema: Schema {
        least <= greatest ? .integer(least...greatest) : .integer()
    }

    /// The least allowed number.
    public static var example: Self { Self(wrappedValue: least) }
}
