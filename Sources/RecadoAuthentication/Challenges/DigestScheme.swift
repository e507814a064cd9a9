// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
package import RecadoHTTP

/// The Digest scheme: a proof of knowing the password, which itself is not sent (RFC 7616).
///
/// It supports MD5, SHA-256 and SHA-512-256, each also with sessions (`-sess`), the qualities
/// `auth` and, for content in memory, `auth-int`, and challenges without quality (RFC 2069). Of
/// several challenges, the one with the strongest hash is answered.
package struct DigestScheme: AuthenticationScheme {
    private let makeNonce: @Sendable () -> String

    /// Creates the scheme.
    package init() {
        self.init { Hexadecimal.text(RandomBytes.make(16)) }
    }

    /// Creates the scheme with a given source of nonces.
    package init(makeNonce: @escaping @Sendable () -> String) {
        self.makeNonce = makeNonce
    }

    /// Returns the strength of the hash function; each is above that of Basic.
    package func strength(of challenge: Challenge) -> Int? {
        switch DigestChallenge(challenge)?.algorithm {
        case .md5: 1
        case .sha256: 2
        case .sha512Truncated: 3
        case nil: nil
        }
    }

    /// Begins to answer a challenge.
    ///
    /// - Parameters:
    ///   - challenge: A challenge of the scheme.
    ///   - credentials: The credentials of the caller.
    /// - Returns: The session that answers with proofs.
    package func session(
        answering challenge: Challenge,
        with credentials: BasicCredentials
    ) -> any AuthenticationSession {
        guard let challenge = DigestChallenge(challenge) else { return SilentSession() }
        return DigestSession(challenge, credentials, makeNonce)
    }
}

/// The session of a challenge that cannot be answered.
private struct SilentSession: AuthenticationSession {
    mutating func authorization(for request: Request, uri: String) -> String? { nil }
    mutating func renew(_ challenge: Challenge) -> Bool { false }
    mutating func learn(_ info: FieldParameters) {}
    func covers(_ path: Substring, since first: Substring) -> Bool { false }
}
