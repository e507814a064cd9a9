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
        case .integer: Language.words("a number", es: "un número")
        case .number: numberName
        case .string, .text: Language.words("a text", es: "un texto")
        case .array: Language.words("a list", es: "una lista")
        case .object: Language.words("an object", es: "un objeto")
        }
    }

    private var numberName: String {
        if let double, double != double.rounded() {
            return Language.words("a number with a fraction", es: "un número con decimales")
        }
        guard isWholeNumber else {
            return Language.words("a number that is too large", es: "un número demasiado grande")
        }
        return Language.words("a number", es: "un número")
    }
}

extension DecodingChoices {
    /// The options for reading scalars of queries, fields and forms.
    package static let untyped = URLEncodedForm().choices
}
