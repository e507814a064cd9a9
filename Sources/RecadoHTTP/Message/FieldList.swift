// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The list syntax of field values (RFC 9110 §5.6.1).
package enum FieldList {
    /// Returns the members of a comma-separated list, trimmed, without the empty ones.
    package static func members(of value: some StringProtocol) -> [Substring] {
        split(value, at: UInt8(ascii: ",")).filter { !$0.isEmpty }
    }

    /// Splits a value at the separators outside quoted strings, and trims the parts.
    package static func split(_ value: some StringProtocol, at separator: UInt8) -> [Substring] {
        let text = Substring(value)
        let bytes = text.utf8
        var parts: [Substring] = []
        var start = bytes.startIndex
        var index = start
        var isQuoted = false
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                index = bytes.index(after: index)
                if index == bytes.endIndex { break }
            } else if !isQuoted, byte == separator {
                parts.append(trimmed(text[start..<index]))
                start = bytes.index(after: index)
            }
            index = bytes.index(after: index)
        }
        parts.append(trimmed(text[start...]))
        return parts
    }

    /// Returns text without the spaces and tabs around it.
    package static func trimmed(_ text: Substring) -> Substring {
        // Compares bytes, because a space and a combining mark after it form one character.
        let bytes = text.utf8
        guard let start = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return text[text.endIndex...] }
        return text[start..<bytes.index(after: last)]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
