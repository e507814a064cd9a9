// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Bytes as text in the Base64 encodings of RFC 4648, read strictly.
///
/// ```swift
/// Base64.encode(Array("login:password".utf8))      // bG9naW46cGFzc3dvcmQ=
/// Base64.decode("bG9naW46cGFzc3dvcmQ=")            // the bytes
/// Base64.encode(token, alphabet: .urlSafe, padding: false)
/// ```
public enum Base64: Sendable {
    /// The 64 characters that stand for six bits each.
    public enum Alphabet: Sendable, Hashable {
        /// Letters, digits, `+` and `/` (RFC 4648 §4).
        case standard
        /// Letters, digits, `-` and `_`, which need no escape in URIs (RFC 4648 §5).
        case urlSafe
    }

    /// Encodes bytes, without line breaks.
    ///
    /// - Parameters:
    ///   - bytes: What to encode.
    ///   - alphabet: The characters to use.
    ///   - padding: Whether `=` fills the last group of four characters up.
    /// - Returns: The text, four characters for every three bytes.
    public static func encode(
        _ bytes: [UInt8],
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> String {
        String(
            decoding: encodeToBytes(bytes.span, alphabet: alphabet, padding: padding),
            as: UTF8.self
        )
    }

    /// Decodes a text strictly (RFC 4648 §3).
    ///
    /// - Parameters:
    ///   - text: The encoded text. White space and any other character outside the alphabet is
    ///     refused, as are bits of the last character that stand for nothing but are not zero.
    ///   - alphabet: The characters in use.
    ///   - padding: Whether `=` must fill the last group up; if not, `=` is refused.
    /// - Returns: The bytes, or `nil` for a text that no encoder would have written.
    public static func decode(
        _ text: some StringProtocol,
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8]? {
        let text = String(text)
        return decode(bytes: text.utf8Span.span, alphabet: alphabet, padding: padding)
    }

    // MARK: - Bytes

    /// Encodes bytes to the bytes of the text.
    package static func encodeToBytes(
        _ bytes: Span<UInt8>,
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8] {
        let characters =
            alphabet == .standard ? Tables.standardCharacters : Tables.urlSafeCharacters
        let rest = bytes.count % 3
        let groups = bytes.count / 3
        var output = [UInt8](repeating: pad, count: groups * 4 + (rest == 0 ? 0 : 4))
        // A span checks once, not with every byte, that nobody else holds the array.
        var text = output.mutableSpan
        let values = characters.span
        var (index, at) = (0, 0)
        for _ in 0..<groups {
            let (first, second, third) = (bytes[index], bytes[index + 1], bytes[index + 2])
            text[at] = values[Int(first >> 2)]
            text[at + 1] = values[Int((first & 0x03) << 4 | second >> 4)]
            text[at + 2] = values[Int((second & 0x0F) << 2 | third >> 6)]
            text[at + 3] = values[Int(third & 0x3F)]
            index += 3
            at += 4
        }
        guard rest > 0 else { return output }
        let first = bytes[index]
        let second = rest == 2 ? bytes[index + 1] : 0
        text[at] = values[Int(first >> 2)]
        text[at + 1] = values[Int((first & 0x03) << 4 | second >> 4)]
        if rest == 2 { text[at + 2] = values[Int((second & 0x0F) << 2)] }
        if !padding { output.removeLast(3 - rest) }
        return output
    }

    /// Decodes the bytes of a text strictly.
    package static func decode(
        bytes: [UInt8],
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8]? {
        decode(bytes: bytes.span, alphabet: alphabet, padding: padding)
    }

    /// Decodes the bytes of a text strictly.
    package static func decode(
        bytes: Span<UInt8>,
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8]? {
        var count = bytes.count
        if padding {
            guard count % 4 == 0 else { return nil }
            for _ in 0..<2 where count > 0 && bytes[count - 1] == pad { count -= 1 }
        }
        guard count % 4 != 1 else { return nil }
        let values = alphabet == .standard ? Tables.standardValues : Tables.urlSafeValues
        var output: [UInt8] = []
        output.reserveCapacity(count / 4 * 3 + 3)
        var index = 0
        while count - index >= 4 {
            let (first, second) = (values[Int(bytes[index])], values[Int(bytes[index + 1])])
            let (third, fourth) = (values[Int(bytes[index + 2])], values[Int(bytes[index + 3])])
            guard first | second | third | fourth < 64 else { return nil }
            output.append(first << 2 | second >> 4)
            output.append(second << 4 | third >> 2)
            output.append(third << 6 | fourth)
            index += 4
        }
        guard index < count else { return output }
        // RFC 4648 §3.5: bits that no byte takes up must be zero, lest two texts mean the same.
        let (first, second) = (values[Int(bytes[index])], values[Int(bytes[index + 1])])
        let third = count - index == 3 ? values[Int(bytes[index + 2])] : nil
        guard first | second | (third ?? 0) < 64 else { return nil }
        guard (third.map { $0 & 0x03 } ?? second & 0x0F) == 0 else { return nil }
        output.append(first << 2 | second >> 4)
        if let third { output.append(second << 4 | third >> 2) }
        return output
    }

    private static let pad = UInt8(ascii: "=")
}

/// Characters by value and values by character; 255 marks what is no character of the alphabet.
private enum Tables {
    private static let common = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
    )
    static let standardCharacters = common + Array("+/".utf8)
    static let urlSafeCharacters = common + Array("-_".utf8)
    static let standardValues = values(of: standardCharacters)
    static let urlSafeValues = values(of: urlSafeCharacters)

    private static func values(of characters: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in characters.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }
}
