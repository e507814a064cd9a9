// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// The meaning of a problem's status and the remedy, in each language of the pages.
struct ProblemAdvice: Sendable {
    /// The meaning in English and in Spanish.
    private let meanings: (String, String)
    private let remedies: (String, String)

    init(_ meanings: (String, String), _ remedies: (String, String)) {
        self.meanings = meanings
        self.remedies = remedies
    }

    func meaning(_ words: DocumentationWords) -> String {
        words.tag == "es" ? meanings.1 : meanings.0
    }

    func remedy(_ words: DocumentationWords) -> String {
        words.tag == "es" ? remedies.1 : remedies.0
    }

    /// The advice on a status; for an unknown status, the advice on its class.
    static func on(_ status: Status) -> ProblemAdvice {
        all[status] ?? (status.code < 500 ? all[.badRequest] : all[.internalServerError]) ?? none
    }

    private static let none = ProblemAdvice(("", ""), ("", ""))
}
