// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCrypto

/// What libcrypto does for us.
enum Digest {
    /// Compares in a time that tells nothing of where two texts differ.
    static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return unsafe one.withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in
                unsafe CRYPTO_memcmp(one.baseAddress, other.baseAddress, one.count) == 0
            }
        }
    }

    /// HMAC-SHA256 (RFC 2104, FIPS 198-1); `nil` when libcrypto is out of memory.
    static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
        var code = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        let isDone = unsafe code.withUnsafeMutableBufferPointer { code in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe key.withUnsafeBytes { key in
                    unsafe HMAC(
                        EVP_sha256(),
                        key.baseAddress,
                        Int32(clamping: key.count),
                        message.baseAddress,
                        message.count,
                        code.baseAddress,
                        &length
                    ) != nil
                }
            }
        }
        return isDone && length == 32 ? code : nil
    }
}
