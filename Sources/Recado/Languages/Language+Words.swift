// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

extension Language {
    /// The language of the framework's own words for the present request, where its service declares none; English
    /// where it is `nil`.
    @TaskLocal package static var ofWords: Language?

    /// The language of the framework's own words that a request likes best.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: Spanish; `nil` for English.
    package static func ofWords(for fields: Fields) -> Language? {
        guard fields.contains(.acceptLanguage),
            let best = best(of: ["en", "es"], for: fields), best == "es"
        else { return nil }
        return best
    }

    /// Chooses between words in English and in Spanish, which the framework's own words are in: Spanish where the
    /// request prefers it and the service speaks it or declares no languages.
    ///
    /// - Parameters:
    ///   - english: The words in English.
    ///   - spanish: The words in Spanish.
    /// - Returns: One of them.
    public static func words(
        _ english: @autoclosure () -> String,
        es spanish: @autoclosure () -> String
    ) -> String {
        guard let chosen = current ?? ofWords, chosen.tag.lowercased().prefix(2) == "es",
            chosen.tag.utf8.count == 2 || chosen.tag.utf8.dropFirst(2).first == UInt8(ascii: "-")
        else { return english() }
        return spanish()
    }
}
