// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A mistake in Swift source code and the messages about it, read from the code's comments.
///
/// The first two comments are the mistake and its remedy. A comment below a line of code that
/// begins with `error:`, `note:` or `finding:` is a message about that line. A comment that is
/// indented further continues the message. `…` stands for any text.
struct Mistake: Sendable, CustomTestStringConvertible {
    struct Message: Sendable {
        let kind: String
        let line: Int
        var text: String

        /// Returns whether another text begins with this message.
        func describes(_ other: String) -> Bool {
            var rest = other[...]
            for (number, part) in text.split(separator: "…").enumerated() {
                guard let found = rest.firstRange(of: part) else { return false }
                let isFirst = number == 0 && !text.hasPrefix("…")
                guard !isFirst || found.lowerBound == rest.startIndex else { return false }
                rest = rest[found.upperBound...]
            }
            return true
        }
    }

    let name: String
    let title: String
    let remedy: String
    var messages: [Message] = []

    var testDescription: String { "\(name): \(title)" }

    /// The mistake's row in the article's table.
    var row: String {
        let texts = messages.map { "`\($0.text)`" }.joined(separator: "<br>")
        return "| \(title) | \(texts) | \(remedy) |"
    }

    /// Reads a mistake from lines of Swift, and returns `nil` if they do not begin with two
    /// comments.
    ///
    /// - Parameters:
    ///   - name: The name of the declaration or file.
    ///   - lines: The lines of code, beginning with the comment that names the mistake.
    ///   - first: The number that the first of the lines has in its file.
    init?(name: String, _ lines: [String], first: Int = 1) {
        let opening = lines.prefix(2).compactMap(Self.comment)
        guard opening.count == 2 else { return nil }
        (self.name, title, remedy) = (name, opening[0].trimmed, opening[1].trimmed)
        var code = first
        for (number, line) in lines.enumerated().dropFirst(2) {
            guard let comment = Self.comment(line) else {
                code = first + number
                continue
            }
            if comment.hasPrefix("     "), !messages.isEmpty {
                messages[messages.count - 1].text += " " + comment.trimmed
            } else if let colon = comment.firstIndex(of: ":") {
                let kind = String(comment[..<colon]).trimmed
                guard ["error", "note", "finding"].contains(kind) else { continue }
                let text = String(comment[colon...].dropFirst()).trimmed
                messages.append(Message(kind: kind, line: code, text: text))
            }
        }
    }

    /// Returns the text after the slashes of a line that is only a comment, and otherwise `nil`.
    private static func comment(_ line: String) -> String? {
        let line = line.drop { $0 == " " }
        return line.hasPrefix("//") ? String(line.dropFirst(2)) : nil
    }

    /// Returns the lines of a file.
    static func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
