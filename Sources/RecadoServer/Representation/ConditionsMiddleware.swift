// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoHTTP

/// Gives answers to GET a tag, and answers 304 to clients that have them, and 412 to those that have another
/// (RFC 9110 §13).
///
/// It is about endpoints, collections and pages. Answers whose content is a stream are sent as they are, and so are those
/// of files, which have tags of their own. A tag that an answer brings along is kept. Requests that change something are
/// compared by their endpoints, in turn with other changes: see `Endpoint.preconditions`.
public struct ConditionsMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes a request on, and compares its conditions with the response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard context.representation != nil else { return next(request) }
        return next(request).map {
            Self.settle(&$0, request, next)
        } later: {
            { Self.settle(&$0, request, next) }
        }
    }

    private static func settle(_ response: inout Response, _ request: Request, _ next: Next) {
        guard response.status == .ok, let content = response.content.bytes else { return }
        if !response.fields.contains(.eTag) { EntityTag.add(to: &response.fields, of: content) }
        guard request.fields.hasNames(beginningWith: "if-") else { return }
        do throws(ProblemDetails) {
            try compare(&response, request.fields)
        } catch {
            response = next.refuse(request, with: error)
        }
    }

    private static func compare(
        _ response: inout Response,
        _ fields: Fields
    ) throws(ProblemDetails) {
        guard let conditions = try Conditions(fields, isSafe: true) else { return }
        switch conditions.verdict(on: response.validators, isSafe: true) {
        case .proceed: return
        case .failed: throw .preconditionFailed
        case .notModified: response = response.notModified
        }
    }
}

extension Middleware where Self == ConditionsMiddleware {
    /// Tags of answers to GET, and the conditions of requests for them.
    public static var conditions: ConditionsMiddleware { ConditionsMiddleware() }
}

extension ProblemDetails {
    /// The resource is not what the client takes it for.
    static var preconditionFailed: ProblemDetails {
        ProblemDetails(
            status: .preconditionFailed,
            detail: Language.words(
                "The resource is not in the state that the request names; read it again.",
                es: "El recurso no está en el estado que indica la petición; léelo de nuevo."
            )
        )
    }
}

extension Response {
    /// What tells the answer from others.
    var validators: Conditions.Validators {
        Conditions.Validators(
            tags: fields[.eTag].flatMap { EntityTag($0) }.map { [$0] } ?? [],
            modified: Conditions.date(fields[.lastModified])
        )
    }

    /// The same for a client that has the content (RFC 9110 §15.4.5).
    var notModified: Response {
        var response = Response(status: .notModified, fields: fields)
        for name in Self.contentFields { response.fields.removeAll(name) }
        return response
    }

    private static let contentFields: [FieldName] = [
        .contentType, .contentEncoding, .contentLength, .contentLanguage,
    ]
}
