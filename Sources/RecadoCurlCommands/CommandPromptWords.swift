// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Splits a command into words by the rules of the Windows command prompt.
enum CommandPromptWords {
    /// Returns the words of a command: the command prompt removes the carets, and then the program
    /// splits the line into words.
    static func words(of bytes: [UInt8]) throws(CurlCommandError) -> [[UInt8]] {
        try split(try withoutCarets(bytes))
    }

    /// Returns the line that the command prompt passes to a program.
    private static func withoutCarets(_ bytes: [UInt8]) throws(CurlCommandError) -> [UInt8] {
        let bytes = bytes.filter { $0 != UInt8(ascii: "\r") }
        var line: [UInt8] = []
        var isQuoted = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "^") where !isQuoted:
                // A caret at the end of a line continues the command; the first character of the
                // next line is literal.
                if index < bytes.count, bytes[index] == UInt8(ascii: "\n") { index += 1 }
                guard index < bytes.count else { continue }
                line.append(bytes[index])
                index += 1
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                line.append(byte)
            case UInt8(ascii: "\n"):
                guard bytes[index...].allSatisfy({ $0 <= 0x20 }) else {
                    throw CurlCommandError("a second line; expected “^” at the end of the first")
                }
                return line
            case _ where !isQuoted && "&|<>".utf8.contains(byte):
                throw CurlCommandError("an operator outside of quotes; expected one command")
            default: line.append(byte)
            }
        }
        return line
    }

    /// Splits a line into words by the rules of Microsoft's C library.
    private static func split(_ line: [UInt8]) throws(CurlCommandError) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var isQuoted = false
        var index = 0
        while index < line.count {
            let byte = line[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\\"):
                index -= 1
                let count = line[index...].prefix { $0 == byte }.count
                index += count
                let isQuote = index < line.count && line[index] == UInt8(ascii: "\"")
                let kept = [UInt8](repeating: byte, count: isQuote ? count / 2 : count)
                word = (word ?? []) + kept
                // A backslash is an escape only if a quote follows the backslashes.
                guard isQuote, count % 2 == 1 else { continue }
                word?.append(UInt8(ascii: "\""))
                index += 1
            case UInt8(ascii: "\"") where isQuoted && index < line.count && line[index] == byte:
                word?.append(byte)
                index += 1
            case UInt8(ascii: "\""):
                isQuoted.toggle()
                word = word ?? []
            case UInt8(ascii: " ") where !isQuoted, UInt8(ascii: "\t") where !isQuoted:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? []) + [byte]
            }
        }
        guard !isQuoted else { throw CurlCommandError("a quote without its end") }
        return words + (word.map { [$0] } ?? [])
    }
}
