// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Converts texts to the form in which they are searched and ordered: without case and accents.
///
/// `¿Qué he hecho yo?`, in any of Unicode's normalization forms, becomes `que he hecho yo?`. Latin,
/// Greek and Cyrillic letters lose the marks on, under or through them. Letters of other scripts
/// become lower case if they have a case.
enum FoldedText {
    /// Folds a text.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isMark(scalar) {
            for small in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(small) {
                append(small, to: &folded)
            }
        }
        return String(folded)
    }

    /// Returns the pattern (`LIKE … ESCAPE '\\'`) that matches folded texts containing a text;
    /// `nil` if all texts match.
    ///
    /// A text of 255 characters, the declared limit, results in at most 1022 bytes; the store
    /// allows 1024 bytes for a pattern.
    static func pattern(_ text: String?) -> String? {
        guard let text, case let folded = folded(text), !folded.isEmpty else { return nil }
        var pattern = "%"
        for scalar in folded.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern + "%"
    }

    private static func append(
        _ scalar: Unicode.Scalar,
        to folded: inout String.UnicodeScalarView
    ) {
        if scalar.isASCII {
            folded.append(scalar)
        } else if let spelling = spellings[scalar] {
            folded.append(contentsOf: spelling.unicodeScalars)
        } else {
            folded.append(latinBase(of: scalar) ?? bases[scalar] ?? scalar)
        }
    }

    /// Returns the base of a Latin letter, taken from its Unicode name.
    ///
    /// Other alphabets need the table `bases`, which takes milliseconds to build.
    private static func latinBase(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let start = "LATIN SMALL LETTER "
        guard (0xDF...0x24F).contains(scalar.value) || (0x1E00...0x1EFF).contains(scalar.value),
            let name = scalar.properties.name, name.hasPrefix(start)
        else { return nil }
        let rest = name.utf8.dropFirst(start.utf8.count)
        guard let letter = rest.first, rest.dropFirst().starts(with: " WITH ".utf8) else {
            return nil
        }
        return Unicode.Scalar(letter | 0x20)
    }

    /// True if a scalar is a mark that combines with the letter before it, such as U+0301.
    ///
    /// Only the blocks of accents are included: the vowel signs of Indian scripts are marks as
    /// well, but readers treat them as letters.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F,
            0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// The replacements for letters whose names do not contain their base letters, and for signs:
    /// ¿ and ¡ are removed, since they would sort a sentence after the letter z.
    private static let spellings: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", "ĳ": "ij", "ŉ": "n",
        "ς": "σ", "й": "и", "ё": "е", "ї": "і", "ў": "у", "¿": "", "¡": "", "’": "'", "‘": "'",
    ]

    /// The base letters of small letters with marks, found by their names.
    ///
    /// Unicode calls U+00E9 "LATIN SMALL LETTER E WITH ACUTE", and the part before "WITH" is the
    /// name of the letter e. The standard library has these names but no public decomposition.
    private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
        let blocks: [ClosedRange<UInt32>] = [
            0x61...0x7A, 0xDF...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF,
        ]
        var letters: [String: Unicode.Scalar] = [:]
        var composed: [(letter: Unicode.Scalar, base: String)] = []
        for scalar in blocks.joined().compactMap(Unicode.Scalar.init) {
            guard let name = scalar.properties.name, name.contains(" SMALL LETTER ") else {
                continue
            }
            if let with = name.firstRange(of: " WITH ") {
                composed.append((scalar, String(name[..<with.lowerBound])))
            } else {
                letters[name] = scalar
            }
        }
        var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letter, base) in composed { bases[letter] = letters[base] }
        return bases
    }()
}
