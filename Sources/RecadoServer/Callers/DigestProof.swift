// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
package import RecadoHTTP

/// The values that a proof of the Digest scheme is computed from (RFC 7616 §3.4.1).
package struct DigestProof: Sendable {
    package let algorithm: DigestVerifier.Algorithm
    package let nonce: String
    package let count: String
    package let clientNonce: String
    package let method: Method
    package let target: String

    package init(
        _ algorithm: DigestVerifier.Algorithm,
        nonce: String,
        count: String,
        clientNonce: String,
        for request: (method: Method, target: String)
    ) {
        self.algorithm = algorithm
        self.nonce = nonce
        self.count = count
        self.clientNonce = clientNonce
        method = request.method
        target = request.target
    }

    /// Returns the proof in hexadecimal digits, from the hash of name, realm and password; `nil` if
    /// the cryptographic library does not have the hash function.
    package func response(_ secret: String) -> String? {
        var key = secret
        if algorithm.isSession {
            guard let hash = hash("\(secret):\(nonce):\(clientNonce)") else { return nil }
            key = hash
        }
        guard let subject = hash("\(method):\(target)") else { return nil }
        return hash("\(key):\(nonce):\(count):\(clientNonce):auth:\(subject)")
    }

    private func hash(_ text: String) -> String? {
        algorithm.function.hash(Array(text.utf8)).map(Hexadecimal.text)
    }
}
