// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP
import RecadoServer

/// Seals texts that a browser keeps for the server and cannot read or change.
struct Vault: Sendable {
    private let key: [UInt8]

    /// Creates a vault.
    ///
    /// - Parameter key: 32 random bytes; with another number of bytes it seals nothing.
    init(key: [UInt8]) {
        self.key = key
    }

    /// Seals a text.
    ///
    /// - Parameters:
    ///   - text: The text to seal.
    ///   - purpose: The purpose of the text; it can be opened only for this purpose.
    /// - Returns: Letters, digits, hyphens and underscores; `nil` if sealing fails.
    func seal(_ text: String, for purpose: String) -> String? {
        AuthenticatedEncryption.seal(Array(text.utf8), key: key, for: purpose)
            .map { Base64.encode($0, alphabet: .urlSafe, padding: false) }
    }

    /// Opens a sealed text; `nil` if it was sealed with another key or for another purpose, or has
    /// been changed.
    func open(_ sealed: String, for purpose: String) -> String? {
        guard let bytes = Base64.decode(sealed, alphabet: .urlSafe, padding: false),
            let message = AuthenticatedEncryption.open(bytes, key: key, for: purpose)
        else { return nil }
        return String(validating: message, as: UTF8.self)
    }
}
