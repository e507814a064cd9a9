// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Synchronization

/// A value with one of several schemas: an enum with a case for each (`oneOf` and `anyOf` of
/// JSON Schema).
///
/// ```swift
/// enum Animal: SchemaUnion {
///     case cat(Cat)
///     case dog(Dog)
///
///     static let discriminator: String? = "species"
///     static let choices: [SchemaChoice<Animal>] = [
///         SchemaChoice(Animal.cat, for: ["cat"]),
///         SchemaChoice(Animal.dog, for: ["dog"]),
///     ]
///
///     var value: any Codable & Sendable {
///         switch self {
///         case .cat(let value): value
///         case .dog(let value): value
///         }
///     }
/// }
/// ```
///
/// A value is read as the choice that the discriminator names. Without a discriminator, or if it
/// names no choice, the value is read as the first choice that can decode it, so declare choices
/// that require more before those that require less.
public protocol SchemaUnion: SchemaModel {
    /// The member that names the choice; none by default.
    static var discriminator: String? { get }
    /// The choices, in the order in which they are tried.
    static var choices: [SchemaChoice<Self>] { get }
    /// The value of the current choice.
    var value: any Codable & Sendable { get }
}

extension SchemaUnion {
    /// No discriminator.
    public static var discriminator: String? { nil }

    /// Reads the choice that the discriminator names, or else the first that can be read.
    ///
    /// At most 10 000 choices are tried for a value, including those of unions within the value,
    /// because content that needs more is assumed to be malicious.
    ///
    /// - Parameter decoder: The decoder that holds the value.
    /// - Throws: The errors of the choice that the discriminator names, or else of the last choice;
    ///   `DecodingError` when more than 10 000 choices would be tried.
    public init(from decoder: any Decoder) throws {
        if let choice = Self.named(by: decoder) {
            self = try choice.read(decoder)
        } else if let trials = UnionTrials.current {
            self = try Self.first(from: decoder, trials)
        } else {
            let trials = UnionTrials()
            self = try UnionTrials.$current.withValue(trials) {
                try Self.first(from: decoder, trials)
            }
        }
    }

    private static func first(from decoder: any Decoder, _ trials: UnionTrials) throws -> Self {
        var failure: any Error = DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "\(Self.self) has no choices")
        )
        for choice in Self.choices {
            guard trials.take() else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath,
                        debugDescription: "\(Self.self) takes too many trials to be read"
                    )
                )
            }
            do {
                return try choice.read(decoder)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func named(by decoder: any Decoder) -> SchemaChoice<Self>? {
        guard let discriminator,
            let container = try? decoder.container(keyedBy: AnyCodingKey.self),
            let name = try? container.decode(
                String.self,
                forKey: AnyCodingKey(stringValue: discriminator)
            )
        else { return nil }
        return choices.first { $0.values.contains(name) }
    }

    /// Writes the value of the current choice.
    ///
    /// - Parameter encoder: The encoder that receives the value.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

/// The number of choices that may still be tried for a union and all unions within its value.
private final class UnionTrials: Sendable {
    @TaskLocal static var current: UnionTrials?

    private let left = Atomic(10_000)

    /// Uses up a trial; returns `false` if there was none left.
    func take() -> Bool { left.subtract(1, ordering: .relaxed).newValue >= 0 }
}

/// A choice of a ``SchemaUnion``.
public struct SchemaChoice<Union>: Sendable {
    /// The values of the discriminator that select the choice.
    let values: [String]
    /// The name of the schema, if the type has none.
    let name: String?
    let read: @Sendable (any Decoder) throws -> Union
    let record: @Sendable (SchemaRecorder) throws -> Schema
    let sample: @Sendable (SchemaRecorder) throws -> Union

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - make: Creates the union from the choice's value, such as `Animal.cat`.
    ///   - name: The name of the schema in OpenAPI documents, for a type without a name, such as a
    ///     list; none by default.
    ///   - values: The values of the discriminator that select the choice.
    public init<Value: Codable & Sendable>(
        _ make: @escaping @Sendable (Value) -> Union,
        named name: String? = nil,
        for values: [String] = []
    ) {
        self.values = values
        self.name = name
        read = { decoder in
            make(try decoder.singleValueContainer().decode(Value.self))
        }
        record = { recorder in try recorder.recordLater(Value.self) }
        sample = { recorder in make(try recorder.record(Value.self).sample) }
    }
}
