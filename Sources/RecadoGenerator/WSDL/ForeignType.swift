// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A type of a foreign schema as Swift will declare it.
struct ForeignType {
    enum Shape {
        /// A structure, with whether it holds itself other than in a list.
        case members([Member])
        /// An enumeration of texts.
        case choices([String])
    }

    /// The name in Swift.
    let name: String
    /// The name in the schema, for people.
    let origin: String
    var shape: Shape
    /// Whether values hold values of their own type, not in lists: Swift has classes for that.
    var isIndirect = false

    /// A property.
    struct Member {
        /// The name on the wire.
        var name: String
        var kind: Kind = .element
        /// The namespace on the wire, empty for none.
        var namespace: String
        /// The type in Swift, without what stands around it.
        var type: TypeName
        var isOptional = false
        var isList = false

        enum Kind {
            case element, attribute, text
        }
    }

    /// A type as a property names it.
    struct TypeName: Hashable {
        /// The name in Swift.
        let name: String
        /// Whether it is one of those that are declared with it.
        let isDeclared: Bool

        static func known(_ name: String) -> TypeName { TypeName(name: name, isDeclared: false) }
        static func declared(_ name: String) -> TypeName { TypeName(name: name, isDeclared: true) }
    }
}
