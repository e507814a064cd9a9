// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoWire

/// The authentication step of an endpoint, which lets only the endpoint's callers pass.
struct CallerAuthentication<C: Caller>: Sendable {
    private let verifier: CallerVerifier<C>?
    /// True if credentials are refused when others may have read them in transit.
    private let requiresConfidentiality: Bool
    /// Counts failures; `nil` if none are counted.
    private let attempts: LoginThrottle?
    /// True if the credentials are those of the connection, such as a client certificate.
    private let isAboutPeers = C.Credentials.self is any PeerCredentials.Type

    /// Creates the check for callers of one type.
    ///
    /// - Parameters:
    ///   - service: The service, which identifies callers.
    ///   - store: The store that counts failures.
    init(of service: Service, _ store: any LoginAttemptStore) {
        verifier = service.verifier(of: C.self)
        requiresConfidentiality = !service.takesSecretsInClear && C.Credentials.revealSecrets
        attempts = service.loginAttempts.map { LoginThrottle($0, realm: C.realm, in: store) }
    }

    /// Returns the authenticated caller of a request.
    ///
    /// - Throws: 401 for credentials that are missing or wrong; 403 for secrets without TLS, for
    ///   requests from pages of other origins, and for a client certificate that is missing or not
    ///   accepted; 429 after too many wrong credentials; the errors of the verifier.
    func caller(of request: Request) async throws(ProblemDetails) -> C {
        if isAboutPeers { return try await caller(of: request.peer) }
        let (verifier, credentials) = try credentials(of: request)
        if credentials.isAmbient { try OriginPolicy.check(request) }
        let caller: C?
        if credentials.isGuessable, let attempts {
            caller = try await attempts.admit(credentials.account, from: request.peer) {
                () async throws(ProblemDetails) in
                try await verifier.verify(credentials, request.peer)
            }
        } else {
            caller = try await verifier.verify(credentials, request.peer)
        }
        guard let caller else {
            let detail = Language.words(
                "The credentials are wrong.",
                es: "Las credenciales son incorrectas."
            )
            throw refusal(.wrong, detail)
        }
        return caller
    }

    /// Refuses a request without credentials, without waiting.
    func check(_ request: Request) throws(ProblemDetails) {
        if !isAboutPeers { _ = try credentials(of: request) }
    }

    private func credentials(
        of request: Request
    ) throws(ProblemDetails) -> (CallerVerifier<C>, C.Credentials) {
        if requiresConfidentiality, !request.isConfidential {
            throw ProblemDetails(status: .forbidden, detail: Self.inTheClear(request.peer))
        }
        guard let verifier, let credentials = C.Credentials(request: request) else {
            throw refusal(.missing, Self.detail(of: request))
        }
        return (verifier, credentials)
    }

    /// Returns the reason why credentials are refused without TLS; on the developer's own machine,
    /// it also explains how to allow them.
    private static func inTheClear(_ peer: Peer?) -> String {
        let reason = Language.words(
            "Credentials are taken over HTTPS only; do not send them in the clear.",
            es: "Las credenciales solo se aceptan por HTTPS; no las envíes sin cifrar."
        )
        guard let address = peer?.address, InternetAddress(address)?.isLoopback == true else {
            return reason
        }
        let hint = Language.words(
            "A server takes them from its own machine if it is told to: trustsLoopback, or recado serve --trust-local.",
            es:
                "Un servidor las acepta de su propia máquina si se le dice: trustsLoopback, o recado serve --trust-local."
        )
        return "\(reason) \(hint)"
    }

    private func caller(of peer: Peer?) async throws(ProblemDetails) -> C {
        let request = Request(method: .get, target: "/", peer: peer)
        guard let verifier, let credentials = C.Credentials(request: request) else {
            let detail = Language.words(
                "This takes a client certificate, which the connection lacks.",
                es: "Hace falta un certificado de cliente, y la conexión no lo tiene."
            )
            throw ProblemDetails(status: .forbidden, detail: detail)
        }
        guard let caller = try await verifier.verify(credentials, peer) else {
            let detail = Language.words(
                "The owner of the client certificate may not call this.",
                es: "El dueño del certificado de cliente no puede llamar aquí."
            )
            throw ProblemDetails(status: .forbidden, detail: detail)
        }
        return caller
    }

    /// Describes the fault of a request's credentials: they are missing or malformed.
    private static func detail(of request: Request) -> String {
        guard let value = request.fields[.authorization] else {
            return Language.words("Credentials are missing.", es: "Faltan las credenciales.")
        }
        if let flaw = C.Credentials.flaw(inAuthorization: value) { return flaw }
        let scheme = C.Credentials.scheme
        return Language.words(
            "Expected credentials of the scheme \(scheme).",
            es: "Se esperaban credenciales del esquema \(scheme)."
        )
    }

    private func refusal(_ reason: CredentialsRefusal, _ detail: String) -> ProblemDetails {
        var problem = ProblemDetails(status: .unauthorized, detail: detail)
        problem.challenges = challenges(after: reason)
        return problem
    }

    /// Returns the challenges of WWW-Authenticate (RFC 9110 §11.6.1).
    func challenges(after reason: CredentialsRefusal) -> [Challenge] {
        verifier?.challenging?(reason)
            ?? C.Credentials.challenges(realm: C.realm, after: reason)
    }
}
