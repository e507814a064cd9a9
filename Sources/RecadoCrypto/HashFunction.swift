// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import CryptoKit
#else
import CRecadoCrypto
#endif

/// A hash function of the system's library: libcrypto, or CryptoKit on Apple platforms.
public enum HashFunction: String, Sendable, Hashable, CaseIterable {
    /// MD5 (RFC 1321), which old servers still require.
    case md5 = "MD5"
    /// SHA-1 (RFC 3174), which the WebSocket handshake requires.
    case sha1 = "SHA1"
    /// SHA-256 (FIPS 180-4).
    case sha256 = "SHA256"
    /// SHA-512 (FIPS 180-4).
    case sha512 = "SHA512"
    /// SHA-512/256 (FIPS 180-4 §6.7), which RFC 7616 calls `SHA-512-256`; CryptoKit does not
    /// provide it.
    case sha512Truncated = "SHA512-256"

    /// Returns the hash of a message.
    ///
    /// - Parameter message: The message.
    /// - Returns: The hash, of 16 to 64 bytes; `nil` if the library does not provide the function,
    ///   such as MD5 in FIPS mode.
    public func hash(_ message: [UInt8]) -> [UInt8]? {
        guard let hasher = MessageHasher(self) else { return nil }
        hasher.update(message)
        return hasher.finish()
    }
}

/// Computes the hash of a message that arrives in pieces.
@safe package final class MessageHasher {
    #if canImport(CryptoKit)
    private var function: any CryptoKit.HashFunction

    /// Begins a message; the result is `nil` if the library does not provide the function.
    package init?(_ function: HashFunction) {
        switch function {
        case .md5: self.function = Insecure.MD5()
        case .sha1: self.function = Insecure.SHA1()
        case .sha256: self.function = SHA256()
        case .sha512: self.function = SHA512()
        case .sha512Truncated: return nil
        }
    }

    /// Adds the next piece of the message.
    package func update(_ bytes: [UInt8]) { function.update(data: bytes) }

    /// Returns the hash of all pieces; `nil` if there is not enough memory.
    package func finish() -> [UInt8]? {
        // The compiler cannot open a property of an `any` type, so the value is copied to a
        // constant.
        let function = function
        return Array(function.finalize())
    }
    #else
    private let context: OpaquePointer
    private var hasFailed = false

    /// Begins a message; the result is `nil` if the library does not provide the function.
    package init?(_ function: HashFunction) {
        guard let context = unsafe EVP_MD_CTX_new() else { return nil }
        unsafe self.context = context
        let algorithm = unsafe EVP_MD_fetch(nil, function.rawValue, nil)
        defer { unsafe EVP_MD_free(algorithm) }
        guard unsafe EVP_DigestInit_ex(context, algorithm, nil) == 1 else { return nil }
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds the next piece of the message.
    package func update(_ bytes: [UInt8]) {
        if unsafe EVP_DigestUpdate(context, bytes, bytes.count) != 1 { hasFailed = true }
    }

    /// Returns the hash of all pieces; `nil` if there is not enough memory.
    package func finish() -> [UInt8]? {
        var hash = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard unsafe EVP_DigestFinal_ex(context, &hash, &count) == 1, !hasFailed else {
            return nil
        }
        return Array(hash.prefix(Int(count)))
    }
    #endif
}
