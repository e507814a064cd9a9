// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reads the parts of a field value one after the other (RFC 9110 §5.6).
///
/// A method that does not find the expected part leaves the position unchanged.
package struct FieldScanner: Sendable {
    private let bytes: [UInt8]
    private var position = 0

    /// Creates a scanner at the start of a value.
    package init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    /// True if everything has been read.
    package var isAtEnd: Bool { position == bytes.count }

    /// The next byte, which stays unread.
    package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Reads the next byte if it is the given character; returns true if it was.
    package mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard let next, next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Skips spaces and tabs; returns true if there were some.
    @discardableResult
    package mutating func skipBlanks() -> Bool {
        !take { $0 == 0x20 || $0 == 0x09 }.isEmpty
    }

    /// Skips the commas of a list, with the spaces and tabs around them.
    package mutating func skipSeparators() {
        _ = take { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
    }

    /// Reads bytes as long as a condition holds.
    package mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, condition(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    /// Reads a token (RFC 9110 §5.6.2).
    package mutating func token() -> String? {
        let token = take(while: Token.contains)
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    /// Reads a quoted string and returns its text without quotes and escapes (RFC 9110 §5.6.4).
    package mutating func quotedString() -> String? {
        let start = position
        guard consume("\"") else { return nil }
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
            var literal = byte
            if byte == UInt8(ascii: "\\") {
                guard let escaped = next else { break }
                position += 1
                literal = escaped
            }
            if FieldText.isControl(literal) { break }
            content.append(literal)
        }
        position = start
        return nil
    }

    /// Reads a token or a quoted string.
    package mutating func tokenOrQuotedString() -> String? {
        next == UInt8(ascii: "\"") ? quotedString() : token()
    }

    /// Reads the rest of a value as parameters, each after a semicolon (RFC 9110 §5.6.6).
    ///
    /// - Returns: The parameters, or `nil` when the rest is anything else.
    package mutating func parameters() -> FieldParameters? {
        var parameters = FieldParameters()
        while true {
            skipBlanks()
            if isAtEnd { return parameters }
            guard consume(";") else { return nil }
            skipBlanks()
            if isAtEnd || next == UInt8(ascii: ";") { continue }
            guard let name = token(), consume("="), let value = tokenOrQuotedString() else {
                return nil
            }
            parameters.append(value, to: name)
        }
    }
}
