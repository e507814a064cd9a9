// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A coding key with any name, or with the index of an array element.
///
/// No key naming strategy applies to it: its name is used in the document unchanged.
package struct AnyCodingKey: VerbatimKey, ExpressibleByStringLiteral {
    /// The name of the key; for the index of an array element, `Index 0` and so on.
    package let stringValue: String
    /// The index of an array element, or the number from which the key was created; `nil` for a key
    /// created from a name.
    package let intValue: Int?

    /// Creates a key with a name.
    package init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    /// Creates a key whose name is a number.
    package init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }

    /// Creates a key with a name.
    package init(stringLiteral: String) {
        self.init(stringValue: stringLiteral)
    }

    /// Creates the key of an array element, named `Index 0` and so on as in Foundation's coding
    /// paths.
    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    /// Returns the JSON Pointer for a coding path whose keys are named as in the document (RFC 6901
    /// §3).
    static func pointer(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { $0 += "/" + JSONPointer.token($1.stringValue) }
    }
}
