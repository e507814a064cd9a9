// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite struct `Negotiation of languages` {
    struct Case: Sendable, CustomTestStringConvertible {
        let accepted: String?
        let available: [Language]
        let expected: Language?
        var testDescription: String { accepted ?? "no field" }
    }

    @Test(arguments: [
        Case(accepted: nil, available: ["en", "es"], expected: "en"),
        Case(accepted: "es", available: ["en", "es"], expected: "es"),
        Case(accepted: "es-AR", available: ["en", "es"], expected: "es"),
        Case(accepted: "ES", available: ["en", "es"], expected: "es"),
        Case(accepted: "es", available: ["en", "es-MX"], expected: "es-MX"),
        Case(accepted: "en;q=0.3, es;q=0.9", available: ["en", "es"], expected: "es"),
        Case(accepted: "en, es", available: ["es", "en"], expected: "es"),
        Case(accepted: "fr", available: ["en", "es"], expected: "en"),
        Case(accepted: "en;q=0, *", available: ["en", "es"], expected: "es"),
        Case(accepted: "es-AR;q=0.2, en;q=0.1", available: ["en", "es"], expected: "es"),
        Case(accepted: "est", available: ["en", "es"], expected: "en"),
        Case(accepted: "§§", available: ["en", "es"], expected: "en"),
        Case(accepted: "es", available: [], expected: nil),
    ])
    func `the best match for Accept-Language is selected`(_ example: Case) {
        var fields = Fields()
        fields[.acceptLanguage] = example.accepted
        #expect(Language.best(of: example.available, for: fields) == example.expected)
    }
}
