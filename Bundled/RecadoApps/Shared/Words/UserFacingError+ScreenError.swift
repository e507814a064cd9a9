// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens

extension UserFacingError {
    /// Converts an error of a screen to the error that the user sees.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - words: A message that replaces the message for the kind of error; none by default.
    ///   - fieldWords: Returns the message for a field's error, or `nil` to use the common message.
    init(
        _ error: ScreenError,
        _ words: Phrase? = nil,
        fieldWords: (FieldError) -> Phrase? = { _ in nil }
    ) {
        self.init(
            Kind(error.kind),
            words ?? error.kind.words,
            fieldMessages: error.fieldErrors.map { error in
                fieldWords(error).map { FieldMessage(error.field, $0) } ?? FieldMessage(error)
            },
            report: error.report
        )
    }
}

extension UserFacingError.Kind {
    /// Creates the kind of error that pages show for a kind of screen error.
    init(_ kind: ScreenError.Kind) {
        self =
            switch kind {
            case .unreachable, .interrupted, .insecure, .cancelled: .unreachable
            case .slow: .slow
            case .busy: .busy
            case .broken: .broken
            case .unreadable, .tooLarge: .unreadable
            case .missing: .missing
            case .notAllowed: .notAllowed
            case .notSignedIn: .notSignedIn
            case .conflict: .conflict
            case .invalid: .invalid
            case .refused: .refused
            }
    }
}

extension ScreenError.Kind {
    /// The message for the user, in one or two sentences.
    var words: Phrase { Phrase(spanish, en: english) }

    private var spanish: String {
        switch self {
        case .unreachable:
            "No se puede acceder al servicio. Comprueba tu conexión y vuelve a intentarlo."
        case .interrupted: "La conexión se ha interrumpido. Vuelve a intentarlo."
        case .insecure: "No ha sido posible conectar con el servicio de forma segura."
        case .slow: "El servicio tarda demasiado en responder. Vuelve a intentarlo más tarde."
        case .busy:
            "El servicio está muy ocupado en este momento. Vuelve a intentarlo dentro de un rato."
        case .broken:
            "El servicio tiene un problema en este momento. Vuelve a intentarlo más tarde."
        case .unreadable:
            "No se ha podido entender la respuesta del servicio. Vuelve a intentarlo más tarde."
        case .tooLarge: "La respuesta del servicio es demasiado grande."
        case .missing: "Lo que buscas no existe o ya no está disponible."
        case .notAllowed: "No tienes permiso para hacer esto."
        case .notSignedIn: "Tienes que iniciar sesión para hacer esto."
        case .conflict:
            "Esto no es posible en este momento. Puede que algo haya cambiado mientras tanto."
        case .invalid:
            "Alguno de los datos introducidos no es correcto. Revísalos y vuelve a intentarlo."
        case .refused: "El servicio no ha podido hacer esto."
        case .cancelled: "La operación se ha cancelado."
        }
    }

    private var english: String {
        switch self {
        case .unreachable: "The service cannot be reached. Check your connection and try again."
        case .interrupted: "The connection was interrupted. Try again."
        case .insecure: "A secure connection to the service was not possible."
        case .slow: "The service is taking too long to answer. Try again later."
        case .busy: "The service is very busy at the moment. Try again in a little while."
        case .broken: "The service has a problem at the moment. Try again later."
        case .unreadable: "The answer of the service could not be understood. Try again later."
        case .tooLarge: "The answer of the service is too large."
        case .missing: "What you are looking for is not there, or no longer."
        case .notAllowed: "You are not allowed to do this."
        case .notSignedIn: "You need to sign in to do this."
        case .conflict: "This is not possible as things stand. They may have changed meanwhile."
        case .invalid: "Something that was entered is not right. Check it and try again."
        case .refused: "The service did not do this."
        case .cancelled: "The operation was cancelled."
        }
    }
}

extension Phrase {
    /// The message for a service that refuses this app's API key.
    static let wrongKey = Phrase(
        "El servicio no acepta la clave de esta aplicación.",
        en: "The service does not take this app's key."
    )
}
