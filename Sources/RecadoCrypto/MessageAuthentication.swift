// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import CryptoKit
#else
import CRecadoCrypto
#endif

/// Computes message authentication codes, and compares secrets.
public enum MessageAuthentication: Sendable {
    /// Returns the HMAC-SHA256 of a message (RFC 2104, FIPS 198-1): 32 bytes.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - key: The key, of any length.
    /// - Returns: The code; `nil` if there is not enough memory.
    public static func code(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
        #if canImport(CryptoKit)
        let key = SymmetricKey(data: key)
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        #else
        var code = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        guard let length = Int32(exactly: key.count) else { return nil }
        let made = unsafe HMAC(
            EVP_sha256(),
            key,
            length,
            message,
            message.count,
            &code,
            &count
        )
        return unsafe made != nil && count == 32 ? code : nil
        #endif
    }

    /// Compares two secrets in a time that does not depend on the position of the first difference.
    ///
    /// - Parameters:
    ///   - one: The bytes of the first secret.
    ///   - other: The bytes of the second secret.
    /// - Returns: True if the secrets are equal; false at once if their lengths differ.
    public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        #if canImport(CryptoKit)
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        #else
        return unsafe CRYPTO_memcmp(one, other, one.count) == 0
        #endif
    }
}
