// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// Finds texts that cannot be kept, or looked for, in whichever store: PostgreSQL has no U+0000.
enum TextCheck {
    /// Looks at members of a film's content.
    ///
    /// - Parameter texts: The texts by the names of their members.
    /// - Returns: What to answer if one cannot be kept.
    static func refusal(ofMembers texts: KeyValuePairs<String, String?>) -> ProblemDetails? {
        refusal(errors(in: texts) { .content("/" + $0) })
    }

    /// Looks at parameters of the query.
    ///
    /// - Parameter texts: The texts by their names.
    /// - Returns: What to answer if one cannot be looked for.
    static func refusal(ofParameters texts: KeyValuePairs<String, String?>) -> ProblemDetails? {
        refusal(errors(in: texts) { .query($0) })
    }

    private static func errors(
        in texts: KeyValuePairs<String, String?>,
        _ place: (String) -> InputError.Place
    ) -> [InputError] {
        texts.filter { $0.value?.utf8.contains(0) == true }.map { text in
            InputError(
                at: place(text.key),
                code: "pattern",
                detail: Language.words(
                    "Expected a text without U+0000.",
                    es: "Se esperaba un texto sin U+0000."
                )
            )
        }
    }

    private static func refusal(_ errors: [InputError]) -> ProblemDetails? {
        guard !errors.isEmpty else { return nil }
        return ProblemDetails(
            status: .unprocessableContent,
            detail: Language.words(
                "A text cannot be kept or looked for as it is.",
                es: "Un texto no se puede guardar ni buscar tal como es."
            ),
            errors: errors
        )
    }
}
