// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// Lets those through who may call an endpoint.
struct CallerGate<C: Caller>: Sendable {
    private let verifier: CallerVerifier<C>?

    init(verifier: CallerVerifier<C>?) {
        self.verifier = verifier
    }

    /// The caller of a request.
    ///
    /// - Throws: 401 for credentials that are missing or wrong; what the verifier throws.
    func caller(of request: Request) async throws(ProblemDetails) -> C {
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

    /// The value of WWW-Authenticate in a refusal (RFC 9110 §11.6.1).
    var challenge: String {
        var parameters: FieldParameters = ["realm": C.realm]
        for (name, value) in C.Credentials.challengeParameters {
            parameters.append(value, to: name)
        }
        return Challenge(scheme: C.Credentials.scheme, parameters: parameters)?.description ?? ""
    }
}
