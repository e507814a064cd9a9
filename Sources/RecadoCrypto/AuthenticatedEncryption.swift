// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import CryptoKit
#else
import CRecadoCrypto
#endif

/// Authenticated encryption with AES-256-GCM (NIST SP 800-38D).
public enum AuthenticatedEncryption: Sendable {
    private static let nonceSize = 12
    private static let tagSize = 16

    /// Encrypts a message, so that nobody without the key can read it or change it unnoticed.
    ///
    /// - Parameters:
    ///   - message: The message to keep secret.
    ///   - key: 32 random bytes.
    ///   - purpose: The purpose of the message: ``open(_:key:for:)`` succeeds only for the same
    ///     purpose.
    /// - Returns: A random nonce, the encrypted message and its tag; `nil` for a key of another
    ///   size.
    public static func seal(
        _ message: [UInt8],
        key: [UInt8],
        for purpose: String
    ) -> [UInt8]? {
        guard key.count == 32 else { return nil }
        let purpose = Array(purpose.utf8)
        #if canImport(CryptoKit)
        let key = SymmetricKey(data: key)
        let box = try? AES.GCM.seal(message, using: key, authenticating: purpose)
        return box?.combined.map(Array.init)
        #else
        let nonce = RandomBytes.make(nonceSize)
        let cipher = GCM(key: key, nonce: nonce, purpose: purpose, encrypts: true)
        guard let cipher, let sealed = cipher.update(message), let tag = cipher.tag(tagSize)
        else { return nil }
        return nonce + sealed + tag
        #endif
    }

    /// Decrypts the result of ``seal(_:key:for:)``.
    ///
    /// - Parameters:
    ///   - sealed: The nonce, the encrypted message and its tag.
    ///   - key: The key that it was sealed with.
    ///   - purpose: The purpose that it was sealed for.
    /// - Returns: The message; `nil` if it was sealed with another key or for another purpose, or
    ///   if it was changed.
    public static func open(
        _ sealed: [UInt8],
        key: [UInt8],
        for purpose: String
    ) -> [UInt8]? {
        guard key.count == 32, sealed.count >= nonceSize + tagSize else { return nil }
        let purpose = Array(purpose.utf8)
        #if canImport(CryptoKit)
        let key = SymmetricKey(data: key)
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return (try? AES.GCM.open(box, using: key, authenticating: purpose)).map(Array.init)
        #else
        let nonce = Array(sealed.prefix(nonceSize))
        let body = Array(sealed.dropFirst(nonceSize).dropLast(tagSize))
        let cipher = GCM(key: key, nonce: nonce, purpose: purpose, encrypts: false)
        guard let cipher, let message = cipher.update(body),
            cipher.verifies(Array(sealed.suffix(tagSize)))
        else { return nil }
        return message
        #endif
    }
}

#if !canImport(CryptoKit)
/// One encryption or decryption with AES-256-GCM.
@safe private final class GCM {
    private let context: OpaquePointer
    private let encrypts: Bool

    init?(key: [UInt8], nonce: [UInt8], purpose: [UInt8], encrypts: Bool) {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { return nil }
        unsafe self.context = unsafe context
        self.encrypts = encrypts
        let isReady = unsafe EVP_CipherInit_ex(
            context,
            EVP_aes_256_gcm(),
            nil,
            key,
            nonce,
            encrypts ? 1 : 0
        )
        var count: Int32 = 0
        guard isReady == 1, let length = Int32(exactly: purpose.count),
            unsafe EVP_CipherUpdate(context, nil, &count, purpose, length) == 1
        else { return nil }
    }

    deinit { unsafe EVP_CIPHER_CTX_free(context) }

    /// Encrypts or decrypts the whole message in one call.
    func update(_ input: [UInt8]) -> [UInt8]? {
        // OpenSSL is not called for an empty message, which has no output.
        guard !input.isEmpty else { return [] }
        var output = [UInt8](repeating: 0, count: input.count + 16)
        var count: Int32 = 0
        guard let length = Int32(exactly: input.count),
            unsafe EVP_CipherUpdate(context, &output, &count, input, length) == 1
        else { return nil }
        return Array(output.prefix(Int(count)))
    }

    /// Returns the tag, once the whole message is encrypted.
    func tag(_ size: Int) -> [UInt8]? {
        var tag = [UInt8](repeating: 0, count: size)
        var (rest, count) = ([UInt8](repeating: 0, count: 16), Int32(0))
        guard unsafe EVP_CipherFinal_ex(context, &rest, &count) == 1,
            unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(size), &tag) == 1
        else { return nil }
        return tag
    }

    /// True if the tag matches, which proves that the decrypted message is the one that was sealed.
    func verifies(_ tag: [UInt8]) -> Bool {
        var tag = tag
        var (rest, count) = ([UInt8](repeating: 0, count: 16), Int32(0))
        let size = Int32(tag.count)
        guard unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, size, &tag) == 1 else {
            return false
        }
        return unsafe EVP_CipherFinal_ex(context, &rest, &count) == 1
    }
}
#endif
