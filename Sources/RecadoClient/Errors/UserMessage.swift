// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The messages about failed calls for the users of a program.
enum UserMessage: Sendable, Hashable {
    case notReached, interrupted, notSecure, tooSlow, busy, outOfOrder, cancelled
    case notSignedIn, notAllowed, notFound, notPossibleNow, wrongInput, tooMuchSent, refused
    case notUnderstood, answerTooLarge, notSent

    /// Chooses the message for the status of an answer.
    init(_ status: Status?) {
        self =
            switch status?.code ?? 0 {
            case 401, 407, 511: .notSignedIn
            case 402, 403, 451: .notAllowed
            case 404, 410: .notFound
            case 408, 504: .tooSlow
            case 409, 412, 423, 425, 428: .notPossibleNow
            case 400, 422: .wrongInput
            case 413, 414, 431: .tooMuchSent
            case 429, 503: .busy
            case 500...: .outOfOrder
            default: .refused
            }
    }

    /// Chooses the message for an error of the transport.
    init(_ kind: TransportError.Kind) {
        self =
            switch kind {
            case .connectionLost: .interrupted
            case .tls, .redirectRefused: .notSecure
            case .protocolViolation: .notUnderstood
            default: .notReached
            }
    }

    /// Returns the message in a language, given by its tag or the name of a locale; English is used
    /// if the language is not supported.
    func text(in language: String) -> String {
        let name = language.prefix { $0.isLetter }.lowercased()
        return name == "es" || name == "spa" ? spanish : english
    }

    private var english: String {
        switch self {
        case .notReached: "The service cannot be reached. Check your connection and try again."
        case .interrupted: "The connection was interrupted. Try again."
        case .notSecure: "A secure connection to the service was not possible."
        case .tooSlow: "The service is taking too long to answer. Try again later."
        case .busy: "The service is very busy at the moment. Try again in a little while."
        case .outOfOrder: "The service has a problem at the moment. Try again later."
        case .cancelled: "The operation was cancelled."
        case .notSignedIn: "You need to sign in to do this."
        case .notAllowed: "You are not allowed to do this."
        case .notFound: "What you are looking for is not there, or no longer."
        case .notPossibleNow:
            "This is not possible as things stand. They may have changed meanwhile."
        case .wrongInput: "Something that was entered is not right. Check it and try again."
        case .tooMuchSent: "What you are sending is too large."
        case .refused: "The service did not do this."
        case .notUnderstood: "The answer of the service could not be understood. Try again later."
        case .answerTooLarge: "The answer of the service is too large."
        case .notSent: "This could not be sent."
        }
    }

    private var spanish: String {
        switch self {
        case .notReached:
            "No se puede acceder al servicio. Comprueba tu conexión y vuelve a intentarlo."
        case .interrupted: "La conexión se ha interrumpido. Vuelve a intentarlo."
        case .notSecure: "No ha sido posible conectar con el servicio de forma segura."
        case .tooSlow: "El servicio tarda demasiado en responder. Vuelve a intentarlo más tarde."
        case .busy:
            "El servicio está muy ocupado en este momento. Vuelve a intentarlo dentro de un rato."
        case .outOfOrder:
            "El servicio tiene un problema en este momento. Vuelve a intentarlo más tarde."
        case .cancelled: "La operación se ha cancelado."
        case .notSignedIn: "Tienes que iniciar sesión para hacer esto."
        case .notAllowed: "No tienes permiso para hacer esto."
        case .notFound: "Lo que buscas no existe o ya no está disponible."
        case .notPossibleNow:
            "Esto no es posible en este momento. Puede que algo haya cambiado mientras tanto."
        case .wrongInput:
            "Alguno de los datos introducidos no es correcto. Revísalos y vuelve a intentarlo."
        case .tooMuchSent: "Lo que quieres enviar es demasiado grande."
        case .refused: "El servicio no ha podido hacer esto."
        case .notUnderstood:
            "No se ha podido entender la respuesta del servicio. Vuelve a intentarlo más tarde."
        case .answerTooLarge: "La respuesta del servicio es demasiado grande."
        case .notSent: "No se ha podido enviar."
        }
    }
}
