// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Splits a command for a POSIX shell into words (XCU §2.2), including the `$'…'` that browsers
/// copy.
///
/// Expansions are errors, because the values of shell variables are not known here.
struct ShellWords {
    private let bytes: [UInt8]
    private var index = 0
    private var commands: [[[UInt8]]] = []
    private var words: [[UInt8]] = []
    private var word: [UInt8]?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the commands of a pipeline, each as a list of words.
    mutating func pipeline() throws(CurlCommandError) -> [[[UInt8]]] {
        while let byte = peek() {
            index += 1
            try take(byte)
        }
        endCommand()
        return commands
    }

    private mutating func take(_ byte: UInt8) throws(CurlCommandError) {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): endWord()
        case UInt8(ascii: "\n"): try endLine()
        case UInt8(ascii: "#") where word == nil: skipComment()
        case UInt8(ascii: "|") where peek() != UInt8(ascii: "|"): endCommand()
        case UInt8(ascii: "&"):
            throw CurlCommandError("an “&” outside of quotes ends the command; quote the address")
        case _ where "|;<>()".utf8.contains(byte):
            let sign = String(decoding: [byte], as: UTF8.self)
            throw CurlCommandError("“\(sign)” outside of quotes; expected one command")
        case UInt8(ascii: "'"): try takeLiteral()
        case UInt8(ascii: "\""): try takeQuoted()
        case UInt8(ascii: "\\"): takeEscape()
        case UInt8(ascii: "$") where peek() == UInt8(ascii: "'"):
            index += 1
            try takeEscapedText()
        default:
            try refuseExpansion(byte)
            append(byte)
        }
    }

    // MARK: - Ends

    private mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }

    private mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
    }

    private mutating func endLine() throws(CurlCommandError) {
        endWord()
        if words.isEmpty { return }
        while let byte = peek() {
            guard byte == UInt8(ascii: "\n") || Self.isBlank(byte) else {
                throw CurlCommandError("a second line; expected one command, or “\\” at the end")
            }
            index += 1
        }
    }

    private mutating func skipComment() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
    }

    // MARK: - Quotes

    private mutating func takeLiteral() throws(CurlCommandError) {
        let start = index
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "'")) else {
            throw Self.unterminated
        }
        word = (word ?? []) + bytes[start..<end]
        index = end + 1
    }

    private mutating func takeQuoted() throws(CurlCommandError) {
        if word == nil { word = [] }
        while let byte = peek() {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"):
                if skipLineEnd() { continue }
                guard let next = peek(), "$`\"\\".utf8.contains(next) else {
                    append(byte)
                    continue
                }
                index += 1
                append(next)
            default:
                try refuseExpansion(byte)
                append(byte)
            }
        }
        throw Self.unterminated
    }

    private mutating func takeEscape() {
        if skipLineEnd() { return }
        guard let next = peek() else { return append(UInt8(ascii: "\\")) }
        index += 1
        append(next)
    }

    private mutating func takeEscapedText() throws(CurlCommandError) {
        var escapes = BackslashEscapes(bytes[index...])
        guard let text = escapes.text(until: UInt8(ascii: "'")) else { throw Self.unterminated }
        word = (word ?? []) + text
        index = escapes.index
    }

    // MARK: - Bytes

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func append(_ byte: UInt8) {
        if word == nil { word = [] }
        word?.append(byte)
    }

    /// Skips a line break after a backslash, which continues the line; returns false if there is
    /// none.
    private mutating func skipLineEnd() -> Bool {
        let rest = bytes[index...].prefix(2)
        if rest.first == UInt8(ascii: "\n") {
            index += 1
            return true
        }
        guard rest.elementsEqual("\r\n".utf8) else { return false }
        index += 2
        return true
    }

    /// Throws an error for a character that begins an expansion of the shell.
    private func refuseExpansion(_ byte: UInt8) throws(CurlCommandError) {
        if byte == UInt8(ascii: "`") {
            throw CurlCommandError("a command substitution; expected a command without any")
        }
        guard byte == UInt8(ascii: "$"), let next = peek() else { return }
        let isName = next | 0x20 >= UInt8(ascii: "a") && next | 0x20 <= UInt8(ascii: "z")
        guard isName || "_{(*@#?-$!0123456789".utf8.contains(next) else { return }
        throw CurlCommandError("a variable of the shell; expected its value in its place")
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static let unterminated = CurlCommandError("a quote without its end")
}
