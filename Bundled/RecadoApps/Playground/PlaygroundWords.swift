// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens

extension PlaygroundState {
    /// The reason why the trial was not made, such as invalid fields.
    var trouble: UserFacingError? {
        outcome.error.map { error in
            UserFacingError(error, error.isLocal ? Self.wrong : nil, fieldWords: Self.words)
        }
    }

    private static let wrong = Phrase("Hay algo que no puede ser.", en: "Something cannot be.")

    /// Returns the message for a field's error; `nil` if the common message of forms is suitable.
    private static func words(_ error: FieldError) -> Phrase? {
        switch (error.field, error.kind) {
        case (_, .notANumber): Phrase("Un número entero.", en: "A whole number.")
        case (_, .notAPath):
            Phrase(
                "Nombres con puntos entre ellos, como body.data.",
                en: "Names with dots between them, such as body.data."
            )
        case ("status", .outside(let range)):
            Phrase(
                "Un estado va de \(range.lowerBound) a \(range.upperBound).",
                en: "A status is from \(range.lowerBound) to \(range.upperBound)."
            )
        case ("delay", .outside):
            Phrase("De 0 a 10 000 milisegundos.", en: "From 0 to 10,000 milliseconds.")
        default: nil
        }
    }
}

extension PlaygroundOutcome.Reason {
    /// The reason in a sentence.
    var words: Phrase {
        switch self {
        case .value(let path):
            Phrase(
                "El estado se acepta, y \(Self.place(path).spanish) está el valor.",
                en: "The status is accepted, and \(Self.place(path).english) stands the value."
            )
        case .nothing:
            Phrase(
                "El estado se acepta, y el tipo admite una respuesta sin contenido.",
                en: "The status is accepted, and the type allows an answer without content."
            )
        case .errorCode(let path, let status): Self.errorCode(Self.place(path), status)
        case .errorStatus(let path, let status):
            Phrase(
                "El estado \(status) no se acepta, y \(Self.place(path).spanish) hay un error.",
                en:
                    "The status \(status) is not accepted, and \(Self.place(path).english) stands an error."
            )
        case .noError(let path, let status):
            Phrase(
                "El estado \(status) no se acepta, y \(Self.place(path).spanish) no hay ningún error.",
                en:
                    "The status \(status) is not accepted, and \(Self.place(path).english) stands no error."
            )
        case .unreadable(let status, let detail):
            Phrase(
                "El estado \(status) se acepta, pero el contenido no es lo que se esperaba: \(detail)",
                en:
                    "The status \(status) is accepted, but the content is not what was expected: \(detail)"
            )
        }
    }

    private static func errorCode(_ place: Phrase, _ status: Int) -> Phrase {
        let spanish = place.spanish.prefix(1).uppercased() + place.spanish.dropFirst()
        let english = place.english.prefix(1).uppercased() + place.english.dropFirst()
        return Phrase(
            "\(spanish) hay un error cuyo código no es 0; el estado \(status) no cuenta.",
            en:
                "\(english) stands an error whose code is not 0; the status \(status) does not count."
        )
    }

    /// Returns the words for the position at a path.
    private static func place(_ path: String?) -> Phrase {
        path.map { Phrase("en «\($0)»", en: "at “\($0)”") }
            ?? Phrase("en la raíz", en: "at the root")
    }
}

extension PlaygroundTrial.Manner {
    /// A short name for the way to recognize an error, as pages show it.
    var title: Phrase {
        switch self {
        case .status: Phrase("Según el estado", en: "By the status")
        case .envelope: Phrase("Según el sobre", en: "By the envelope")
        }
    }
}

extension PlaygroundTrial.Reading {
    /// A short name for the type to read, as pages show it.
    var title: Phrase {
        switch self {
        case .user: Phrase("Un usuario", en: "A user")
        case .list: Phrase("Una lista", en: "A list")
        }
    }
}

extension Playground.Shape {
    /// A short name for the shape of the content, as pages show it.
    var title: Phrase {
        switch self {
        case .everything: Phrase("Todo a la vez", en: "Everything at once")
        case .user: Phrase("Un usuario", en: "A user")
        case .list: Phrase("Tres usuarios", en: "Three users")
        case .error: Phrase("Un error", en: "An error")
        case .envelope: Phrase("Un sobre de error y respuesta", en: "An envelope of both")
        }
    }
}

extension Playground.Fault {
    /// A short name for the fault, as pages show it.
    var title: Phrase {
        switch self {
        case .malformed: Phrase("Está cortado", en: "It is cut off")
        case .empty: Phrase("No hay nada", en: "There is nothing")
        case .mistyped: Phrase("Otros tipos", en: "Other types")
        case .text: Phrase("Un texto", en: "A text")
        case .page: Phrase("Una página HTML", en: "An HTML page")
        case .mislabelled: Phrase("Dice ser texto", en: "It says that it is text")
        }
    }
}
