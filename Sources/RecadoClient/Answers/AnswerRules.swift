// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// The rules for a service's responses: accepted statuses, the place of the value, and errors.
///
/// Rules can be set for all calls of a client (``Client/Settings/answers``), for an endpoint
/// (``ForeignEndpoint/answers``) and for one call (``CallOptions/answers``). The call's rules take
/// precedence over the endpoint's, and the endpoint's over the client's. A rule that is `nil` is
/// not set:
///
/// ```swift
/// let client = try Client(base: "https://base.url.es") {
///     $0.answers.errors = [ErrorModel(ServiceError.self, at: "error")]
/// }
/// let user: User = try await client.get("user", with: CallOptions(answers: .root("user")))
/// ```
///
/// A response is read in this order:
/// 1. The ``preprocessors`` change its content.
/// 2. Error models of ``ErrorReporting`` types are looked for, whatever the status.
/// 3. An answer whose status is not ``accepted`` is a refusal; the other models are looked for in
/// it.
/// 4. The value is read at the ``root``.
public struct AnswerRules: Sendable {
    /// The statuses of answers that hold a value; 2xx by default.
    public var accepted: StatusSet?

    /// The statuses that mean that there is no value, such as 404; none by default.
    ///
    /// With such a status, types with an ``EmptyAnswer``, such as optionals, get that value,
    /// whatever the content. For all other types such an answer is a refusal unless the status is
    /// accepted.
    public var absent: StatusSet?

    /// The answers that may be without content; any by default, for types with an ``EmptyAnswer``.
    ///
    /// The default is wide because the type already says that a value may be missing, and because
    /// many servers answer a change with 200 and no content.
    public var empty: EmptyAnswers?

    /// The path to the value in the content, such as `body.data`; by default the value is the whole
    /// content.
    public var root: CodingPath?

    /// The models for the service's errors, of which the first that matches is used; none by
    /// default.
    ///
    /// Problem details (RFC 9457) are read without a model.
    public var errors: [ErrorModel]?

    /// Further media types under which content in the format of the call may arrive; none by
    /// default.
    ///
    /// JSON sent as `text/plain` or `text/html` is read if they are listed. The
    /// Accept field does not change.
    public var mediaTypes: [MediaRange]?

    /// The name of the encoding of content whose Content-Type names none, such as `iso-8859-1`.
    ///
    /// By default the format determines the encoding: JSON is UTF-8, and XML may declare its own.
    public var charset: String?

    /// The steps that change content before it is read, in this order; none by default.
    public var preprocessors: [Preprocessor]?

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - accepted: The statuses of answers that hold a value.
    ///   - absent: The statuses that mean that there is no value.
    ///   - empty: The answers that may be without content.
    ///   - root: The path to the value in the content.
    ///   - errors: The models that errors of the service are read as.
    public init(
        accepted: StatusSet? = nil,
        absent: StatusSet? = nil,
        empty: EmptyAnswers? = nil,
        root: CodingPath? = nil,
        errors: [ErrorModel]? = nil
    ) {
        self.accepted = accepted
        self.absent = absent
        self.empty = empty
        self.root = root
        self.errors = errors
    }

    /// Returns rules that say at which path the value is.
    ///
    /// - Parameter path: The path to the value in the content.
    /// - Returns: The rules.
    public static func root(_ path: CodingPath) -> AnswerRules { AnswerRules(root: path) }

    /// Rules for a service that sends errors and values in one envelope, whatever the status.
    ///
    /// ```json
    /// { "error": { "codError": 1, "descripcion": "…" }, "respuesta": null }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that the error is read as; its value says if it is an error.
    ///   - error: The path to the error; by default the name that Spanish services of this kind
    ///     use.
    ///   - value: The path to the value; by default the name that Spanish services of this kind
    ///     use.
    /// - Returns: The rules.
    public static func envelope<E: Decodable & ErrorReporting>(
        _ type: E.Type,
        error: CodingPath = "error",
        value: CodingPath = "respuesta"
    ) -> AnswerRules {
        AnswerRules(root: value, errors: [ErrorModel(type, at: error)])
    }

    /// Returns these rules with changes: each rule that the other value sets replaces the rule
    /// here.
    ///
    /// - Parameter nearer: The rules that take precedence.
    /// - Returns: The combined rules.
    public func overridden(by nearer: AnswerRules) -> AnswerRules {
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
