// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// The refusal of a request to a resource collection: a status and one error for each mistake.
public struct ResourceError: Error, Sendable {
    /// The status of the answer.
    public var status: Status
    /// The errors; at least one.
    public var errors: [JSONAPI.ErrorObject]
    /// Header fields of the answer, such as those with challenges.
    package var fields: Fields = [:]

    /// Creates a refusal for one reason.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - detail: The mistake in this request.
    ///   - source: The part of the request that is wrong.
    ///   - title: The mistake in general; the reason phrase of the status by default.
    ///   - code: The code for programs, as in `InputError.code`; none by default.
    public init(
        _ status: Status,
        _ detail: String? = nil,
        source: JSONAPI.ErrorObject.Source? = nil,
        title: String? = nil,
        code: String? = nil
    ) {
        self.status = status
        let title = title ?? ProblemDetails(status: status).title
        errors = [
            JSONAPI.ErrorObject(
                status: Int(status.code),
                title: title,
                detail: detail,
                source: source
            )
        ]
        errors[0].code = code
    }

    /// Returns a refusal of content, with the status 422 and one error for each reason.
    ///
    /// - Parameter reasons: The position of each error, as a JSON Pointer such as
    ///   `/data/attributes/title`, and its description.
    /// - Returns: The refusal.
    public static func invalid(
        _ reasons: [(pointer: String, detail: String)]
    ) -> ResourceError {
        var refusal = ResourceError(.unprocessableContent)
        let errors = reasons.map {
            ResourceError(.unprocessableContent, $0.detail, source: .init(pointer: $0.pointer))
        }
        if !errors.isEmpty { refusal.errors = errors.flatMap(\.errors) }
        return refusal
    }

    /// Returns a refusal with the status 403, for a request that is unsupported or forbidden.
    public static func forbidden(_ detail: String) -> ResourceError {
        ResourceError(.forbidden, detail)
    }

    /// Returns a refusal with the status 404, for a request for something that does not exist.
    public static func notFound(_ detail: String, at pointer: String? = nil) -> ResourceError {
        ResourceError(.notFound, detail, source: pointer.map { .init(pointer: $0) })
    }

    /// Returns a refusal with the status 409, for a request that conflicts with the state of the
    /// collection.
    public static func conflict(
        _ detail: String,
        at pointer: String? = nil,
        code: String? = nil
    ) -> ResourceError {
        ResourceError(.conflict, detail, source: pointer.map { .init(pointer: $0) }, code: code)
    }

    /// Returns a refusal with the status 400, for an invalid parameter of the query.
    public static func parameter(
        _ name: String,
        _ detail: String,
        code: String? = nil
    ) -> ResourceError {
        ResourceError(.badRequest, detail, source: .init(parameter: name), code: code)
    }

    /// Creates a refusal of content that could not be read.
    ///
    /// The status is 400 for content that is not a document, is too large, or is nested too deeply,
    /// and 422 for invalid values.
    package init(_ failure: CodingError) {
        let isMalformed = failure.pointer.isEmpty && failure.code == .malformed
        let isLarge = failure.code == .tooLarge || failure.code == .tooDeep
        self.init(
            isMalformed || isLarge ? .badRequest : .unprocessableContent,
            failure.message,
            source: .init(pointer: failure.pointer)
        )
    }

    /// The problem with the status of the refusal and the title and detail of its first error.
    package var problem: ProblemDetails {
        ProblemDetails(status: status, title: errors.first?.title, detail: errors.first?.detail)
    }

    /// Creates the refusal that corresponds to a problem.
    package init(_ problem: ProblemDetails) {
        self.init(problem.status, problem.detail, title: problem.title)
        if let wait = problem.retryAfter {
            fields[.retryAfter] = String(
                wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)
            )
        }
        if !problem.challenges.isEmpty {
            fields[.wwwAuthenticate] = problem.challenges.map(\.description)
                .joined(separator: ", ")
        }
    }
}

extension ResourceError: CustomStringConvertible {
    /// The status and the errors, on one line and without details.
    public var description: String { "\(status.code) \(JSONAPI.Errors(errors))" }
}
