// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Reads language tags (BCP 47) from the environment and formats them for Accept-Language.
enum LanguageTags {
    /// The maximum number of languages in the field, more than anybody speaks.
    private static let limit = 10

    // MARK: - The environment

    /// Returns the user's languages from environment variables, the most preferred one first.
    ///
    /// `LANGUAGE` is a list of languages, which is ignored if the locale is `C` or `POSIX`. The
    /// language of the locale is added to the end of the list.
    static func preferred(in variable: (String) -> String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
            .compactMap(variable)
            .first { !$0.isEmpty }
        guard let locale, let tag = tag(ofLocale: locale) else { return [] }
        let list = (variable("LANGUAGE") ?? "").split(separator: ":")
        return unique(list.compactMap { Self.tag(ofLocale: $0) } + [tag])
    }

    /// Returns the tag of a locale such as `es_ES.UTF-8@euro`; `nil` for `C` and `POSIX`.
    static func tag(ofLocale locale: some StringProtocol) -> String? {
        let whole = locale.split(separator: "@", maxSplits: 1)
        let name = whole.first?.split(separator: ".", maxSplits: 1).first ?? ""
        let parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard let language = parts.first, isWord(language, 2...3) else { return nil }
        var tag = [language.lowercased()]
        let modifier = whole.count > 1 ? whole[1].lowercased() : ""
        if let script = scripts[modifier] { tag.append(script) }
        for part in parts.dropFirst() {
            if isWord(part, 4...4), tag.count == 1 {
                tag.append(part.prefix(1).uppercased() + part.dropFirst().lowercased())
            } else if isWord(part, 2...2) || (part.count == 3 && Int(part) != nil) {
                tag.append(part.uppercased())
            }
        }
        if modifier == "valencia" { tag.append(modifier) }
        return tag.joined(separator: "-")
    }

    private static let scripts = [
        "latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab",
    ]

    private static func isWord(_ text: some StringProtocol, _ length: ClosedRange<Int>) -> Bool {
        length.contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }

    // MARK: - The field

    /// Returns the value of Accept-Language (RFC 9110 §12.5.4) for some languages, the most
    /// preferred one first.
    ///
    /// For regional tags such as `es-ES`, the language `es` alone is added after the last of them,
    /// so that the user also gets `es` from a server that has no `es-ES`.
    static func ranges(of languages: [String]) -> String {
        var tags: [String] = []
        let languages = unique(languages.filter { Fields.isValid($0) && !$0.contains(",") })
        for (index, tag) in languages.enumerated() {
            tags.append(tag)
            guard let base = tag.split(separator: "-").first.map(String.init) else { continue }
            let isLast = !languages[(index + 1)...].contains { $0.hasPrefix(base + "-") }
            if isLast { tags.append(base) }
        }
        return unique(tags).prefix(limit).enumerated().map { index, tag in
            index == 0 ? tag : "\(tag);q=\(Quality(thousandths: 1000 - index * 100))"
        }
        .joined(separator: ", ")
    }

    /// Returns the tags without duplicates, ignoring case.
    private static func unique(_ tags: [String]) -> [String] {
        var known: Set<String> = []
        return tags.filter { known.insert($0.lowercased()).inserted }
    }
}
