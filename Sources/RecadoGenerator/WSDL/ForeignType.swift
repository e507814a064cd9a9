// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A type of a third-party schema, with the facts for its Swift declaration.
struct ForeignType {
    enum Shape {
        /// A type with members.
        case members([Member])
        /// An enumeration of strings.
        case choices([String])
    }

    /// The name of the type in Swift.
    let name: String
    /// The name of the type in the schema, for comments.
    let origin: String
    var shape: Shape
    /// True if the type contains itself outside of lists, so that Swift needs a class.
    var isIndirect = false

    /// A property of the Swift type.
    struct Member {
        /// The name of the element or attribute.
        var name: String
        var kind: Kind = .element
        /// The namespace of the element or attribute; empty for none.
        var namespace: String
        /// The type in Swift, without the optional and the array around it.
        var type: TypeName
        var isOptional = false
        var isList = false

        enum Kind {
            case element, attribute, text
        }
    }

    /// The name of a property's type.
    struct TypeName: Hashable {
        /// The name of the type in Swift.
        let name: String
        /// True if the generated file declares the type.
        let isDeclared: Bool

        static func known(_ name: String) -> TypeName { TypeName(name: name, isDeclared: false) }
        static func declared(_ name: String) -> TypeName { TypeName(name: name, isDeclared: true) }
    }
}
