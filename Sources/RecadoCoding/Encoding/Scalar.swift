// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value of one of the types that every format writes itself.
///
/// The `encode(to:)` methods of these types are not used: they would write a `Date` as the seconds
/// since 2001 and a `Decimal` as its internal words, which other programs do not understand.
enum Scalar {
    case null
    case bool(Bool)
    case signed(Int64)
    case unsigned(UInt64)
    case double(Double)
    case float(Float)
    case number(String)
    case text(String)
    case date(Timestamp)

    /// Creates a scalar from any integer.
    init(_ value: some FixedWidthInteger) {
        if let small = Int64(exactly: value) {
            self = .signed(small)
        } else if let large = UInt64(exactly: value) {
            self = .unsigned(large)
        } else {
            self = .number(value.description)
        }
    }

    /// The size in bytes of the largest scalar type; a larger value cannot be a scalar, so its type
    /// is not compared.
    static let greatestSize = 24

    /// Creates a scalar from a value, or returns `nil` if formats do not write values of its type
    /// themselves.
    ///
    /// The types are compared by identity, because a conformance lookup costs more than writing
    /// most values.
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - strategies: The strategies for writing dates and bytes.
    /// - Throws: ``WritingError`` if the type is known but the value has no representation.
    init?<Model: Encodable>(
        _ value: Model,
        _ strategies: CodingStrategies
    ) throws(WritingError) {
        if let value = same(value, as: String.self) {
            self = .text(value)
        } else if let value = same(value, as: Int.self) {
            self = .signed(Int64(value))
        } else if let value = same(value, as: Double.self) {
            self = .double(value)
        } else if let value = same(value, as: Bool.self) {
            self = .bool(value)
        } else {
            try self.init(special: value, strategies)
        }
    }

    private init?<Model: Encodable>(
        special value: Model,
        _ strategies: CodingStrategies
    ) throws(WritingError) {
        if let value = same(value, as: Date.self) {
            self = try Self.asked { try strategies.dates.scalar(value) }
        } else if let value = same(value, as: UUID.self) {
            self = .text(value.uuidString)
        } else if let value = same(value, as: URL.self) {
            self = .text(value.absoluteString)
        } else if let value = same(value, as: Data.self) {
            self = .text(try Self.asked { try strategies.data.text(value) })
        } else if let value = same(value, as: Decimal.self) {
            self = try Self.decimal(value)
        } else if let value = same(value, as: Value.Number.self) {
            self = .number(value.description)
        } else if let value = same(value, as: Float.self) {
            self = .float(value)
        } else {
            return nil
        }
    }

    /// Calls a strategy and converts its error to a ``WritingError``.
    @inline(__always)
    private static func asked<Form>(_ strategy: () throws -> Form) throws(WritingError) -> Form {
        do {
            return try strategy()
        } catch {
            throw error as? WritingError ?? WritingError(underlying: error)
        }
    }

    private static func decimal(_ value: Decimal) throws(WritingError) -> Scalar {
        guard value.isFinite else { throw WritingError(reason: "the number is not finite") }
        return .number(value.description)
    }

    /// Returns the scalar, or the text that represents it if it is an infinity or NaN.
    ///
    /// - Throws: ``WritingError`` for infinities and NaN without a text.
    func checked(_ strategy: NonFiniteStrategy) throws(WritingError) -> Scalar {
        let number: Double
        switch self {
        case .double(let value): number = value
        case .float(let value): number = Double(value)
        default: return self
        }
        if number.isFinite { return self }
        guard let text = strategy.text(for: number) else { throw .notFinite }
        return .text(text)
    }

    /// The reason why a value of a scalar type cannot be written.
    struct WritingError: Error {
        let reason: String
        /// The error that a custom strategy threw.
        let underlying: (any Error)?

        init(reason: String) {
            self.reason = reason
            underlying = nil
        }

        init(underlying: any Error) {
            reason = "the strategy refused the value"
            self.underlying = underlying
        }

        static let notFinite = WritingError(reason: "the number is not finite")

        /// Creates the error that a model sees; it carries the ``CodingError`` for the caller of
        /// the format.
        ///
        /// - Parameters:
        ///   - value: The value.
        ///   - path: The path to the value, with the names in the document.
        /// - Returns: An `invalidValue` error.
        func error(for value: Any, at path: [any CodingKey]) -> EncodingError {
            let failure = CodingError(
                .invalidValue,
                reason,
                pointer: AnyCodingKey.pointer(path),
                reason: (nil, underlying)
            )
            return .invalidValue(
                value,
                EncodingError.Context(
                    codingPath: path,
                    debugDescription: reason,
                    underlyingError: failure
                )
            )
        }
    }
}
