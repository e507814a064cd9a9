// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// The rules for reading a service's responses: accepted statuses, the path to the value, and
/// errors.
///
/// Rules can be set for all calls of a client (``Client/Settings/responseRules``), for an endpoint
/// (``ForeignEndpoint/responseRules``) and for one call (``CallOptions/responseRules``). The call's
/// rules take precedence over the endpoint's, and the endpoint's over the client's. A property that
/// is `nil` leaves the decision to the next level, and finally to the default:
///
/// ```swift
/// let client = try Client(base: "https://base.url.es") {
///     $0.responseRules.errors = [ErrorModel(ServiceError.self, at: "error")]
/// }
/// let user: User = try await client.get("user", with: CallOptions(responseRules: .root("user")))
/// ```
///
/// A response is read in these steps:
/// 1. The ``preprocessors`` change its content.
/// 2. The client looks for errors whose type is ``ErrorReporting``, whatever the status.
/// 3. If the status is not ``accepted``, the client looks for errors of the other models, and the
///    call fails.
/// 4. Otherwise the value at the path ``root`` is decoded.
public struct ResponseRules: Sendable {
    /// The statuses of answers that hold a value; 2xx by default.
    public var accepted: StatusSet?

    /// The statuses, such as 404, with which a server says that there is no value; none by default.
    ///
    /// With such a status, the output is ``EmptyResponse/emptyResponse``, for example `nil` for an
    /// optional, whatever the content. If the output type is not an ``EmptyResponse``, the status
    /// has no special meaning.
    public var absent: StatusSet?

    /// The answers that may have no content; any by default, if the output type is an
    /// ``EmptyResponse``.
    ///
    /// The default is permissive because such a type already says that the value may be missing,
    /// and because many servers respond to a change with 200 and no content.
    public var empty: EmptyResponses?

    /// The path to the value in the content, such as `body.data`; by default the whole content is
    /// the value.
    public var root: CodingPath?

    /// The models for the service's errors; the first that matches is used.
    ///
    /// None by default.
    ///
    /// Problem details (RFC 9457) are recognized without a model.
    public var errors: [ErrorModel]?

    /// Additional media types that are accepted for content in the call's format; none by default.
    ///
    /// List `text/plain` or `text/html` if the service sends JSON with such a Content-Type. The
    /// Accept header field does not change.
    public var mediaTypes: [MediaRange]?

    /// The character encoding of content whose Content-Type names none, such as `iso-8859-1`.
    ///
    /// By default the format decides: JSON is UTF-8, and XML may declare its encoding.
    public var charset: String?

    /// The steps that change content before it is decoded, in order; none by default.
    public var preprocessors: [Preprocessor]?

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - accepted: The statuses of answers that hold a value.
    ///   - absent: The statuses with which a server says that there is no value.
    ///   - empty: The answers that may have no content.
    ///   - root: The path to the value in the content.
    ///   - errors: The models for the service's errors.
    public init(
        accepted: StatusSet? = nil,
        absent: StatusSet? = nil,
        empty: EmptyResponses? = nil,
        root: CodingPath? = nil,
        errors: [ErrorModel]? = nil
    ) {
        self.accepted = accepted
        self.absent = absent
        self.empty = empty
        self.root = root
        self.errors = errors
    }

    /// Returns rules with only the path to the value.
    ///
    /// - Parameter path: The path to the value in the content.
    /// - Returns: The rules.
    public static func root(_ path: CodingPath) -> ResponseRules { ResponseRules(root: path) }

    /// Returns rules for a service that wraps values and errors in one envelope, whatever the
    /// status.
    ///
    /// ```json
    /// { "error": { "codError": 1, "descripcion": "…" }, "respuesta": null }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the error; ``ErrorReporting/isError`` of the decoded value says
    ///     whether it is an error.
    ///   - error: The path to the error; by default the name that many Spanish services use.
    ///   - value: The path to the value; by default the name that many Spanish services use.
    /// - Returns: The rules.
    public static func envelope<E: Decodable & ErrorReporting>(
        _ type: E.Type,
        error: CodingPath = "error",
        value: CodingPath = "respuesta"
    ) -> ResponseRules {
        ResponseRules(root: value, errors: [ErrorModel(type, at: error)])
    }

    /// Returns the combination of two sets of rules: `nearer` decides each of its properties that
    /// is not `nil`, and this value decides the rest.
    ///
    /// - Parameter nearer: The rules that take precedence.
    /// - Returns: The combined rules.
    public func overridden(by nearer: ResponseRules) -> ResponseRules {
        var rules = self
        if let accepted = nearer.accepted { rules.accepted = accepted }
        if let absent = nearer.absent { rules.absent = absent }
        if let empty = nearer.empty { rules.empty = empty }
        if let root = nearer.root { rules.root = root }
        if let errors = nearer.errors { rules.errors = errors }
        if let mediaTypes = nearer.mediaTypes { rules.mediaTypes = mediaTypes }
        if let charset = nearer.charset { rules.charset = charset }
        if let preprocessors = nearer.preprocessors { rules.preprocessors = preprocessors }
        return rules
    }
}
