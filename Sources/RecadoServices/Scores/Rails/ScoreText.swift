// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// Scores as Rails writes them, byte by byte.
enum ScoreText {
    // MARK: - JSON

    static func json(_ scores: [Score]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "[")]
        text.reserveCapacity(2 + scores.count * 128)
        for (index, score) in scores.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(score, to: &text)
        }
        text.append(UInt8(ascii: "]"))
        return text
    }

    static func json(_ score: Score) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(128 + (score.name?.utf8.count ?? 0))
        append(score, to: &text)
        return text
    }

    private static func append(_ score: Score, to text: inout [UInt8]) {
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

    /// Characters that could end a script are escaped too.
    private static func appendJSON(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += #"\""#.utf8
            case "\\": text += #"\\"#.utf8
            case "\n": text += #"\n"#.utf8
            case "\r": text += #"\r"#.utf8
            case "\t": text += #"\t"#.utf8
            case "\u{8}": text += #"\b"#.utf8
            case "\u{C}": text += #"\f"#.utf8
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += #"\u"#.utf8
                text += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
                text += digits.utf8
            default: text += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    // MARK: - XML

    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    static func xml(_ scores: [Score]) -> [UInt8] {
        var text = declaration
        // Rails names a list after its first element.
        guard !scores.isEmpty else {
            return Array((text + "<nil-classes type=\"array\"/>\n").utf8)
        }
        text += "<scores type=\"array\">\n"
        for score in scores { append(score, indentation: "  ", to: &text) }
        text += "</scores>\n"
        return Array(text.utf8)
    }

    static func xml(_ score: Score) -> [UInt8] {
        var text = declaration
        append(score, indentation: "", to: &text)
        return Array(text.utf8)
    }

    private static func append(_ score: Score, indentation: String, to text: inout String) {
        let name =
            score.name.map { "<name>\(escaped($0))</name>" } ?? #"<name nil="true"/>"#
        let total =
            score.total.map { "<total type=\"integer\">\($0)</total>" }
            ?? #"<total type="integer" nil="true"/>"#
        let lines = [
            "<score>",
            "  <created-at type=\"datetime\">\(score.createdAt)</created-at>",
            "  <id type=\"integer\">\(score.id)</id>",
            "  " + name,
            "  " + total,
            "  <updated-at type=\"datetime\">\(score.updatedAt)</updated-at>",
            "</score>",
        ]
        for line in lines { text += indentation + line + "\n" }
    }

    /// Text of an element; what no document may hold becomes the replacement character.
    private static func escaped(_ string: String) -> String {
        var text = ""
        text.reserveCapacity(string.utf8.count)
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\t", "\n", "\r": text.unicodeScalars.append(scalar)
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
