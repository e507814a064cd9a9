// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
package import RecadoHTTP

/// The Digest scheme (RFC 7616), which proves that the client knows the password without sending
/// it.
///
/// It supports MD5, SHA-256 and SHA-512-256, each also in the session variant (`-sess`). The
/// supported qualities of protection are `auth` and, for content in memory, `auth-int`. Challenges
/// without a quality of protection (RFC 2069) are supported, too. Among several challenges, the one
/// with the strongest hash is answered.
package struct DigestScheme: AuthenticationScheme {
    private let makeNonce: @Sendable () -> String

    /// Creates the scheme.
    package init() {
        self.init { Hexadecimal.text(RandomBytes.make(16)) }
    }

    /// Creates the scheme with a given source of client nonces.
    package init(makeNonce: @escaping @Sendable () -> String) {
        self.makeNonce = makeNonce
    }

    /// Returns the strength of the hash function, which is always above that of Basic.
    package func strength(of challenge: Challenge) -> Int? {
        switch DigestChallenge(challenge)?.algorithm {
        case .md5: 1
        case .sha256: 2
        case .sha512Truncated: 3
        case nil: nil
        }
    }

    /// Begins to answer a Digest challenge.
    ///
    /// - Parameters:
    ///   - challenge: A Digest challenge.
    ///   - credentials: The credentials of the caller.
    /// - Returns: The session that sends a proof with each request.
    package func session(
        answering challenge: Challenge,
        with credentials: BasicCredentials
    ) -> any AuthenticationSession {
        guard let challenge = DigestChallenge(challenge) else { return SilentSession() }
        return DigestSession(challenge, credentials, makeNonce)
    }
}

/// A session that never sends credentials, for a challenge that cannot be answered.
private struct SilentSession: AuthenticationSession {
    mutating func authorization(for request: Request, uri: String) -> String? { nil }
    mutating func renew(_ challenge: Challenge) -> Bool { false }
    mutating func learn(_ info: FieldParameters) {}
    func covers(_ path: Substring, since first: Substring) -> Bool { false }
}
