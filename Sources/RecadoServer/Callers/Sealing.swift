// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoTLS

/// What libcrypto does for callers.
package enum Sealing {
    /// The hash functions.
    package enum Function: String, Sendable {
        case md5 = "MD5"
        case sha256 = "SHA256"
    }

    /// The hash of a message; `nil` where the library does not have the function, as MD5 in FIPS mode.
    package static func hash(_ message: [UInt8], _ function: Function = .sha256) -> [UInt8]? {
        var hash = [UInt8](repeating: 0, count: 64)
        var count = 0
        let isDone = unsafe hash.withUnsafeMutableBufferPointer { hash in
            unsafe message.withUnsafeBytes { message in
                unsafe EVP_Q_digest(
                    nil,
                    function.rawValue,
                    nil,
                    message.baseAddress,
                    message.count,
                    hash.baseAddress,
                    &count
                )
            }
        }
        return isDone == 1 ? Array(hash.prefix(count)) : nil
    }

    /// HMAC-SHA256 of a message (RFC 2104); `nil` without memory.
    package static func code(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 32)
        var count = 0
        let isDone = unsafe code.withUnsafeMutableBufferPointer { code in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe key.withUnsafeBytes { key in
                    unsafe EVP_Q_mac(
                        nil,
                        "HMAC",
                        nil,
                        "SHA256",
                        nil,
                        key.baseAddress,
                        key.count,
                        message.baseAddress,
                        message.count,
                        code.baseAddress,
                        code.count,
                        &count
                    ) != nil
                }
            }
        }
        return isDone && count == 32 ? code : nil
    }

    /// Compares in a time that tells nothing of where two texts differ.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return unsafe one.withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in
                unsafe CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0
            }
        }
    }

    /// Bytes that nobody can foresee.
    package static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
    }

    /// Bytes in hexadecimal digits.
    package static func digits(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
