// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A Swift type as it is written in the generated code.
indirect enum SwiftType: Hashable, Sendable {
    /// A type of the standard library or of Recado.
    case plain(String)
    /// A declared type, identified by its index in the list of declarations.
    case model(Int)
    case array(SwiftType)
    case map(SwiftType)
    case optional(SwiftType)

    static let any = SwiftType.plain("Value")
    static let string = SwiftType.plain("String")

    /// True if the type is an array or an optional array.
    var isArray: Bool { if case .array = withoutOptional { true } else { false } }

    /// The type without optionality.
    var withoutOptional: SwiftType { if case .optional(let type) = self { type } else { self } }

    /// The optional type; an optional type is returned unchanged.
    var optional: SwiftType { .optional(withoutOptional) }

    /// The indexes of the declared types that the type contains.
    var models: [Int] {
        switch self {
        case .plain: []
        case .model(let number): [number]
        case .array(let type), .map(let type), .optional(let type): type.models
        }
    }
}

/// The Swift type for a use of a schema.
struct SchemaUse: Sendable {
    var type: SwiftType
    /// True if null is allowed, in addition to the type.
    var isNullable = false
    /// Sentences for comments about details that the Swift type does not express.
    var notes: [String] = []

    /// The type of a value that is always present.
    var required: SwiftType { isNullable ? type.optional : type }
}
