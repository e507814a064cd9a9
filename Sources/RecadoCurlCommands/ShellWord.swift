// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Words of commands for a POSIX shell (XCU §2.2).
///
/// ```swift
/// print("curl \(ShellWord.quoted("http://localhost:3000/films?q=a"))")    // curl 'http://localhost:3000/films?q=a'
/// ```
public enum ShellWord: Sendable {
    private static let plain = PercentEncoding.CharacterSet(unreservedAnd: "/:@,+")
    private static let quote = UInt8(ascii: "'")

    /// Writes a word so that a shell takes it literally, with quotes if it needs them.
    ///
    /// - Parameter word: Any text, which may be empty.
    /// - Returns: The word, or the word in quotes.
    public static func quoted(_ word: String) -> String {
        !word.isEmpty && word.utf8.allSatisfy(plain.contains) ? word : inQuotes(word)
    }

    /// Writes a word in quotes, whatever is in it.
    ///
    /// - Parameter word: Any text.
    /// - Returns: The word in single quotes.
    public static func inQuotes(_ word: String) -> String {
        // The text is read by bytes: a quote with a combining mark is one character in Swift, and
        // still a quote to a shell.
        var text: [UInt8] = [quote]
        for byte in word.utf8 {
            if byte == quote { text += "'\\''".utf8 } else { text.append(byte) }
        }
        return String(decoding: text + [quote], as: UTF8.self)
    }
}
