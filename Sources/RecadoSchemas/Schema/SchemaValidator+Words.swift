// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension SchemaValidator {
    /// Returns the name of the kind of value that a schema requires, for messages.
    static func name(of schema: Schema) -> String {
        switch schema.kind {
        case .any, .reference: Language.words("a value", es: "un valor")
        case .boolean: Language.words("true or false", es: "true o false")
        case .integer: Language.words("a whole number", es: "un número entero")
        case .number: Language.words("a number", es: "un número")
        case .string: Language.words("a text", es: "un texto")
        case .array: Language.words("a list", es: "una lista")
        case .map, .object: Language.words("an object", es: "un objeto")
        case .oneOf(let choices):
            choices.map(name).joined(separator: Language.words(" or ", es: " o "))
        }
    }
}

extension Int {
    /// The number of characters, in English words.
    var characters: String { self == 1 ? "1 character" : "\(self) characters" }

    /// The number of characters, in Spanish words.
    var caracteres: String { self == 1 ? "1 carácter" : "\(self) caracteres" }
}
