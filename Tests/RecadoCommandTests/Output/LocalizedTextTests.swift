// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Localized texts of the command` {
    @Test func `have a pattern with a placeholder for each value`() {
        let text: LocalizedText = "--\("port") is \(7), not “\("{}")”"
        #expect(text.pattern == "--{} is {}, not “{}”")
        #expect(text.description == "--port is 7, not “{}”")
        #expect(
            LocalizedText(pattern: "{2} {1} {3} {", values: ["a", "b"]).description == "b a {3} {"
        )
    }

    @Test func `keep all values in the translation`() {
        #expect(!Translations.spanish.isEmpty)
        for (english, spanish) in Translations.spanish {
            let count = english.split(separator: "{}", omittingEmptySubsequences: false).count - 1
            let values = (0..<count).map { "<\($0)>" }
            let text = LocalizedText(pattern: english, values: values).text(in: .spanish)
            for value in values { #expect(text.contains(value), "\(spanish)") }
            #expect(!text.contains("{"), "\(spanish)")
            #expect(english != spanish)
        }
    }

    @Test(arguments: [
        ("es_ES.UTF-8", SpokenLanguage.spanish), ("es", .spanish), ("es-MX", .spanish),
        ("ES@euro", .spanish), ("C", .english), ("en_GB", .english), ("est_EE", .english),
        ("", .english),
    ])
    func `are in the language of the locale`(_ locale: String, _ language: SpokenLanguage) {
        #expect(SpokenLanguage(locale: locale) == language)
    }
}
