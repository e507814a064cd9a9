// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Makes text safe for a terminal, and fits it into a number of columns.
enum DisplayText {
    /// Returns a text in one line that cannot control a terminal: control characters and characters
    /// that change the writing direction become blanks.
    static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isCommanding) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isCommanding(scalar) ? " " : scalar) }
        return String(scalars)
    }

    /// Returns a text in which each character that could control a terminal is replaced by an
    /// escape such as `\u001b`.
    ///
    /// Tabs and line ends stay. JSON stays valid, because the replaced characters can occur only in
    /// its strings.
    @Sendable
    static func escaped(_ text: String) -> String {
        let all = text.unicodeScalars
        guard all.contains(where: isCommanding) else { return text }
        var scalars = String.UnicodeScalarView()
        for (index, scalar) in zip(all.indices, all) {
            if isCommanding(scalar), !isLayout(scalar, at: index, in: all) {
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
                scalars.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    /// True if a scalar is a tab or part of a line end.
    ///
    /// A carriage return counts only before a line feed, since alone it would let later text
    /// overwrite the line.
    private static func isLayout(
        _ scalar: Unicode.Scalar,
        at index: String.Index,
        in all: String.UnicodeScalarView
    ) -> Bool {
        switch scalar {
        case "\n", "\t": return true
        case "\r":
            let next = all.index(after: index)
            return next < all.endIndex && all[next] == "\n"
        default: return false
        }
    }

    private static func isCommanding(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0x2028, 0x2029: true  // separators of lines and paragraphs
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // directions
        default: false
        }
    }

    // MARK: - Width

    /// Returns the number of columns that a text occupies.
    static func width(of text: String) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if character.unicodeScalars.contains(where: isWide) { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }

    /// True if a terminal shows a character in two columns: wide and fullwidth characters (Unicode
    /// Standard Annex 11), and emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return true
        default:
            return scalar.properties.isEmojiPresentation || scalar.value == 0xFE0F
        }
    }

    // MARK: - Fitting

    /// Returns a line without trailing blanks.
    static func line(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text + "\n"
    }

    /// Returns a text in exactly `width` columns: cut with an ellipsis, or filled with blanks.
    static func fit(_ text: String, to width: Int) -> String {
        let own = Self.width(of: text)
        guard own > width else { return text + String(repeating: " ", count: width - own) }
        guard width > 0 else { return "" }
        var cut = ""
        var used = 0
        for character in text {
            let next = Self.width(of: character)
            guard used + next < width else { break }
            cut.append(character)
            used += next
        }
        return cut + "…" + String(repeating: " ", count: width - used - 1)
    }

    /// Returns a text in lines of limited width, broken at blanks if possible.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The greatest number of columns of a line, including the indentation.
    ///   - indent: The number of blanks before each line except the first.
    /// - Returns: The lines, at least one.
    static func wrap(_ text: String, to width: Int, indent: Int = 0) -> [String] {
        let blank = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.unicodeScalars.split(separator: " ")
            .flatMap({ pieces(of: Substring($0), width - indent) })
        {
            let own = Self.width(of: word)
            if line.isEmpty {
                line = word
                used = own
            } else if used + 1 + own <= width {
                line += " " + word
                used += 1 + own
            } else {
                lines.append(line)
                line = blank + word
                used = indent + own
            }
        }
        return lines + [line]
    }

    /// Returns a word in pieces that fit into a line.
    private static func pieces(of word: Substring, _ width: Int) -> [String] {
        guard Self.width(of: String(word)) > width else { return [String(word)] }
        var pieces: [String] = []
        var piece = ""
        var used = 0
        for character in word {
            let own = Self.width(of: character)
            if used + own > width, !piece.isEmpty {
                pieces.append(piece)
                piece = ""
                used = 0
            }
            piece.append(character)
            used += own
        }
        return pieces + [piece]
    }
}
