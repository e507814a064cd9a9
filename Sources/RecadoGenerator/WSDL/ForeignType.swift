// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A type of a third-party schema, in the form of its Swift declaration.
struct ForeignType {
    enum Shape {
        /// A structure with its members.
        case members([Member])
        /// An enumeration of texts.
        case choices([String])
    }

    /// The name in Swift.
    let name: String
    /// The name in the schema, for people.
    let origin: String
    var shape: Shape
    /// True if values contain values of their own type outside of lists, for which Swift needs
    /// classes.
    var isIndirect = false

    /// A property.
    struct Member {
        /// The name on the wire.
        var name: String
        var kind: Kind = .element
        /// The namespace on the wire, empty for none.
        var namespace: String
        /// The type in Swift, without wrappers around it.
        var type: TypeName
        var isOptional = false
        var isList = false

        enum Kind {
            case element, attribute, text
        }
    }

    /// The name of a type in a property's declaration.
    struct TypeName: Hashable {
        /// The name in Swift.
        let name: String
        /// True if the type is declared in the same file.
        let isDeclared: Bool

        static func known(_ name: String) -> TypeName { TypeName(name: name, isDeclared: false) }
        static func declared(_ name: String) -> TypeName { TypeName(name: name, isDeclared: true) }
    }
}
