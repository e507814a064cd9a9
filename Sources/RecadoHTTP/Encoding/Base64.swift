// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto

/// Encodes bytes as Base64 text, and decodes such text strictly (RFC 4648).
///
/// ```swift
/// Base64.encode(Array("login:password".utf8))      // bG9naW46cGFzc3dvcmQ=
/// Base64.decode("bG9naW46cGFzc3dvcmQ=")            // the bytes
/// Base64.encode(token, alphabet: .urlSafe, padding: false)
/// ```
public enum Base64: Sendable {
    /// The 64 characters of an encoding, each of which represents six bits.
    public enum Alphabet: Sendable, Hashable {
        /// Letters, digits, `+` and `/` (RFC 4648 §4).
        case standard
        /// Letters, digits, `-` and `_`, which need no escape in URIs (RFC 4648 §5).
        case urlSafe
    }

    /// Encodes bytes as Base64, without line breaks.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to encode.
    ///   - alphabet: The characters to use.
    ///   - padding: True to fill up the last group of four characters with `=`.
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

    /// Decodes Base64 text strictly (RFC 4648 §3).
    ///
    /// - Parameters:
    ///   - text: The encoded text. White space, other characters outside the alphabet, and nonzero
    ///     unused bits in the last character are refused.
    ///   - alphabet: The characters in use.
    ///   - padding: True if `=` must fill up the last group; if false, `=` is refused.
    /// - Returns: The bytes, or `nil` if no encoder would have written the text.
    public static func decode(
        _ text: some StringProtocol,
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8]? {
        let text = String(text)
        return decode(bytes: text.utf8Span.span, alphabet: alphabet, padding: padding)
    }

    // MARK: - Bytes

    /// Encodes bytes, and returns the Base64 text as ASCII bytes.
    package static func encodeToBytes(
        _ bytes: Span<UInt8>,
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8] {
        var text = Base64Coder.encode(bytes)
        if !padding, bytes.count % 3 > 0 { text.removeLast(3 - bytes.count % 3) }
        return alphabet == .standard ? text : text.map { urlSafe($0) }
    }

    /// Decodes Base64 text, given as ASCII bytes, strictly.
    package static func decode(
        bytes: Span<UInt8>,
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8]? {
        let text = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
        return decode(bytes: text, alphabet: alphabet, padding: padding)
    }

    /// Decodes Base64 text, given as ASCII bytes, strictly.
    package static func decode(
        bytes: [UInt8],
        alphabet: Alphabet = .standard,
        padding: Bool = true
    ) -> [UInt8]? {
        var text = alphabet == .standard ? bytes : bytes.map { standard($0) }
        if !padding { text += [UInt8](repeating: pad, count: (4 - bytes.count % 4) % 4) }
        guard text.count % 4 == 0, let decoded = Base64Coder.decode(text) else { return nil }
        // RFC 4648 §3.5: different texts must not decode to the same bytes, so only the text that
        // the encoder writes is accepted.
        let only = encodeToBytes(decoded.span, alphabet: alphabet, padding: padding)
        return only == bytes ? decoded : nil
    }

    private static let pad = UInt8(ascii: "=")

    private static func urlSafe(_ character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: character
        }
    }

    private static func standard(_ character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: character
        }
    }
}
