// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A coding key with any name, or the index of an element.
///
/// Its name is data and the same as in the document: no naming rule applies to it.
package struct AnyCodingKey: VerbatimKey, ExpressibleByStringLiteral {
    /// The name.
    package let stringValue: String
    /// The index of an element, or a name that is a number.
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

    /// Creates the key of an element, with the name that other decoders give it in a coding path.
    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    /// The JSON Pointer of a path whose keys have the names in the document (RFC 6901 §3).
    static func pointer(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { $0 += "/" + JSONPointer.token($1.stringValue) }
    }
}
