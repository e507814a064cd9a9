// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoScreens

extension PostFormState {
    /// The reason why the post was not published or saved.
    ///
    /// It is `nil` if somebody else has changed the post, because the page then compares the two
    /// versions.
    var trouble: UserFacingError? {
        guard theirs == nil, let error = submission.error else { return nil }
        let words = error.isLocal ? Self.incomplete : isGone ? Self.gone : nil
        return UserFacingError(error, words, fieldWords: Self.words)
    }

    private static let incomplete = Phrase(
        "Falta algo o hay algo mal en el mensaje.",
        en: "Something of the post is missing or wrong."
    )
    private static let gone = Phrase(
        "Alguien ha borrado el mensaje. Lo que has escrito sigue aquí.",
        en: "Somebody has deleted the post. What you wrote is still here."
    )

    /// Returns the message for a field's error; `nil` if the common message of forms is suitable.
    private static func words(_ error: FieldError) -> Phrase? {
        switch (error.field, error.kind) {
        case (_, .refused): nil
        case ("title", .missing): Phrase("Escribe un título.", en: "Write a title.")
        case ("author", .notRemovable):
            Phrase(
                "El autor se puede cambiar, pero no quitar.",
                en: "The author can be changed, but not taken away."
            )
        case ("author", .notANumber):
            Phrase(
                "El autor es un número; déjalo en blanco si no tienes.",
                en: "The author is a number; leave it blank if you have none."
            )
        default: nil
        }
    }
}
