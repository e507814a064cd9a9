// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// The rules for a service's responses: accepted statuses, the place of the value, and errors.
///
/// Rules can be set for all calls of a client (``Client/Settings/answers``), for an endpoint
/// (``ForeignEndpoint/answers``) and for one call (``CallOptions/answers``). A rule of the call
/// wins over that of the endpoint, and that one over the client's. A rule that is `nil` is not set:
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
/// 3. An answer that is not ``accepted`` is a refusal; the other models are looked for.
/// 4. The value is read at the ``root``.
public struct AnswerRules: Sendable {
    /// The statuses of answers that hold a value; 2xx by default.
    public var accepted: StatusSet?

    /// The statuses that say that there is nothing, such as 404; none by default.
    ///
    /// Types with an ``EmptyAnswer``, such as optionals, have that one then, whatever the content.
    /// To all others such an answer is a refusal unless the status is accepted.
    public var absent: StatusSet?

    /// Which answers may be without content; any by default, for types with an ``EmptyAnswer``.
    ///
    /// The default is wide because the type says it already, and because many a server answers
    /// 200 and nothing to a change.
    public var empty: EmptyAnswers?

    /// The way to the value in the content, such as `body.data`; by
    /// default it is the whole content.
    public var root: CodingPath?

    /// The models for the service's errors, of which the first that fits is used; none by default.
    ///
    /// Problem details (RFC 9457) are read without a model.
    public var errors: [ErrorModel]?

    /// Further media types that content in the format of the call comes with; none by default.
    ///
    /// JSON sent as `text/plain` or `text/html` is read if they are listed. The
    /// Accept field does not change.
    public var mediaTypes: [MediaRange]?

    /// The name of the encoding of content whose Content-Type names none, such as `iso-8859-1`.
    ///
    /// By default a format finds it out itself: JSON is UTF-8, and XML may declare its encoding.
    public var charset: String?

    /// The steps that change content before it is read, in this order; none by default.
    public var preprocessors: [AnswerPreprocessor]?

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - accepted: The statuses of answers that hold a value.
    ///   - absent: The statuses that say that there is nothing.
    ///   - empty: Which answers may be without content.
    ///   - root: The way to the value in the content.
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

    /// Rules that say where the value stands.
    ///
    /// - Parameter path: The way to the value in the content.
    /// - Returns: The rules.
    public static func root(_ path: CodingPath) -> AnswerRules { AnswerRules(root: path) }

    /// Rules for a service that sends errors and values in one envelope, whatever the status.
    ///
    /// ```json
    /// { "error": { "codError": 1, "descripcion": "…" }, "respuesta": null }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type that the error is read as; it says itself whether it is one.
    ///   - error: The way to the error; by default the name that Spanish services of this kind use.
    ///   - value: The way to the value; by default the name that Spanish services of this kind use.
    /// - Returns: The rules.
    public static func envelope<E: Decodable & ErrorReporting>(
        _ type: E.Type,
        error: CodingPath = "error",
        value: CodingPath = "respuesta"
    ) -> AnswerRules {
        AnswerRules(root: value, errors: [ErrorModel(type, at: error)])
    }

    /// Returns these rules, with those of another in the place of the ones it says.
    ///
    /// - Parameter nearer: The rules that win.
    /// - Returns: Both together.
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
