// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A state machine that decides the next step of a call that is asked for credentials, without I/O.
///
/// ```
/// unasked ──401──▶ asked ──credentials──▶ answered ──401, stale──▶ answered
///                                             │ 401
///                                             ▼
///                                          refused ──other credentials──▶ answered
/// ```
///
/// 1. Every request after the first one answers the challenge in the preceding response.
/// 2. The number of requests is limited, because refusals and renewed nonces are limited in number.
struct AuthenticationFlow: Sendable {
    enum Step: Sendable {
        /// The answer is returned to the caller.
        case final
        /// The nonce has expired: send the same credentials with a new nonce.
        case renewed
        /// The challenge to answer, which needs credentials for the protection space.
        case credentials(Challenge, any AuthenticationScheme, ProtectionSpace)
    }

    private let schemes: [any AuthenticationScheme]
    private let side: ProtectionSpace.Side
    private let refusalLimit: Int
    private var renewals = 0
    /// The number of times that the server has refused credentials in this call.
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

    /// Decides the next step of the call after an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - origin: The origin that the request was sent to.
    ///   - hasSent: True if the request carried credentials.
    ///   - renew: Continues the session of the request with a new challenge; returns true if the
    ///     same credentials are to be sent again.
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
            // A server that calls every nonce stale must not cause an endless loop.
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

    /// Returns the status and the header field with which a server or a proxy asks for credentials.
    static func marks(of side: ProtectionSpace.Side) -> (Status, FieldName) {
        switch side {
        case .server: (.unauthorized, .wwwAuthenticate)
        case .proxy: (.proxyAuthenticationRequired, "Proxy-Authenticate")
        }
    }
}
