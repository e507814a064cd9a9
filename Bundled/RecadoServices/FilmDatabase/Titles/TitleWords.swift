// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Functions that split titles into words, in the form in which searches compare them: without
/// case, accents and punctuation.
enum TitleWords {
    /// Returns the words of a text, in order.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in FoldedText.folded(text).unicodeScalars {
            if isPart(scalar) {
                word.append(scalar)
            } else if scalar != "'", !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    /// Returns the words of a text, and also words joined across punctuation: `wall`, `e` and
    /// `walle` for WALL·E.
    static func indexWords(of text: String) -> Set<String> {
        var all = Set(words(of: text))
        for chunk in text.split(separator: " ") {
            let parts = words(of: String(chunk))
            if parts.count > 1 { all.insert(parts.joined()) }
        }
        return all
    }

    /// Returns the key by which a title is compared: its words, without an article at the beginning
    /// or the end.
    static func key(of title: String) -> String {
        var words = words(of: title)
        if words.count > 1, let first = words.first, articles.contains(first) {
            words.removeFirst()
        }
        if words.count > 1, let last = words.last, last == "the" { words.removeLast() }
        return words.joined(separator: " ")
    }

    /// True if a word is an article, which a search ignores if there are other words.
    static func isArticle(_ word: String) -> Bool { articles.contains(word) }

    private static let articles: Set<String> = [
        "the", "a", "an", "el", "la", "los", "las", "le", "les", "il", "lo", "un", "una", "une",
        "der", "das",
    ]

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
    }
}
