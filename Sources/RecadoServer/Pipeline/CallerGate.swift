// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// Lets those through who may call an endpoint.
struct CallerGate<C: Caller>: Sendable {
    private let verifier: CallerVerifier<C>?
    /// Whether credentials must not have come where others can read them.
    private let wantsConfidence: Bool
    /// Reads credentials from the connection, when that is where they are.
    private let readPeer: (@Sendable (Peer) -> C.Credentials?)?

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - verifier: What decides who callers are.
    ///   - takesSecretsInClear: Whether passwords are taken without TLS.
    init(verifier: CallerVerifier<C>?, takesSecretsInClear: Bool) {
        self.verifier = verifier
        wantsConfidence = !takesSecretsInClear && C.Credentials.revealSecrets
        if let type = C.Credentials.self as? any PeerCredentials.Type {
            readPeer = { peer in type.init(peer: peer) as? C.Credentials }
        } else {
            readPeer = nil
        }
    }

    /// The caller of a request.
    ///
    /// - Throws: 401 for credentials that are missing or wrong, 403 for those that are not to be sent
    ///   again or belong to the connection; what the verifier throws.
    func caller(of request: Request) async throws(ProblemDetails) -> C {
        if let readPeer { return try await caller(of: request.peer, readPeer) }
        if wantsConfidence, !TransportPolicy.isConfidential(request) {
            let detail = "Credentials are taken over HTTPS only; do not send them in the clear."
            throw ProblemDetails(status: .forbidden, detail: detail)
        }
        guard let value = request.fields[.authorization] else {
            throw ProblemDetails(status: .unauthorized, detail: "Credentials are missing.")
        }
        guard let verifier, let credentials = C.Credentials(authorization: value) else {
            let detail = "Expected credentials of the scheme \(C.Credentials.scheme)."
            throw ProblemDetails(status: .unauthorized, detail: detail)
        }
        guard let caller = try await verifier.verify(credentials, request.peer) else {
            throw ProblemDetails(status: .unauthorized, detail: "The credentials are wrong.")
        }
        return caller
    }

    private func caller(
        of peer: Peer?,
        _ readPeer: @Sendable (Peer) -> C.Credentials?
    ) async throws(ProblemDetails) -> C {
        guard let verifier, let credentials = peer.flatMap(readPeer) else {
            let detail = "This takes a client certificate, which the connection lacks."
            throw ProblemDetails(status: .forbidden, detail: detail)
        }
        guard let caller = try await verifier.verify(credentials, peer) else {
            let detail = "The owner of the client certificate may not call this."
            throw ProblemDetails(status: .forbidden, detail: detail)
        }
        return caller
    }

    /// The value of WWW-Authenticate in a refusal (RFC 9110 §11.6.1).
    var challenge: String {
        var parameters: FieldParameters = ["realm": C.realm]
        for (name, value) in C.Credentials.challengeParameters {
            parameters.append(value, to: name)
        }
        return Challenge(scheme: C.Credentials.scheme, parameters: parameters)?.description ?? ""
    }
}
