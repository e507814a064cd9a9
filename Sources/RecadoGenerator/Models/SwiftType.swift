// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A type as it is written in code.
indirect enum SwiftType: Hashable, Sendable {
    /// A type of the standard library or of Recado.
    case plain(String)
    /// A declared model, by its number.
    case model(Int)
    case array(SwiftType)
    case map(SwiftType)
    case optional(SwiftType)

    static let any = SwiftType.plain("Value")
    static let string = SwiftType.plain("String")

    /// True if it is a list.
    var isArray: Bool { if case .array = withoutOptional { true } else { false } }

    /// The type without its question mark.
    var withoutOptional: SwiftType { if case .optional(let type) = self { type } else { self } }

    /// The type with exactly one question mark.
    var optional: SwiftType { .optional(withoutOptional) }

    /// The declared models that it mentions.
    var models: [Int] {
        switch self {
        case .plain: []
        case .model(let number): [number]
        case .array(let type), .map(let type), .optional(let type): type.models
        }
    }
}

/// The type of a place that has a schema.
struct SchemaUse: Sendable {
    var type: SwiftType
    /// True if null means that there is no value.
    var isNullable = false
    /// Sentences for people about details that the Swift type does not express.
    var notes: [String] = []

    /// The type of a value that is always there.
    var required: SwiftType { isNullable ? type.optional : type }
}
