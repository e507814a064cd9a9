// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// Writes scores with exactly the same bytes as Rails.
enum ScoreText {
    // MARK: - JSON

    static func json(_ scores: [Score]) -> [UInt8] { ScoreList.json.text(of: scores) }

    static func json(_ score: Score) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(128 + (score.name?.utf8.count ?? 0))
        append(score, to: &text)
        return text
    }

    static func append(_ score: Score, to text: inout [UInt8]) {
        text += #"{"created_at":""#.utf8
        text += score.createdAt.utf8
        text += #"","id":"#.utf8
        text += "\(score.id)".utf8
        text += #","name":"#.utf8
        if let name = score.name { appendJSON(name, to: &text) } else { text += "null".utf8 }
        text += #","total":"#.utf8
        if let total = score.total { text += "\(total)".utf8 } else { text += "null".utf8 }
        text += #","updated_at":""#.utf8
        text += score.updatedAt.utf8
        text += #""}"#.utf8
    }

    private static func appendJSON(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        append(string, to: &text, escape: escapeInJSON)
        text.append(UInt8(ascii: "\""))
    }

    /// Returns the escape of a character that must be escaped; characters that could end an HTML
    /// script are escaped, too.
    private static func escapeInJSON(_ bytes: [UInt8], _ place: Int) -> Escape? {
        switch bytes[place] {
        case UInt8(ascii: "\""): return Escape(#"\""#)
        case UInt8(ascii: "\\"): return Escape(#"\\"#)
        case 0x0A: return Escape(#"\n"#)
        case 0x0D: return Escape(#"\r"#)
        case 0x09: return Escape(#"\t"#)
        case 0x08: return Escape(#"\b"#)
        case 0x0C: return Escape(#"\f"#)
        case 0..<0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
            let digits = String(bytes[place], radix: 16)
            return Escape(#"\u00"# + (digits.utf8.count < 2 ? "0" : "") + digits)
        case 0xE2 where bytes[place...].starts(with: "\u{2028}".utf8):
            return Escape(#"\u2028"#, length: 3)
        case 0xE2 where bytes[place...].starts(with: "\u{2029}".utf8):
            return Escape(#"\u2029"#, length: 3)
        default: return nil
        }
    }

    // MARK: - XML

    static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    static func xml(_ scores: [Score]) -> [UInt8] {
        // Rails names a list after the class of its first element, here nil.
        guard !scores.isEmpty else {
            return Array((declaration + "<nil-classes type=\"array\"/>\n").utf8)
        }
        return ScoreList.xml.text(of: scores)
    }

    static func xml(_ score: Score) -> [UInt8] {
        var text = Array(declaration.utf8)
        append(score, indentation: "", to: &text)
        return text
    }

    static func append(_ score: Score, indentation: String, to text: inout [UInt8]) {
        let inner = indentation + "  "
        let total =
            score.total.map { "<total type=\"integer\">\($0)</total>" }
            ?? #"<total type="integer" nil="true"/>"#
        text += "\(indentation)<score>\n".utf8
        text += "\(inner)<created-at type=\"datetime\">\(score.createdAt)</created-at>\n".utf8
        text += "\(inner)<id type=\"integer\">\(score.id)</id>\n\(inner)".utf8
        if let name = score.name {
            text += "<name>".utf8
            append(name, to: &text, escape: escapeInXML)
            text += "</name>".utf8
        } else {
            text += #"<name nil="true"/>"#.utf8
        }
        text += "\n\(inner)\(total)\n".utf8
        text += "\(inner)<updated-at type=\"datetime\">\(score.updatedAt)</updated-at>\n".utf8
        text += "\(indentation)</score>\n".utf8
    }

    /// Returns the escape of a character that must be escaped; a character that XML does not allow
    /// becomes the replacement character.
    private static func escapeInXML(_ bytes: [UInt8], _ place: Int) -> Escape? {
        switch bytes[place] {
        case UInt8(ascii: "&"): Escape("&amp;")
        case UInt8(ascii: "<"): Escape("&lt;")
        case UInt8(ascii: ">"): Escape("&gt;")
        case 0x09, 0x0A, 0x0D: nil
        case 0..<0x20: Escape("\u{FFFD}")
        case 0xEF where bytes[place...].starts(with: "\u{FFFE}".utf8): Escape("\u{FFFD}", length: 3)
        case 0xEF where bytes[place...].starts(with: "\u{FFFF}".utf8): Escape("\u{FFFD}", length: 3)
        default: nil
        }
    }

    // MARK: - Escapes

    /// The replacement for a character that must be escaped.
    private struct Escape {
        let text: String
        /// The number of bytes that the escape replaces.
        let length: Int

        init(_ text: String, length: Int = 1) {
            self.text = text
            self.length = length
        }
    }

    /// Appends a text with escapes; the bytes between two escapes are copied in one piece.
    private static func append(
        _ string: String,
        to text: inout [UInt8],
        escape: (_ bytes: [UInt8], _ place: Int) -> Escape?
    ) {
        let bytes = Array(string.utf8)
        var start = 0
        for place in bytes.indices where place >= start {
            guard let escape = escape(bytes, place) else { continue }
            text += bytes[start..<place]
            text += escape.text.utf8
            start = place + escape.length
        }
        text += bytes[start...]
    }
}
