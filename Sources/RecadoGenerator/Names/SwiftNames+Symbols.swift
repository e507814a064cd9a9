// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SwiftNames {
    /// The words for special characters, for names that have no letters and digits, or that differ
    /// only in a sign.
    private static let symbols: [Character: String] = [
        "+": "plus", "-": "minus", "*": "star", "<": "less", ">": "greater", "=": "equal",
        "!": "not", "?": "question", "&": "and", "|": "or", "%": "percent", "#": "hash",
        "$": "dollar", "@": "at", "/": "slash", "\\": "backslash", ".": "dot", ",": "comma",
        ":": "colon", ";": "semicolon", "^": "caret", "~": "tilde", "_": "underscore",
        "(": "open", ")": "close", "[": "open", "]": "close", "{": "open", "}": "close",
        " ": "blank", "\"": "quote", "'": "apostrophe", "€": "euro",
    ]

    /// Names that have another meaning in Swift even in backticks.
    private static let reserved: Set<String> = [
        "self", "Self", "init", "Type", "Protocol", "allCases", "rawValue", "hashValue",
        "description", "debugDescription", "choices", "discriminator", "schemaName", "value",
        "none", "some", "encode", "responses", "all", "status", "title", "detail", "code", "remedy",
    ]

    /// Returns the words of a name; if it has no letters and digits, the words for its characters.
    static func identifierWords(of name: String) -> [String] {
        let name = shortened(name)
        let words = name.split { !$0.isLetter && !$0.isWholeNumber || !isIdentifier($0) }
            .map(String.init)
        if words.isEmpty {
            let found = name.prefix(8).compactMap { symbols[$0] }
            return found.isEmpty ? [] : found
        }
        // `+1` and `-1` differ only in the sign.
        if let sign = name.first, sign == "+" || sign == "-", words[0].first?.isNumber == true {
            return [symbols[sign] ?? ""] + words
        }
        return words
    }

    private static func isIdentifier(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isXIDContinue && scalar.value != 0x24
        }
    }

    /// Returns unique names for the cases of an enum.
    static func caseNames(_ names: [String]) -> [String] {
        unique(names.map { identifier($0, empty: $0.isEmpty ? "empty" : "value") }) {
            reserved.contains($0) ? $0 + "Value" : $0
        }
    }

    /// Returns unique names for the properties of a struct.
    static func propertyNames(_ names: [String]) -> [String] {
        unique(names.map { identifier($0, empty: "value") }) {
            ["self", "Self", "init", "Type", "Protocol"].contains($0) ? $0 + "Value" : $0
        }
    }

    private static func unique(
        _ names: [String],
        _ change: (String) -> String
    ) -> [String] {
        var taken = UniqueNames()
        return names.map { name in
            let proper = change(name)
            // An `x` before the number keeps a second `version1` from becoming `version12`.
            return taken.take(proper, stem: proper.last?.isNumber == true ? proper + "x" : proper)
        }
    }

    private static func identifier(_ name: String, empty: String) -> String {
        let words = identifierWords(of: name)
        guard !words.isEmpty else { return empty }
        let isShouting = words.allSatisfy { word in
            word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber }
        }
        let calm = isShouting ? words.map { $0.lowercased() } : words
        return memberName(calm.joined(separator: " "))
    }
}
