// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A session that proves, for each request, that the client knows a password (RFC 7616 §3.4).
///
/// 1. The nonce count increases with every proof, and restarts when the server sends a new nonce.
/// 2. In the session variant (`-sess`), the client's nonce changes only when the server sends a new
///    nonce.
/// 3. The password is kept because each proof is computed from it.
struct DigestSession: AuthenticationSession {
    private var challenge: DigestChallenge
    private let credentials: BasicCredentials
    private let makeNonce: @Sendable () -> String
    private var count: UInt32 = 0
    private var sessionNonce: String

    init(
        _ challenge: DigestChallenge,
        _ credentials: BasicCredentials,
        _ makeNonce: @escaping @Sendable () -> String
    ) {
        self.challenge = challenge
        self.credentials = credentials
        self.makeNonce = makeNonce
        sessionNonce = makeNonce()
    }

    mutating func authorization(for request: Request, uri: String) -> String? {
        guard let quality = quality(of: request) else { return nil }
        count &+= 1
        let proof = Proof(
            quality: quality,
            count: Self.digits(count),
            nonce: challenge.isSession || count == 1 ? sessionNonce : makeNonce()
        )
        let response = response(proof, request, uri)
        return "Digest " + parameters(proof, uri, response).joined(separator: ", ")
    }

    mutating func renew(_ challenge: Challenge) -> Bool {
        guard let challenge = DigestChallenge(challenge), challenge.isStale,
            challenge.realm == self.challenge.realm
        else { return false }
        self.challenge = challenge
        begin(challenge.nonce)
        return true
    }

    mutating func learn(_ info: FieldParameters) {
        // RFC 7616 §3.5: `nextnonce` is the server's nonce for the next request.
        if let next = info["nextnonce"], next != challenge.nonce { begin(next) }
    }

    func covers(_ path: Substring, since first: Substring) -> Bool {
        if challenge.domain.isEmpty { return true }
        return challenge.domain.contains { prefix in
            let directory = prefix.hasSuffix("/") ? prefix : prefix + "/"
            return path == prefix || path.hasPrefix(directory)
        }
    }

    private mutating func begin(_ nonce: String) {
        challenge.nonce = nonce
        count = 0
        sessionNonce = makeNonce()
    }

    // MARK: - Proving

    private enum Quality: String {
        case none
        case authentication = "auth"
        case integrity = "auth-int"
    }

    private struct Proof {
        let quality: Quality
        let count: String
        let nonce: String
    }

    /// Returns the quality of protection for a request; `nil` if the server requires a hash of
    /// content that is not in memory.
    private func quality(of request: Request) -> Quality? {
        if challenge.offersAuthentication { return .authentication }
        guard challenge.offersIntegrity else { return Quality.none }
        return request.content.bytes == nil ? nil : .integrity
    }

    private func response(_ proof: Proof, _ request: Request, _ uri: String) -> String {
        let algorithm = challenge.algorithm
        let nonce = challenge.nonce
        var key = algorithm.hash(
            "\(credentials.user):\(challenge.realm):\(credentials.password)"
        )
        if challenge.isSession { key = algorithm.hash("\(key):\(nonce):\(sessionNonce)") }
        var subject = "\(request.method):\(uri)"
        if proof.quality == .integrity {
            subject += ":" + algorithm.hash(request.content.bytes ?? [])
        }
        let end = algorithm.hash(subject)
        if proof.quality == .none { return algorithm.hash("\(key):\(nonce):\(end)") }
        let middle = "\(nonce):\(proof.count):\(proof.nonce):\(proof.quality.rawValue)"
        return algorithm.hash("\(key):\(middle):\(end)")
    }

    private func parameters(_ proof: Proof, _ uri: String, _ response: String) -> [String] {
        func quoted(_ name: String, _ value: String) -> String {
            "\(name)=\(FieldParameters.quoted(value))"
        }
        var parameters = userParameters
        parameters += [
            quoted("realm", challenge.realm), quoted("nonce", challenge.nonce), quoted("uri", uri),
        ]
        // RFC 7616 §3.4: these three parameters are not quoted.
        if let name = challenge.algorithmName { parameters.append("algorithm=\(name)") }
        if proof.quality != .none {
            parameters += ["qop=\(proof.quality.rawValue)", "nc=\(proof.count)"]
        }
        if proof.quality != .none || challenge.isSession {
            parameters.append(quoted("cnonce", proof.nonce))
        }
        parameters.append(quoted("response", response))
        if let opaque = challenge.opaque { parameters.append(quoted("opaque", opaque)) }
        if challenge.hashesUser { parameters.append("userhash=true") }
        return parameters
    }

    /// The parameter with the user name: hashed, plain, or encoded as in RFC 8187 if it is not
    /// ASCII.
    private var userParameters: [String] {
        let user = credentials.user
        if challenge.hashesUser {
            return ["username=\"\(challenge.algorithm.hash("\(user):\(challenge.realm)"))\""]
        }
        if user.utf8.allSatisfy({ $0 < 0x80 }) {
            return ["username=\(FieldParameters.quoted(user))"]
        }
        return ["username*=UTF-8''\(PercentEncoding.encode(user, keeping: .unreserved))"]
    }

    private static func digits(_ count: UInt32) -> String {
        Hexadecimal.text((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - $0 * 8)) })
    }
}

extension DigestSession: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The realm, without the user name and the password.
    var description: String { "Digest session for “\(challenge.realm)”" }
    /// The realm, without the user name and the password.
    var debugDescription: String { description }
    /// A mirror without children, so that dumps do not show the password.
    var customMirror: Mirror { Mirror(self, children: []) }
}
