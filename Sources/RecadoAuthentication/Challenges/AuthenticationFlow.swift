// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The state and next step of one call that is asked for credentials; it neither waits nor sends.
///
/// ```
/// unasked ──401──▶ asked ──credentials──▶ answered ──401, stale──▶ answered
///                                             │ 401
///                                             ▼
///                                          refused ──other credentials──▶ answered
/// ```
///
/// 1. Every request after the first one carries an answer to the challenge in the response before.
/// 2. The limit of refusals, with one renewal for each of them, bounds the number of requests.
struct AuthenticationFlow: Sendable {
    enum Step: Sendable {
        /// The call ends with this answer.
        case final
        /// The same credentials are sent again for a new nonce.
        case renewed
        /// Credentials are needed for a challenge.
        case credentials(Challenge, any AuthenticationScheme, ProtectionSpace)
    }

    private let schemes: [any AuthenticationScheme]
    private let side: ProtectionSpace.Side
    private let refusalLimit: Int
    private var renewals = 0
    /// The number of credentials that the server has refused in this call.
    private(set) var failures = 0

    init(
        _ schemes: [any AuthenticationScheme],
        side: ProtectionSpace.Side,
        refusalLimit: Int
    ) {
        self.schemes = schemes
        self.side = side
        self.refusalLimit = refusalLimit
    }

    /// Decides about an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - origin: The server that the request was for.
    ///   - hasSent: True if the request carried credentials.
    ///   - renew: Continues the session of the request, if there is one.
    /// - Returns: The next step of the call.
    mutating func step(
        on response: Response,
        from origin: String,
        hasSent: Bool,
        renew: ([Challenge]) -> Bool
    ) -> Step {
        let (status, field) = Self.marks(of: side)
        guard response.status == status else { return .final }
        let challenges = Challenge.list(in: response.fields[values: field])
        if hasSent {
            // A server that calls every nonce stale must not keep the client busy for ever.
            if renew(challenges) {
                renewals += 1
                return renewals <= refusalLimit ? .renewed : .final
            }
            failures += 1
            guard failures < refusalLimit else { return .final }
        }
        guard let (challenge, scheme) = strongest(challenges) else { return .final }
        let space = ProtectionSpace(
            side: side,
            origin: side == .proxy ? "" : origin,
            realm: challenge.realm ?? ""
        )
        return .credentials(challenge, scheme, space)
    }

    private func strongest(
        _ challenges: [Challenge]
    ) -> (Challenge, any AuthenticationScheme)? {
        var best: (challenge: Challenge, scheme: any AuthenticationScheme, strength: Int)?
        for challenge in challenges {
            for scheme in schemes {
                guard let strength = scheme.strength(of: challenge) else { continue }
                if strength > best?.strength ?? .min { best = (challenge, scheme, strength) }
            }
        }
        return best.map { ($0.challenge, $0.scheme) }
    }

    /// The status and the field with which a server or a proxy asks for credentials.
    static func marks(of side: ProtectionSpace.Side) -> (Status, FieldName) {
        switch side {
        case .server: (.unauthorized, .wwwAuthenticate)
        case .proxy: (.proxyAuthenticationRequired, "Proxy-Authenticate")
        }
    }
}
