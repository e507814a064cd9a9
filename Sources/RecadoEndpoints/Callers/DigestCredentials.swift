// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A proof that its sender knows a password, which itself is not sent (RFC 7616).
///
/// The server's `DigestVerifier` makes the challenges and judges the proofs. Clients cannot send
/// one before they have a challenge: the client's authentication layer answers it.
///
/// Digest is for clients that know nothing better. It asks the service to keep what is
/// as good as the password, which argon2id never gives away; over TLS, Basic with
/// argon2id is the safer choice.
public struct DigestCredentials: CallerCredentials {
    /// The user's name, or its hash.
    public let user: String
    /// Whether the name is hashed, as `userhash` asks for (RFC 7616 §3.4.4).
    public let isUserHashed: Bool
    /// The realm that the sender has been told.
    public let realm: String
    /// The other parameters.
    package let parameters: FieldParameters
    /// The method of the request.
    package let method: Method
    /// The target of the request.
    package let target: String

    // MARK: - Fields

    /// They do not: a proof is for one request.
    public static var revealSecrets: Bool { false }
    /// They are: people choose the passwords.
    public var isGuessable: Bool { true }
    /// `Digest`.
    public static var scheme: String { "Digest" }

    /// Nothing: whoever verifies proofs makes the challenges as well.
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the credentials are for.
    ///   - refusal: The reason for the refusal.
    /// - Returns: No challenge.
    public static func challenges(
        realm: String,
        after refusal: CredentialsRefusal
    ) -> [Challenge] { [] }

    /// Returns nothing: a proof means nothing without its request.
    public init?(authorization: String) { nil }
    /// No value.
    public var authorization: String { "" }
    /// The user's name, or its hash.
    public var account: String? { user }

    /// Reads the proof of a request (RFC 7616 §3.4).
    ///
    /// - Parameter request: The request; `nil` is returned for another scheme, a repeated or
    ///   missing parameter, a quality other than `auth`, a target that is not the request's,
    ///   and anything behind the proof.
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
        // RFC 7616 §3.4: one of the two, and no other than the plain one with a hash.
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

    /// Whether a proof is for the request that has it: `uri` is its target, or the whole URI.
    private static func isTarget(_ uri: String, of request: Request) -> Bool {
        uri == request.target || uri == "\(request.scheme)://\(request.authority)\(request.target)"
    }
}

extension DigestCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The user's name.
    public var description: String { "Digest \(user)" }
    /// The user's name.
    public var debugDescription: String { description }
    /// A mirror that shows the user's name alone.
    public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
