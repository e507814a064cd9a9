// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// The caller of an endpoint, as its handler gets it.
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
/// challenge unless the request bears credentials that the service accepts, and its handler takes
/// the caller as an argument, so that it cannot be forgotten.
public protocol Caller: CallerDefaults, Sendable {
    /// The credentials with which callers authenticate.
    associatedtype Credentials: CallerCredentials
    /// The part of the service that the credentials are for (RFC 9110 §11.5).
    static var realm: String { get }
    /// The account of the caller, whatever its credentials are; `nil` if only the credentials tell.
    ///
    /// The answer to a repeated `Idempotency-Key` is for one account alone. By default the account
    /// that the credentials name is taken, or the credentials themselves. A caller whose token or
    /// session may change between a request and its repetition gives its account here.
    var account: String? { get }
}

/// The member that a caller may leave out, in the type that its declaration gives it.
///
/// ``Caller`` asks for the same member in the type that it must have. So `var account: String` is
/// an error of the compiler instead of being passed over for the default.
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
    /// Whether an eavesdropper could use them as well, as with passwords and bearer tokens.
    ///
    /// The server accepts such credentials only over connections that nobody else can read: over
    /// TLS, and from its own machine. `true` by default.
    static var revealSecrets: Bool { get }
    /// Whether people choose them, so that somebody with enough attempts would find them.
    ///
    /// Failed attempts with such credentials are counted (``Service/loginAttempts``). By default
    /// those are counted that reveal secrets.
    var isGuessable: Bool { get }
    /// Whether programs that show pages send them along by themselves, as with cookies.
    ///
    /// Requests that change something then have to prove that they come from the service's own
    /// pages. By default they are not.
    var isAmbient: Bool { get }
    /// The authentication scheme, such as `Basic`; empty where none is needed.
    static var scheme: String { get }
    /// The parameters of a challenge beside the realm, such as `charset="UTF-8"`.
    static var challengeParameters: [(name: String, value: String)] { get }
    /// The schemes that describe them in an OpenAPI document; several are alternatives.
    static var securitySchemes: [SecurityScheme] { get }
    /// The ways in which a request can be proved: any of them will do, and each may
    /// need several schemes together.
    ///
    /// By default each scheme is a way.
    static var securityRequirements: [[SecurityScheme]] { get }
    /// Returns the challenges of a refusal, for its field WWW-Authenticate (RFC 9110 §11.6.1).
    ///
    /// - Parameters:
    ///   - realm: The part of the service that the credentials are for.
    ///   - refusal: The reason for the refusal.
    /// - Returns: The challenges; by default one of the scheme, if there is one.
    static func challenges(realm: String, after refusal: CredentialsRefusal) -> [Challenge]
    /// Reads credentials from the value of an Authorization field.
    ///
    /// - Parameter authorization: The value; `nil` is returned for another scheme or a bad form.
    init?(authorization: String)
    /// Reads credentials from a request: from its Authorization field by default.
    ///
    /// - Parameter request: The request; `nil` is returned when it has none, or in a bad form.
    init?(request: Request)
    /// Tells why the value of an Authorization field with the right scheme cannot
    /// be read; nothing by default.
    ///
    /// - Parameter authorization: The value.
    /// - Returns: A sentence for the caller, in `Language.current`, without any part of the value;
    ///   `nil` for another scheme, and where there is nothing more to say.
    static func flaw(inAuthorization authorization: String) -> String?
    /// The value of the Authorization field.
    var authorization: String { get }
    /// The account that they claim, for which failed attempts are counted; `nil` if they name none.
    var account: String? { get }
    /// Gives them to a request: in its Authorization field by default.
    ///
    /// - Parameter request: The request.
    func write(to request: inout Request)
}

extension CallerCredentials {
    /// They do.
    public static var revealSecrets: Bool { true }
    /// They are, if they reveal secrets.
    public var isGuessable: Bool { Self.revealSecrets }
    /// They are not.
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
    ///   - refusal: The reason for the refusal, which makes no difference.
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
    /// Nothing.
    ///
    /// - Parameter authorization: The value.
    /// - Returns: `nil`.
    public static func flaw(inAuthorization authorization: String) -> String? { nil }
    /// Nobody in particular.
    public var account: String? { nil }
    /// Sets the Authorization field, unless its value would be empty.
    ///
    /// - Parameter request: The request.
    public func write(to request: inout Request) {
        let value = authorization
        if !value.isEmpty { request.fields[.authorization] = value }
    }
}

/// Credentials that the connection has, instead of a field of each request.
///
/// A request without them, or with those of somebody who may not call, is answered with 403: there
/// is no challenge that a client could answer on the same connection (RFC 9110 §15.5.4).
public protocol PeerCredentials: CallerCredentials {
    /// Reads credentials from what is known of the connection.
    ///
    /// - Parameter peer: The other end; `nil` is returned when it has not proved who it is.
    init?(peer: Peer)
}

extension PeerCredentials {
    /// They do not: what they prove is proved anew with each connection.
    public static var revealSecrets: Bool { false }
    /// They are not: nobody guesses a private key.
    public var isGuessable: Bool { false }
    /// No scheme, as they are no matter of fields.
    public static var scheme: String { "" }
    /// TLS with certificates on both sides.
    public static var securitySchemes: [SecurityScheme] { [.mutualTLS] }
    /// Reads credentials from the connection that brought a request.
    ///
    /// - Parameter request: The request; `nil` is returned when its
    ///   sender has not proved who it is.
    public init?(request: Request) {
        guard let peer = request.peer else { return nil }
        self.init(peer: peer)
    }
    /// Returns nothing: no field is read.
    public init?(authorization: String) { nil }
    /// No value.
    public var authorization: String { "" }
}

/// A caller that nobody asks who they are.
public struct Anyone: Caller {
    /// Nothing: everyone may call.
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
