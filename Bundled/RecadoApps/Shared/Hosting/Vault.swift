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
    /// - Parameter key: 32 random bytes; with others it seals nothing.
    init(key: [UInt8]) {
        self.key = key
    }

    /// Seals a text.
    ///
    /// - Parameters:
    ///   - text: The text to seal.
    ///   - purpose: The purpose of the text; it is opened for that alone.
    /// - Returns: Letters, digits, hyphens and underscores; `nil` when it cannot be done.
    func seal(_ text: String, for purpose: String) -> String? {
        AuthenticatedEncryption.seal(Array(text.utf8), key: key, for: purpose)
            .map { Base64.encode($0, alphabet: .urlSafe, padding: false) }
    }

    /// Opens what was sealed; `nil` for what was sealed elsewhere, for something else, or changed.
    func open(_ sealed: String, for purpose: String) -> String? {
        guard let bytes = Base64.decode(sealed, alphabet: .urlSafe, padding: false),
            let message = AuthenticatedEncryption.open(bytes, key: key, for: purpose)
        else { return nil }
        return String(validating: message, as: UTF8.self)
    }
}
