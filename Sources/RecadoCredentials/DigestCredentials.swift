// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// A proof that its sender knows a password, without the password itself (RFC 7616).
///
/// The server's `DigestVerifier` makes the challenges and verifies the proofs. A client cannot
/// send a proof before it has received a challenge: the client's authentication layer answers
/// the challenge.
///
/// Digest is for clients that support no better scheme. It requires the service to store a value
/// that is as good as the password, whereas an argon2id hash never reveals the password; over TLS,
/// Basic with argon2id is the safer choice.
public struct DigestCredentials: CallerCredentials {
    /// The user's name, or its hash.
    public let user: String
    /// True if the name is hashed, as `userhash` requests (RFC 7616 §3.4.4).
    public let isUserHashed: Bool
    /// The realm that the sender was challenged with.
    public let realm: String
    /// The other parameters of the Authorization field, such as `nonce`, `nc` and `response`.
    package let parameters: FieldParameters
    /// The method of the request.
    package let method: Method
    /// The target that the proof states in `uri`.
    package let target: String

    // MARK: - Fields

    /// `false`: a proof is valid for one request only.
    public static var revealSecrets: Bool { false }
    /// `true`: people choose the passwords.
    public var isGuessable: Bool { true }
    /// The name of the scheme: `Digest`.
    public static var scheme: String { "Digest" }

    /// Returns nothing: the verifier of the proofs makes the challenges.
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the credentials are for.
    ///   - refusal: The reason for the refusal.
    /// - Returns: No challenge.
    public static func challenges(
        realm: String,
        after refusal: CredentialsRefusal
    ) -> [Challenge] { [] }

    /// Returns `nil`, because a proof cannot be checked without its request.
    public init?(authorization: String) { nil }
    /// An empty string, because a proof cannot be made without its request.
    public var authorization: String { "" }
    /// The user's name, or its hash.
    public var account: String? { user }

    /// Reads the proof of a request (RFC 7616 §3.4).
    ///
    /// - Parameter request: The request; `nil` is returned for another scheme, a repeated or
    ///   missing parameter, a quality of protection other than `auth`, a target other than the
    ///   request's, or further text after the proof.
    public init?(request: Request) {
        let values = request.fields[values: .authorization]
        guard values.count == 1, let proof = Challenge(alone: values[0]),
            proof.isScheme("Digest")
        else { return nil }
        let parameters = proof.parameters
        guard let realm = parameters["realm"], parameters["nonce"] != nil,
            parameters["response"] != nil, let uri = parameters["uri"],
            parameters["qop"] == "auth", parameters["cnonce"] != nil,
            Self.isTarget(uri, of: request)
        else { return nil }
        switch parameters["userhash"]?.lowercased() {
        case "true": isUserHashed = true
        case "false", nil: isUserHashed = false
        default: return nil
        }
        // RFC 7616 §3.4: exactly one of the two parameters must be present; a hashed name must be
        // in `username`.
        switch (parameters["username"], parameters["username*"]) {
        case (let name?, nil): user = name
        case (nil, let value?):
            guard !isUserHashed, let name = ExtendedValue.text(of: value) else { return nil }
            user = name
        default: return nil
        }
        self.realm = realm
        self.parameters = parameters
        method = request.method
        target = uri
    }

    /// True if the proof was made for this request: `uri` is the request's target, or its whole
    /// URI.
    private static func isTarget(_ uri: String, of request: Request) -> Bool {
        uri == request.target || uri == "\(request.scheme)://\(request.authority)\(request.target)"
    }
}

extension DigestCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The scheme and the user's name.
    public var description: String { "Digest \(user)" }
    /// The scheme and the user's name.
    public var debugDescription: String { description }
    /// A mirror that shows only the user's name.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
