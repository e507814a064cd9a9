// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens

extension UserFacingError {
    /// Converts an error of the videoclub to the error that the user sees.
    init(videoclub error: ScreenError) {
        switch error.reason {
        case .noSuchFilm:
            self.init(
                .missing,
                Phrase(
                    "Esta película no está en el videoclub, o ya no está.",
                    en: "This film is not in the videoclub, or no longer."
                )
            )
        case .notOwner:
            self.init(
                .notAllowed,
                Phrase(
                    "No tienes permiso: la película es de otro socio.",
                    en: "You may not do this: the film is another member’s."
                )
            )
        case .alreadyRented:
            self.init(.conflict, Phrase("Ya estaba alquilada.", en: "It was rented already."))
        case .notRented:
            self.init(.conflict, Phrase("Ya estaba libre.", en: "It was free already."))
        case .wrongLogin:
            self.init(
                .notSignedIn,
                Phrase(
                    "El usuario o la contraseña no son correctos.",
                    en: "The name or the password is not right."
                )
            )
            title = Phrase("No has entrado", en: "You are not logged in")
        case .tooManyAttempts: self = .attempts(error.retryDelay ?? .seconds(1))
        default: self.init(error)
        }
    }

    /// Returns the error for too many login attempts.
    private static func attempts(_ delay: Duration) -> UserFacingError {
        var trouble = UserFacingError(
            .busy,
            Phrase(
                "Demasiados intentos; prueba dentro de un rato.",
                en: "Too many attempts; try again in a while."
            )
        )
        trouble.title = Phrase("Demasiados intentos", en: "Too many attempts")
        trouble.wait = Wait(
            delay,
            Phrase(
                "Demasiados intentos; prueba dentro de {} segundos.",
                en: "Too many attempts; try again in {} seconds."
            ),
            last: Phrase(
                "Demasiados intentos; prueba dentro de 1 segundo.",
                en: "Too many attempts; try again in 1 second."
            ),
            end: Phrase("Ya puedes probar otra vez.", en: "You can try again now.")
        )
        return trouble
    }
}

extension FilmFormState {
    /// The error that prevented saving the film.
    var trouble: UserFacingError? {
        submission.error.map {
            $0.isLocal ? UserFacingError($0, Self.wrong) : UserFacingError(videoclub: $0)
        }
    }

    private static let wrong = Phrase(
        "Falta algo o algo no cabe. No se ha guardado nada todavía.",
        en: "Something is missing or too long. Nothing has been saved yet."
    )
}

extension LookUpState {
    /// The error that prevented the lookup.
    var trouble: UserFacingError? {
        search.error.map { UserFacingError($0, $0.reason == .wrongKey ? .wrongKey : nil) }
    }
}

extension FilmListState {
    /// The error that prevented reading the list.
    var trouble: UserFacingError? {
        films.error.map { error in
            guard error.isLocal, let wrong = error.fieldErrors.first else {
                return UserFacingError(videoclub: error)
            }
            return UserFacingError(error, UserFacingError.FieldMessage(wrong).words)
        }
    }
}

extension LoginState {
    /// The reason why the user must log in again.
    var trouble: UserFacingError? {
        guard let error else { return nil }
        guard error.kind == .invalid, error.isLocal else {
            return UserFacingError(videoclub: error)
        }
        var trouble = UserFacingError(
            .notSignedIn,
            Phrase(
                "Faltan el usuario y la contraseña.",
                en: "The name and the password are missing."
            )
        )
        trouble.title = Phrase("No has entrado", en: "You are not logged in")
        return trouble
    }
}

extension LoginState.Purpose {
    /// The first words of the sentence that states the purpose of the login.
    var words: Phrase {
        switch self {
        case .logIn:
            Phrase("Para alquilar, añadir y cambiar películas", en: "To rent, add and change films")
        case .rent: Phrase("Para alquilar la película", en: "To rent the film")
        case .giveBack: Phrase("Para devolver la película", en: "To return the film")
        case .add: Phrase("Para añadir una película", en: "To add a film")
        case .edit: Phrase("Para guardar los cambios", en: "To save the changes")
        case .delete: Phrase("Para borrar la película", en: "To delete the film")
        }
    }
}
