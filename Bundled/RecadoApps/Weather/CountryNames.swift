// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The names of countries in the languages of the apps.
enum CountryNames {
    private static let names: [String: Phrase] = {
        let lines = text.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        let names = lines.compactMap { parts in
            parts.count == 3 ? (parts[0], Phrase(parts[1], en: parts[2])) : nil
        }
        return Dictionary(names) { first, _ in first }
    }()

    /// Returns the name of a country, or its code if the name is not known.
    ///
    /// - Parameters:
    ///   - code: The code of two letters (ISO 3166), in any case.
    ///   - language: The language of the name.
    /// - Returns: The name.
    static func name(of code: String, in language: AppLanguage) -> String {
        // Longer texts are not codes, and comparing them could be slow.
        guard code.utf8.count == 2 else { return code }
        return names[code.uppercased()].map { language($0) } ?? code
    }
}
