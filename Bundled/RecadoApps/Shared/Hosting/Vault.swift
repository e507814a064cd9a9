// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP
import RecadoServer

/// Encrypts texts that a browser stores for the server, and detects changes to them.
struct Vault: Sendable {
    private let key: [UInt8]

    /// Creates a vault.
    ///
    /// - Parameter key: 32 random bytes; with another length, sealing fails.
    init(key: [UInt8]) {
        self.key = key
    }

    /// Encrypts a text.
    ///
    /// - Parameters:
    ///   - text: The text to encrypt.
    ///   - purpose: The purpose of the text; the text can be decrypted only with the same purpose.
    /// - Returns: Letters, digits, hyphens and underscores; `nil` if encryption fails.
    func seal(_ text: String, for purpose: String) -> String? {
        AuthenticatedEncryption.seal(Array(text.utf8), key: key, for: purpose)
            .map { Base64.encode($0, alphabet: .urlSafe, padding: false) }
    }

    /// Decrypts a text; `nil` if the key or the purpose differs, or the text was changed.
    func open(_ sealed: String, for purpose: String) -> String? {
        guard let bytes = Base64.decode(sealed, alphabet: .urlSafe, padding: false),
            let message = AuthenticatedEncryption.open(bytes, key: key, for: purpose)
        else { return nil }
        return String(validating: message, as: UTF8.self)
    }
}
