// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension SchemaValidator {
    /// Compares a text with the allowed values of its schema, or else with the limits on its length
    /// and then with the pattern, so that no pattern is tried on a text that is too long.
    mutating func validateString(_ value: Document.Cursor, _ schema: Schema) {
        // A property of bytes may contain a file, which has no characters to be counted.
        if value.isFile, schema.values.isEmpty, schema.minimumLength == nil { return }
        guard let text = value.string else { return noteType(schema, value) }
        if !schema.values.isEmpty {
            let isChoice = schema.values.contains {
                if case .string(let choice) = $0 { choice.hasSameBytes(as: text) } else { false }
            }
            if !isChoice { noteChoice(schema) }
            return
        }
        if validateLength(of: text, schema), let pattern = schema.pattern, !pattern.matches(text) {
            note("pattern", Self.expectation(of: pattern))
        }
    }

    private static func expectation(of pattern: Schema.Pattern) -> String {
        guard pattern != .withoutNUL else {
            return Language.words(
                "Expected a text without U+0000.",
                es: "Se esperaba un texto sin U+0000."
            )
        }
        if let expectation = pattern.expectation { return "Expected \(expectation)." }
        return Language.words(
            "Expected a text that matches \(pattern).",
            es: "Se esperaba un texto que cumpla \(pattern)."
        )
    }

    /// Records an error for a text of the wrong length; returns true if the length is right.
    private mutating func validateLength(of text: String, _ schema: Schema) -> Bool {
        guard schema.minimumLength != nil || schema.maximumLength != nil else { return true }
        let count = text.unicodeScalars.count
        let (minimum, maximum) = (schema.minimumLength ?? 0, schema.maximumLength ?? .max)
        if count < minimum {
            noteLength("minLength", minimum, maximum, found: count)
        } else if count > maximum {
            noteLength("maxLength", minimum, maximum, found: count)
        }
        return count >= minimum && count <= maximum
    }

    private mutating func noteLength(
        _ code: String,
        _ minimum: Int,
        _ maximum: Int,
        found count: Int
    ) {
        let (english, spanish) =
            if minimum == maximum {
                (minimum.characters, minimum.caracteres)
            } else if minimum <= 0 {
                ("at most \(maximum.characters)", "como mucho \(maximum.caracteres)")
            } else if maximum == .max {
                ("at least \(minimum.characters)", "al menos \(minimum.caracteres)")
            } else {
                ("\(minimum) to \(maximum.characters)", "de \(minimum) a \(maximum.caracteres)")
            }
        note(
            code,
            Language.words(
                "Expected \(english), found \(count).",
                es: "Longitud pedida: \(spanish); hay \(count)."
            )
        )
    }
}
