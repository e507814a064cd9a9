// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The hash functions of the Digest scheme (RFC 7616 §6.1).
///
/// They are written here so that the client needs no library for a few hundred bytes per call. None of
/// them guards stored passwords.
enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    case md5 = "MD5"
    case sha256 = "SHA-256"
    case sha512Truncated = "SHA-512-256"

    /// The hash of some bytes, in hexadecimal digits.
    func hash(_ bytes: [UInt8]) -> String {
        switch self {
        case .md5: Hexadecimal.text(MD5.hash(bytes))
        case .sha256: Hexadecimal.text(SHA256.hash(bytes))
        case .sha512Truncated: Hexadecimal.text(SHA512Truncated.hash(bytes))
        }
    }

    /// The hash of a text's UTF-8, in hexadecimal digits.
    func hash(_ text: String) -> String { hash(Array(text.utf8)) }
}

/// The padding that MD5 and the SHA-2 family share.
enum Padding {
    /// The message with its padding and its length, a whole number of blocks.
    static func padded(_ message: [UInt8], block: Int, isBigEndian: Bool) -> [UInt8] {
        // A word of the length is an eighth of a block; only its lower 64 bits are ever used.
        let lengthSize = block / 8
        var output = message
        output.append(0x80)
        while (output.count + lengthSize) % block != 0 { output.append(0) }
        let bits = UInt64(message.count) &* 8
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
        if isBigEndian {
            output += [UInt8](repeating: 0, count: lengthSize - 8) + bytes.reversed()
        } else {
            output += bytes
        }
        return output
    }
}
