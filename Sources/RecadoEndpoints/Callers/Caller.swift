// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The caller of an endpoint, in the form in which its handler receives it.
///
/// ```swift
/// struct Member: Caller {
///     typealias Credentials = BasicCredentials
///     static var realm: String { "Videoclub" }
///     let name: String
/// }
/// ```
///
/// An endpoint with a caller other than ``Anyone`` is protected: the server answers 401 with a
/// challenge unless the request bears credentials that the service accepts. The handler takes the
/// caller as an argument, so that the check cannot be forgotten.
public protocol Caller: CallerDefaults, Sendable {
    /// The credentials with which callers authenticate.
    associatedtype Credentials: CallerCredentials
    /// The part of the service that the credentials are for (RFC 9110 §11.5).
    static var realm: String { get }
    /// The account of the caller, independent of its credentials; `nil` if only the credentials
    /// identify the caller.
    ///
    /// The answer to a repeated `Idempotency-Key` is given to the same account only. By default
    /// the account that the credentials name is used, or else the credentials themselves. A
    /// caller whose token or session may change between a request and its repetition returns its
    /// account here.
    var account: String? { get }
}

/// A guard against a caller that declares its `account` with a wrong type.
///
/// ``Caller`` has a default for `account`, of the type `String?`. Without this protocol, the
/// compiler would ignore a member `var account: String` and use the default. With it, such a caller
/// does not compile.
public protocol CallerDefaults {
    /// The type of the caller's `account`.
    associatedtype AccountMember = String?

    /// See ``Caller/account``.
    var account: AccountMember { get }
}

extension Caller where AccountMember == String? {
    /// `nil`: the credentials identify the caller.
    public var account: String? { nil }
}

/// The credentials of a caller, as requests carry them (RFC 9110 §11.4).
///
/// Most types of credentials travel in the Authorization field: they implement
/// ``init(authorization:)`` and ``authorization``. Types that travel elsewhere implement
/// ``init(request:)`` and ``write(to:)``.
public protocol CallerCredentials: Sendable {
    /// True if an eavesdropper could use the credentials too, as with passwords and bearer tokens.
    ///
    /// The server accepts such credentials only over connections that nobody else can read: over
    /// TLS, and from its own machine. `true` by default.
    static var revealSecrets: Bool { get }
    /// True if an attacker can find the credentials by guessing, as with passwords.
    ///
    /// Failed attempts with such credentials are counted (``Service/loginAttempts``). By default
    /// credentials that reveal secrets are guessable.
    var isGuessable: Bool { get }
    /// True if browsers and similar programs send the credentials by themselves, as with cookies.
    ///
    /// If it is `true`, requests that change something have to prove that they come from the
    /// service's own pages. `false` by default.
    var isAmbient: Bool { get }
    /// The authentication scheme, such as `Basic`; empty if no scheme is needed.
    static var scheme: String { get }
    /// The parameters of a challenge besides the realm, such as `charset="UTF-8"`.
    static var challengeParameters: [(name: String, value: String)] { get }
    /// The schemes that describe the credentials in an OpenAPI document; if there are several, any
    /// one of them suffices by default.
    static var securitySchemes: [SecurityScheme] { get }
    /// The combinations of schemes that authenticate a request: any one combination suffices.
    ///
    /// By default each scheme suffices by itself.
    static var securityRequirements: [[SecurityScheme]] { get }
    /// Returns the challenges of a refusal, for the field WWW-Authenticate (RFC 9110 §11.6.1).
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the credentials are for.
    ///   - refusal: The reason for the refusal.
    /// - Returns: The challenges; by default one challenge of the scheme, if there is a scheme.
    static func challenges(realm: String, after refusal: CredentialsRefusal) -> [Challenge]
    /// Reads credentials from the value of an Authorization field.
    ///
    /// - Parameter authorization: The value; `nil` is returned for a different scheme or an
    ///   invalid form.
    init?(authorization: String)
    /// Reads credentials from a request: from its Authorization field by default.
    ///
    /// - Parameter request: The request; `nil` is returned when it has no credentials or
    ///   malformed ones.
    init?(request: Request)
    /// Describes why the value of an Authorization field with the right scheme cannot be read;
    /// `nil` by default.
    ///
    /// - Parameter authorization: The value.
    /// - Returns: A sentence for the caller, in `Language.current`, without any part of the value;
    ///   `nil` for a different scheme, or if the reason is unknown.
    static func flaw(inAuthorization authorization: String) -> String?
    /// The value of the Authorization field.
    var authorization: String { get }
    /// The account that the credentials claim, for which failed attempts are counted; `nil` if they
    /// name none.
    var account: String? { get }
    /// Writes the credentials to a request: to its Authorization field by default.
    ///
    /// - Parameter request: The request.
    func write(to request: inout Request)
}

extension CallerCredentials {
    /// `true`: an eavesdropper could use the credentials.
    public static var revealSecrets: Bool { true }
    /// True if the credentials reveal secrets.
    public var isGuessable: Bool { Self.revealSecrets }
    /// `false`: browsers do not send the credentials by themselves.
    public var isAmbient: Bool { false }
    /// No parameters besides the realm.
    public static var challengeParameters: [(name: String, value: String)] { [] }
    /// The scheme, if there is one.
    public static var securitySchemes: [SecurityScheme] {
        scheme.isEmpty ? [] : [.http(scheme)]
    }
    /// Each scheme suffices by itself.
    public static var securityRequirements: [[SecurityScheme]] { securitySchemes.map { [$0] } }
    /// Returns a challenge of the scheme, with the realm and the parameters.
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the credentials are for.
    ///   - refusal: The reason for the refusal, which is ignored.
    /// - Returns: The challenge; an empty array if there is no scheme.
    public static func challenges(
        realm: String,
        after refusal: CredentialsRefusal
    ) -> [Challenge] {
        var parameters: FieldParameters = ["realm": realm]
        for (name, value) in challengeParameters { parameters.append(value, to: name) }
        return Challenge(scheme: scheme, parameters: parameters).map { [$0] } ?? []
    }
    /// Reads credentials from the Authorization field.
    ///
    /// - Parameter request: The request; `nil` is returned if the field is missing or malformed.
    public init?(request: Request) {
        guard let value = request.fields[.authorization] else { return nil }
        self.init(authorization: value)
    }
    /// Returns `nil`: no reason is known.
    ///
    /// - Parameter authorization: The value, which is ignored.
    /// - Returns: `nil`.
    public static func flaw(inAuthorization authorization: String) -> String? { nil }
    /// `nil`: no account.
    public var account: String? { nil }
    /// Sets the Authorization field, unless its value would be empty.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        let value = authorization
        if !value.isEmpty { request.fields[.authorization] = value }
    }
}

/// Credentials that belong to the connection, such as a client certificate.
///
/// A request without such credentials, or from a caller who is not admitted, is answered with 403,
/// because a client cannot answer a challenge on the same connection (RFC 9110 §15.5.4).
public protocol PeerCredentials: CallerCredentials {
    /// Reads credentials from the identity of the client at the other end of the connection.
    ///
    /// - Parameter peer: The client; `nil` is returned if it has not proved its identity.
    init?(peer: Peer)
}

extension PeerCredentials {
    /// `false`: the client proves its identity anew on each connection, so an eavesdropper gains
    /// nothing.
    public static var revealSecrets: Bool { false }
    /// `false`: a private key cannot be guessed.
    public var isGuessable: Bool { false }
    /// No scheme, as the credentials do not travel in fields.
    public static var scheme: String { "" }
    /// TLS with certificates on both sides.
    public static var securitySchemes: [SecurityScheme] { [.mutualTLS] }
    /// Reads credentials from the connection that brought a request.
    ///
    /// - Parameter request: The request; `nil` is returned when its sender has not proved
    ///   its identity.
    public init?(request: Request) {
        guard let peer = request.peer else { return nil }
        self.init(peer: peer)
    }
    /// Returns `nil`, because the credentials are not in a field.
    public init?(authorization: String) { nil }
    /// Empty, because the credentials are not in a field.
    public var authorization: String { "" }
}

/// A caller that does not have to authenticate.
public struct Anyone: Caller {
    /// Empty credentials: everyone may call.
    public struct Credentials: CallerCredentials {
        /// No scheme.
        public static var scheme: String { "" }
        /// Returns `nil`, because no field is read.
        public init?(authorization: String) { nil }
        /// Empty: no Authorization field is sent.
        public var authorization: String { "" }
    }

    /// No realm.
    public static var realm: String { "" }
    /// Creates a caller, which has no properties.
    public init() {}
}
