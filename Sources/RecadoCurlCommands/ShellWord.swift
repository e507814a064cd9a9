// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Writes text as words of a POSIX shell command (XCU §2.2).
///
/// ```swift
/// print("curl \(ShellWord.quoted("http://localhost:3000/films?q=a"))")
/// // curl 'http://localhost:3000/films?q=a'
/// ```
public enum ShellWord: Sendable {
    private static let plain = PercentEncoding.CharacterSet(unreservedAnd: "/:@,+")
    private static let quote = UInt8(ascii: "'")

    /// Returns text as one shell word that the shell takes literally; quotes are added if they are
    /// needed.
    ///
    /// - Parameter word: Any text, which may be empty.
    /// - Returns: The word, or the word in quotes.
    public static func quoted(_ word: String) -> String {
        !word.isEmpty && word.utf8.allSatisfy(plain.contains) ? word : inQuotes(word)
    }

    /// Returns a word in single quotes, even if it does not need them.
    ///
    /// - Parameter word: Any text.
    /// - Returns: The word in single quotes.
    public static func inQuotes(_ word: String) -> String {
        // The text is processed by bytes, because in Swift a quote with a combining mark is one
        // character, but to a shell it is a quote.
        var text: [UInt8] = [quote]
        for byte in word.utf8 {
            if byte == quote { text += "'\\''".utf8 } else { text.append(byte) }
        }
        return String(decoding: text + [quote], as: UTF8.self)
    }
}
