// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens

extension Top3State.Phase {
    /// The title above the scores, which names the phase in the words of the iOS course's document.
    var title: Phrase {
        switch self {
        case .idle, .upToDate: Phrase("Top 3", en: "Top 3")
        case .downloading: Phrase("Descargando Top 3", en: "Downloading Top 3")
        case .analysing: Phrase("Analizando Top 3", en: "Analysing Top 3")
        case .outdated: Phrase("Top 3 desactualizado", en: "Top 3 out of date")
        case .wrongData: Phrase("Error datos incorrectos", en: "Error: wrong data")
        case .connectionFailed, .failed: Phrase("Error cargando Top 3", en: "Error loading Top 3")
        }
    }
}

extension ScoreCalls.ReadingWay {
    /// The name of the format or protocol, as pages show it: `JSON`.
    var title: String { rawValue.uppercased() }
}

extension ScoreCalls.SendingWay {
    /// The name of the format or protocol, as pages show it.
    var title: Phrase {
        switch self {
        case .json: Phrase("JSON", en: "JSON")
        case .xml: Phrase("XML", en: "XML")
        case .form: Phrase("Formulario", en: "Form")
        case .soap: Phrase("SOAP", en: "SOAP")
        }
    }
}

extension ScoreFormState {
    /// The reason why the score was not sent, or not accepted.
    var trouble: UserFacingError? {
        submission.error.map { error in
            UserFacingError(error, error.isLocal ? Self.incomplete : nil, fieldWords: Self.words)
        }
    }

    private static let incomplete = Phrase(
        "Revisa lo que está marcado.",
        en: "Check what is marked."
    )

    /// Returns the message for a field's error; `nil` if the common message of forms is suitable.
    private static func words(_ error: FieldError) -> Phrase? {
        switch (error.field, error.kind) {
        case (_, .refused): nil
        case ("name", .missing): Phrase("Escribe quién ha jugado.", en: "Write who has played.")
        case ("total", .missing), ("total", .notANumber):
            Phrase(
                "Escribe un número entero, como 125.",
                en: "Write a whole number, such as 125."
            )
        default: nil
        }
    }
}
