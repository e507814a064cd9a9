// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens

extension UserFacingError.FieldMessage {
    /// Creates the error message for a field's error.
    init(_ error: FieldError) { self.init(error.field, Self.words(error.kind)) }

    private static func words(_ kind: FieldError.Kind) -> Phrase {
        switch kind {
        case .missing: Phrase("Hace falta rellenarlo.", en: "This is needed.")
        case .tooLong(let count, let limit):
            Phrase(
                "Caben \(limit) caracteres y hay \(count).",
                en: "There is room for \(limit) characters, and there are \(count)."
            )
        case .notANumber: Phrase("Escribe un número entero.", en: "Write a whole number.")
        case .numberTooLarge:
            Phrase("El número es demasiado grande.", en: "The number is too large.")
        case .notAYear:
            Phrase(
                "Escribe un año, como 1972 o 2011–19.",
                en: "Write a year, such as 1972 or 2011–19."
            )
        case .outside(let range):
            Phrase(
                "Escribe un número entre \(range.lowerBound) y \(range.upperBound).",
                en: "Write a number from \(range.lowerBound) to \(range.upperBound)."
            )
        case .notAnAddress:
            Phrase(
                "Una dirección empieza por https:// o http://.",
                en: "An address begins with https:// or http://."
            )
        case .notAPath:
            Phrase(
                "Escribe nombres con puntos entre ellos, como body.data.",
                en: "Write names with dots between them, such as body.data."
            )
        case .notRemovable:
            Phrase("Se puede cambiar, pero no quitar.", en: "It can be changed, not removed.")
        case .refused(let words): Phrase(words, en: words)
        }
    }
}
