// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A Digest challenge that this client can answer (RFC 7616 §3.3).
struct DigestChallenge: Sendable {
    let realm: String
    var nonce: String
    let opaque: String?
    let algorithm: DigestAlgorithm
    /// The name of the algorithm as the server spells it; `nil` if the challenge names none.
    let algorithmName: String?
    let isSession: Bool
    let offersAuthentication: Bool
    let offersIntegrity: Bool
    let isStale: Bool
    let hashesUser: Bool
    /// The path prefixes that the credentials apply to; empty for the whole origin.
    let domain: [Substring]

    init?(_ challenge: Challenge) {
        let parameters = challenge.parameters
        guard challenge.isScheme("Digest"), let realm = challenge.realm,
            let nonce = parameters["nonce"]
        else { return nil }
        let name = parameters["algorithm"] ?? "MD5"
        let isSession = name.lowercased().hasSuffix("-sess")
        let plain = (isSession ? String(name.dropLast(5)) : name).uppercased()
        guard let algorithm = DigestAlgorithm(rawValue: plain), algorithm.isAvailable else {
            return nil
        }
        let qualities = parameters["qop"].map { value in
            FieldList.members(of: value).map { $0.lowercased() }
        }
        offersAuthentication = qualities?.contains("auth") ?? false
        offersIntegrity = qualities?.contains("auth-int") ?? false
        // RFC 7616 §3.3: unknown qualities of protection (`qop`) are ignored. A challenge that
        // offers only unknown ones cannot be answered.
        guard qualities == nil || offersAuthentication || offersIntegrity else { return nil }
        self.realm = realm
        self.nonce = nonce
        self.algorithm = algorithm
        self.isSession = isSession
        algorithmName = parameters["algorithm"]
        opaque = parameters["opaque"]
        isStale = parameters["stale"]?.lowercased() == "true"
        hashesUser = parameters["userhash"]?.lowercased() == "true"
        domain = Self.paths(parameters["domain"] ?? "")
    }

    /// Returns the paths in a list of URIs; ignores URIs that name a host, because other servers
    /// get no credentials.
    private static func paths(_ domain: String) -> [Substring] {
        domain.split(separator: " ").filter { $0.hasPrefix("/") && !$0.hasPrefix("//") }
    }
}
