// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Text with the escapes of URIs, XML and JSON, which may be nested in each other.
package enum EscapedText {
    private typealias Escape = (text: [UInt8], length: Int)

    /// The maximum number of readings of a text: the text itself, and the text after each pass that
    /// resolves escapes.
    private static let limit = 8

    /// Returns the readings of a text: the text itself, and the result of each further pass that
    /// resolves its escapes; `nil` if there are more than `limit`.
    package static func readings(of bytes: [UInt8]) -> [[UInt8]]? {
        var readings = [bytes]
        var last = bytes
        while true {
            let next = resolved(last, escape)
            if next == last { return readings }
            guard readings.count < limit else { return nil }
            readings.append(next)
            last = next
        }
    }

    /// Returns XML text with its references resolved: `&amp;` becomes `&`.
    package static func withoutReferences(_ bytes: [UInt8]) -> [UInt8] {
        resolved(bytes, reference)
    }

    /// Returns text as XML writes it in an element or an attribute: `&` becomes `&amp;`.
    package static func withReferences(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if let name = names.first(where: { $0.byte == byte })?.name {
                output += "&\(name)".utf8
            } else {
                output.append(byte)
            }
        }
        return output
    }

    // MARK: - Escapes

    private static let names: [(name: String, byte: UInt8)] = [
        ("amp;", UInt8(ascii: "&")), ("lt;", UInt8(ascii: "<")), ("gt;", UInt8(ascii: ">")),
        ("quot;", UInt8(ascii: "\"")), ("apos;", UInt8(ascii: "'")),
    ]

    private static func resolved(
        _ bytes: [UInt8],
        _ escape: ([UInt8], Int) -> Escape?
    ) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let (text, length) = escape(bytes, index) {
                output += text
                index += length
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    private static func escape(_ bytes: [UInt8], _ index: Int) -> Escape? {
        switch bytes[index] {
        case UInt8(ascii: "+"): ([0x20], 1)
        case UInt8(ascii: "%"):
            PercentEncoding.escape(in: bytes.span, at: index).map { ([$0], 3) }
        case UInt8(ascii: "&"): reference(bytes, index)
        case UInt8(ascii: "\\"): backslash(bytes, index)
        default: nil
        }
    }

    /// Reads `&lt;`, `&#60;` or `&#x3C;`; as in HTML, a number may lack its semicolon.
    private static func reference(_ bytes: [UInt8], _ index: Int) -> Escape? {
        guard bytes[index] == UInt8(ascii: "&") else { return nil }
        let rest = bytes[(index + 1)...]
        guard rest.first == UInt8(ascii: "#") else {
            return names.first { rest.starts(with: $0.name.utf8) }
                .map { ([$0.byte], $0.name.utf8.count + 1) }
        }
        let isHexadecimal = rest.dropFirst().first.map(\.lowercased) == UInt8(ascii: "x")
        let base: UInt8 = isHexadecimal ? 16 : 10
        let digits = rest.dropFirst(isHexadecimal ? 2 : 1)
            .prefix { $0.hexadecimalValue.map { $0 < base } ?? false }
        guard !digits.isEmpty else { return nil }
        let isEnded = digits.endIndex < bytes.count && bytes[digits.endIndex] == UInt8(ascii: ";")
        return (scalar(digits, UInt32(base)), digits.endIndex - index + (isEnded ? 1 : 0))
    }

    /// Reads `\"`, `\n`, `\x61` or `\u0061`.
    private static func backslash(_ bytes: [UInt8], _ index: Int) -> Escape? {
        guard index + 1 < bytes.count else { return nil }
        let letter = bytes[index + 1]
        if "nrtbf".utf8.contains(letter) { return ([0x0A], 2) }
        let count = letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "x") ? 2 : 0
        let digits = bytes[(index + 2)...].prefix(count)
        guard count > 0, digits.count == count,
            digits.allSatisfy({ $0.hexadecimalValue != nil })
        else { return ([letter], 2) }
        return (scalar(digits, 16), 2 + count)
    }

    private static func scalar(_ digits: ArraySlice<UInt8>, _ base: UInt32) -> [UInt8] {
        var number: UInt32 = 0
        for digit in digits {
            number = min(number * base + UInt32(digit.hexadecimalValue ?? 0), 0x11_0000)
        }
        return Array(String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
    }
}

extension [UInt8] {
    /// Returns the bytes with each occurrence of a part replaced by a text.
    ///
    /// Bytes are compared, because a comparison of characters would miss a secret that is followed
    /// by a combining mark.
    package func replacing(bytes part: some Collection<UInt8>, with text: String) -> [UInt8] {
        guard let first = part.first else { return self }
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var index = 0
        while index < count {
            if self[index] == first, self[index...].starts(with: part) {
                output += text.utf8
                index += part.count
            } else {
                output.append(self[index])
                index += 1
            }
        }
        return output
    }
}
