// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Escaping of text in URIs and in forms: `El Camión` becomes `El%20Cami%C3%B3n`.
///
/// Text is escaped byte by byte of its UTF-8. The characters that stay as they are depend on the
/// place where the text is put, which a ``CharacterSet`` names:
///
/// ```swift
/// PercentEncoding.encode("AC/DC", keeping: .pathSegment)   // AC%2FDC
/// PercentEncoding.encode("a+b=c", keeping: .query)         // a%2Bb%3Dc
/// PercentEncoding.encode("El Camión", keeping: .form)      // El+Cami%C3%B3n
/// ```
public enum PercentEncoding: Sendable {
    /// Escapes a text.
    ///
    /// - Parameters:
    ///   - text: Any text; it must not have been escaped yet, or `%` is escaped again.
    ///   - kept: The characters that need no escape where the text is put.
    /// - Returns: The text with every other character escaped, in capital digits (RFC 3986 §2.1).
    public static func encode(_ text: some StringProtocol, keeping kept: CharacterSet) -> String {
        let text = String(text)
        let bytes = text.utf8Span.span
        var index = 0
        while index < bytes.count, kept.contains(bytes[index]) { index += 1 }
        if index == bytes.count { return text }
        var output: [UInt8] = []
        append(bytes, keeping: kept, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Resolves the escapes of a text.
    ///
    /// - Parameter text: An escaped text; `+` stands for itself.
    /// - Returns: The text, or `nil` when a `%` is not followed by two hexadecimal digits or when
    ///   the bytes are not UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        let text = String(text)
        guard text.utf8.contains(percent) else { return text }
        return decode(bytes: text.utf8Span.span).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Resolves the escapes of a name or a value of a form, where `+` stands for a blank.
    ///
    /// - Parameter text: A name or a value of `application/x-www-form-urlencoded` data. A `%`
    ///   without two hexadecimal digits after it stands for itself, as the WHATWG URL Standard §5.1
    ///   demands.
    /// - Returns: The text, or `nil` when the bytes are not UTF-8.
    public static func decodeForm(_ text: some StringProtocol) -> String? {
        let text = String(text)
        guard text.utf8.contains(where: { $0 == percent || $0 == plus }) else { return text }
        let bytes = decodeForm(bytes: text.utf8Span.span)
        return String(validating: bytes, as: UTF8.self)
    }

    // MARK: - Bytes

    /// Escapes bytes and appends them to others.
    package static func append(
        _ bytes: Span<UInt8>,
        keeping kept: CharacterSet,
        to output: inout [UInt8]
    ) {
        output.reserveCapacity(output.count + bytes.count + bytes.count / 2)
        for index in bytes.indices {
            let byte = bytes[index]
            if kept.contains(byte) {
                output.append(byte)
            } else if byte == blank, kept.writesBlankAsPlus {
                output.append(plus)
            } else {
                output.append(percent)
                output.append(hexadecimalDigit(byte >> 4))
                output.append(hexadecimalDigit(byte & 0x0F))
            }
        }
    }

    /// Resolves the escapes in bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The bytes with their escapes resolved, never more than were given; `nil` when an
    ///   escape is not complete.
    public static func decode(bytes: Span<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == percent {
                guard let byte = escape(in: bytes, at: index) else { return nil }
                output.append(byte)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// Resolves the escapes in bytes of a form, where `+` is a blank and a bare `%` is itself.
    package static func decodeForm(bytes: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == percent, let escaped = escape(in: bytes, at: index) {
                output.append(escaped)
                index += 3
            } else {
                output.append(byte == plus ? blank : byte)
                index += 1
            }
        }
        return output
    }

    /// The byte that an escape at an index stands for.
    package static func escape(in bytes: Span<UInt8>, at index: Int) -> UInt8? {
        guard bytes.count - index > 2,
            let high = bytes[index + 1].hexadecimalValue,
            let low = bytes[index + 2].hexadecimalValue
        else { return nil }
        return high << 4 | low
    }

    private static let percent = UInt8(ascii: "%")
    private static let plus = UInt8(ascii: "+")
    private static let blank = UInt8(ascii: " ")

    @inline(__always)
    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? value &+ 0x30 : value &+ 0x37
    }
}
