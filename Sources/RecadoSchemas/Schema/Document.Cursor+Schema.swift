// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

extension Document.Cursor {
    /// The Boolean value, even if an untyped format contains it as a text.
    var boolean: Bool? {
        kind == .text ? try? decode(Bool.self, .untyped) : bool
    }

    /// True if the value is a number without a fraction, however large.
    var isWholeNumber: Bool {
        kind == .integer || integer != nil || (try? decode(Int128.self, .untyped)) != nil
    }

    /// The last element of an array.
    var lastElement: Document.Cursor? {
        var last: Document.Cursor?
        for element in elements { last = element }
        return last
    }

    /// The name of the value's kind, for messages.
    var kindName: String {
        switch kind {
        case .null: "null"
        case .bool: Language.words("true or false", es: "true o false")
        case .integer, .number: Language.words("a number", es: "un número")
        case .string, .text: Language.words("a text", es: "un texto")
        case .array: Language.words("a list", es: "una lista")
        case .object: Language.words("an object", es: "un objeto")
        }
    }
}

extension DecodingChoices {
    /// The options for reading scalars of queries, fields and forms.
    package static let untyped = URLEncodedForm().choices
}
