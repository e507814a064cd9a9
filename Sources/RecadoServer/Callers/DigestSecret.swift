// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP

/// The stored secret of a user who signs in with Digest: hashes of name, realm and password (RFC
/// 7616 §3.4.2).
///
/// Anybody who reads a hash can use it in place of the password, because proofs are computed from
/// the hash. An argon2id hash, in contrast, cannot be used as a password. No description or
/// reflection of the value shows the hashes.
public struct DigestSecret: Sendable {
    /// `SHA-256(user:realm:password)` in lowercase hexadecimal digits.
    public let sha256: String?
    /// `MD5(user:realm:password)` in lowercase hexadecimal digits, for clients without SHA-256.
    public let md5: String?

    /// Creates a secret from stored hashes.
    ///
    /// - Parameters:
    ///   - sha256: `SHA-256(user:realm:password)`; proofs with SHA-256 are refused without it.
    ///   - md5: `MD5(user:realm:password)`; proofs with MD5 are refused without it.
    public init(sha256: String?, md5: String? = nil) {
        self.sha256 = sha256
        self.md5 = md5
    }

    /// Creates a secret from a password.
    ///
    /// - Parameters:
    ///   - user: The user's name.
    ///   - realm: The realm, the same as the verifier's.
    ///   - password: The password.
    public init(user: String, realm: String, password: String) {
        let text = Array("\(user):\(realm):\(password)".utf8)
        sha256 = HashFunction.sha256.hash(text).map(Hexadecimal.text)
        md5 = HashFunction.md5.hash(text).map(Hexadecimal.text)
    }
}

extension DigestSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The words "Digest secret"; the hashes are left out.
    public var description: String { "Digest secret" }
    /// The words "Digest secret"; the hashes are left out.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
