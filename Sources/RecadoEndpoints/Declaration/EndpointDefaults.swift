// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A guard against an endpoint that declares an optional member with a wrong type.
///
/// ``Endpoint`` has defaults for its optional members, of the right types. Without this protocol,
/// the compiler would ignore a member of a wrong type, such as `static let success = 201`, and use
/// the default. With it, such an endpoint does not compile.
public protocol EndpointDefaults {
    /// The type of the endpoint's `name`.
    associatedtype NameMember = String
    /// The type of the endpoint's `success`.
    associatedtype SuccessMember = Status
    /// The type of the endpoint's `formats`.
    associatedtype FormatsMember = [Format]
    /// The type of the endpoint's `responseFormats`.
    associatedtype ResponseFormatsMember = [Format]
    /// The type of the endpoint's `parameterStyles`.
    associatedtype ParameterStylesMember = [String: ParameterStyle]
    /// The type of the endpoint's `contentLimit`.
    associatedtype ContentLimitMember = Int
    /// The type of the endpoint's `caching`.
    associatedtype CachingMember = Caching
    /// The type of the endpoint's `preconditions`.
    associatedtype PreconditionsMember = Preconditions
    /// The type of the endpoint's `idempotencyKeys`.
    associatedtype IdempotencyKeysMember = IdempotencyKeys
    /// The type of the endpoint's `quota`.
    associatedtype QuotaMember = Quota?
    /// The type of the endpoint's `staleness`.
    associatedtype StalenessMember = Duration
    /// The type of the endpoint's `isCompressible`.
    associatedtype IsCompressibleMember = Bool
    /// The type of the endpoint's `about`.
    associatedtype AboutMember = About
    /// The type of the endpoint's `documentedResponses`.
    associatedtype DocumentedResponsesMember = [DocumentedResponse]

    /// See ``Endpoint/name``.
    static var name: NameMember { get }
    /// See ``Endpoint/success``.
    static var success: SuccessMember { get }
    /// See ``Endpoint/formats``.
    static var formats: FormatsMember { get }
    /// See ``Endpoint/responseFormats``.
    static var responseFormats: ResponseFormatsMember { get }
    /// See ``Endpoint/parameterStyles``.
    static var parameterStyles: ParameterStylesMember { get }
    /// See ``Endpoint/contentLimit``.
    static var contentLimit: ContentLimitMember { get }
    /// See ``Endpoint/caching``.
    static var caching: CachingMember { get }
    /// See ``Endpoint/preconditions``.
    static var preconditions: PreconditionsMember { get }
    /// See ``Endpoint/idempotencyKeys``.
    static var idempotencyKeys: IdempotencyKeysMember { get }
    /// See ``Endpoint/quota``.
    static var quota: QuotaMember { get }
    /// See ``Endpoint/staleness``.
    static var staleness: StalenessMember { get }
    /// See ``Endpoint/isCompressible``.
    static var isCompressible: IsCompressibleMember { get }
    /// See ``Endpoint/about``.
    static var about: AboutMember { get }
    /// See ``Endpoint/documentedResponses``.
    static var documentedResponses: DocumentedResponsesMember { get }
}

extension Endpoint where NameMember == String {
    /// The type's name in kebab-case: `RentFilm` is `rent-film`.
    public static var name: String { KebabCase.name(from: "\(Self.self)") }
}

extension Endpoint where SuccessMember == Status {
    /// 200, or 204 when the output is ``NoContent``.
    public static var success: Status { Output.self == NoContent.self ? .noContent : .ok }
}

extension Endpoint where FormatsMember == [Format] {
    /// JSON only.
    public static var formats: [Format] { [.json] }
}

extension Endpoint where ParameterStylesMember == [String: ParameterStyle] {
    /// No styles: all inputs have the default notation.
    public static var parameterStyles: [String: ParameterStyle] { [:] }
}

extension Endpoint where ContentLimitMember == Int {
    /// 65 536 bytes.
    public static var contentLimit: Int { 65_536 }
}

extension Endpoint where CachingMember == Caching {
    /// Revalidated if anyone may call, otherwise never cached.
    public static var caching: Caching { Caller.self == Anyone.self ? .revalidated : .never }
}

extension Endpoint where PreconditionsMember == Preconditions {
    /// `Preconditions.honored`: conditions are checked.
    public static var preconditions: Preconditions { .honored }
}

extension Endpoint where IdempotencyKeysMember == IdempotencyKeys {
    /// Honored for POST and PATCH; other methods can be repeated without a key.
    public static var idempotencyKeys: IdempotencyKeys {
        route.method.isIdempotent ? .ignored : .honored
    }
}

extension Endpoint where QuotaMember == Quota? {
    /// `nil`: no quota of its own.
    public static var quota: Quota? { nil }
}

extension Endpoint where StalenessMember == Duration {
    /// Zero: answers are current.
    public static var staleness: Duration { .zero }
}

extension Endpoint where IsCompressibleMember == Bool {
    /// True for endpoints that anyone may call.
    public static var isCompressible: Bool { Caller.self == Anyone.self }
}

extension Endpoint where AboutMember == About {
    /// An empty description.
    public static var about: About { About() }
}

extension Endpoint where DocumentedResponsesMember == [DocumentedResponse] {
    /// None: OpenAPI documents list the declared output and failures.
    public static var documentedResponses: [DocumentedResponse] { [] }
}
