// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Percent-encodes text for URIs and forms: `El Camión` becomes `El%20Cami%C3%B3n`.
///
/// Each byte of the text's UTF-8 is escaped separately. A ``CharacterSet`` holds the characters
/// that need no escape in a certain place:
///
/// ```swift
/// PercentEncoding.encode("AC/DC", keeping: .pathSegment)   // AC%2FDC
/// PercentEncoding.encode("a+b=c", keeping: .query)         // a%2Bb%3Dc
/// PercentEncoding.encode("El Camión", keeping: .form)      // El+Cami%C3%B3n
/// ```
public enum PercentEncoding: Sendable {
    /// Percent-encodes text.
    ///
    /// - Parameters:
    ///   - text: The text, which must not be escaped yet: its `%` would be escaped again.
    ///   - kept: The characters that need no escape where the text is put.
    /// - Returns: The text with every other character escaped; the escapes have uppercase digits
    ///   (RFC 3986 §2.1).
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

    /// Decodes percent-encoded text.
    ///
    /// - Parameter text: The escaped text; `+` does not mean a space here.
    /// - Returns: The text, or `nil` when a `%` is not followed by two hexadecimal digits or when
    ///   the bytes are not UTF-8.
    public static func decode(_ text: some StringProtocol) -> String? {
        let text = String(text)
        guard text.utf8.contains(percent) else { return text }
        return decode(bytes: text.utf8Span.span).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Decodes a name or a value of a form, in which `+` means a space.
    ///
    /// - Parameter text: A name or a value of `application/x-www-form-urlencoded` data. A `%`
    ///   without two hexadecimal digits after it is kept, as the WHATWG URL Standard §5.1 demands.
    /// - Returns: The text, or `nil` when the bytes are not UTF-8.
    public static func decodeForm(_ text: some StringProtocol) -> String? {
        let text = String(text)
        guard text.utf8.contains(where: { $0 == percent || $0 == plus }) else { return text }
        let bytes = decodeForm(bytes: text.utf8Span.span)
        return String(validating: bytes, as: UTF8.self)
    }

    // MARK: - Bytes

    /// Appends bytes to an array, and escapes those that are not in the character set.
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

    /// Decodes percent-encoded bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The decoded bytes, at most as many as were given; `nil` if an escape is
    ///   incomplete.
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

    /// Decodes percent-encoded bytes of a form: `+` means a space, and a `%` that begins no escape
    /// is kept.
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

    /// Returns the byte that the escape at an index represents; `nil` if the digits are missing.
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
