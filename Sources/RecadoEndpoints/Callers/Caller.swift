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
    /// this is the account that the credentials name, or else the credentials themselves. A
    /// caller whose token or session may change between a request and its repetition returns its
    /// account here.
    var account: String? { get }
}

/// The member that a caller may leave out, with the type that the caller declares for it.
///
/// ``Caller`` requires the same member with the type that it must have. So `var account: String` is
/// an error of the compiler, instead of being ignored in favour of the default.
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
/// Most travel in the Authorization field and implement ``init(authorization:)`` and
/// ``authorization``. Those that travel elsewhere implement ``init(request:)`` and ``write(to:)``.
public protocol CallerCredentials: Sendable {
    /// True if an eavesdropper could use the credentials too, as with passwords and bearer tokens.
    ///
    /// The server accepts such credentials only over connections that nobody else can read: over
    /// TLS, and from its own machine. `true` by default.
    static var revealSecrets: Bool { get }
    /// True if people choose the credentials, so that they can be found by enough attempts.
    ///
    /// Failed attempts with such credentials are counted (``Service/loginAttempts``). By default
    /// credentials that reveal secrets are guessable.
    var isGuessable: Bool { get }
    /// True if browsers and similar programs send the credentials by themselves, as with cookies.
    ///
    /// Requests that change something then have to prove that they come from the service's own
    /// pages. `false` by default.
    var isAmbient: Bool { get }
    /// The authentication scheme, such as `Basic`; empty where no scheme is needed.
    static var scheme: String { get }
    /// The parameters of a challenge beside the realm, such as `charset="UTF-8"`.
    static var challengeParameters: [(name: String, value: String)] { get }
    /// The schemes that describe the credentials in an OpenAPI document; several are alternatives.
    static var securitySchemes: [SecurityScheme] { get }
    /// The ways in which a request can authenticate: any of them suffices, and each may need
    /// several schemes together.
    ///
    /// By default each scheme is a way by itself.
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
    /// - Parameter authorization: The value; `nil` is returned for another scheme or an
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
    ///   `nil` for another scheme, and where there is nothing more to say.
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
    /// `true`.
    public static var revealSecrets: Bool { true }
    /// True if the credentials reveal secrets.
    public var isGuessable: Bool { Self.revealSecrets }
    /// `false`.
    public var isAmbient: Bool { false }
    /// No parameters.
    public static var challengeParameters: [(name: String, value: String)] { [] }
    /// The scheme, if there is one.
    public static var securitySchemes: [SecurityScheme] {
        scheme.isEmpty ? [] : [.http(scheme)]
    }
    /// Each scheme by itself.
    public static var securityRequirements: [[SecurityScheme]] { securitySchemes.map { [$0] } }
    /// A challenge of the scheme, with the realm and the parameters.
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the credentials are for.
    ///   - refusal: The reason for the refusal, which is ignored.
    /// - Returns: The challenge; nothing without a scheme.
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
    /// - Parameter request: The request; `nil` is returned when it has no such field, or a bad one.
    public init?(request: Request) {
        guard let value = request.fields[.authorization] else { return nil }
        self.init(authorization: value)
    }
    /// Returns `nil`.
    ///
    /// - Parameter authorization: The value.
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

/// Credentials that belong to the connection instead of a field of each request.
///
/// A request without them, or with those of somebody who may not call, is answered with 403: no
/// challenge could be answered on the same connection (RFC 9110 §15.5.4).
public protocol PeerCredentials: CallerCredentials {
    /// Reads credentials from the facts about the connection.
    ///
    /// - Parameter peer: The other end; `nil` is returned when it has not proved its identity.
    init?(peer: Peer)
}

extension PeerCredentials {
    /// `false`: the identity is proved anew with each connection.
    public static var revealSecrets: Bool { false }
    /// `false`: nobody guesses a private key.
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
    /// Returns nothing: no field is read.
    public init?(authorization: String) { nil }
    /// No value.
    public var authorization: String { "" }
}

/// A caller who is not asked to authenticate.
public struct Anyone: Caller {
    /// Empty credentials: everyone may call.
    public struct Credentials: CallerCredentials {
        /// No scheme.
        public static var scheme: String { "" }
        /// Returns nothing: no field is read.
        public init?(authorization: String) { nil }
        /// No value.
        public var authorization: String { "" }
    }

    /// No realm.
    public static var realm: String { "" }
    /// Creates the only value.
    public init() {}
}
