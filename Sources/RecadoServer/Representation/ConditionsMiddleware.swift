// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// Answers GET with 304 if the client already has the answer, and with 412 if the answer does not
/// meet If-Match or If-Unmodified-Since (RFC 9110 §13).
///
/// It applies to endpoints, collections and pages, whose answers have an entity tag of their
/// content. It leaves streams and static files unchanged; static files check their conditions
/// themselves. For requests that change something, the endpoints check the conditions while no
/// other change runs: see `Endpoint.preconditions`.
public struct ConditionsMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes on a request, and checks its conditions against the response.
    public func handle(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) -> PendingResponse {
        guard context.representation != nil, request.fields.hasNames(beginningWith: "if-") else {
            return next(request)
        }
        return next(request).map {
            Self.settle(&$0, request, context, next)
        } later: {
            { Self.settle(&$0, request, context, next) }
        }
    }

    private static func settle(
        _ response: inout Response,
        _ request: Request,
        _ context: RequestContext,
        _ next: Next
    ) {
        guard response.status == .ok, response.content.bytes != nil else { return }
        do throws(ProblemDetails) {
            let conditions = try Conditions(request.fields, isSafe: true)
            switch conditions?.verdict(on: response.validators, isSafe: true) {
            case nil, .proceed: return
            case .failed: response = next.refuse(request, with: .preconditionFailed)
            case .notModified:
                context.noteUnsent(response)
                response = response.notModified
            }
        } catch {
            response = next.refuse(request, with: Self.malformed(request) ?? error)
        }
    }

    /// Returns the problem of malformed conditions, in the current language.
    private static func malformed(_ request: Request) -> ProblemDetails? {
        do throws(ProblemDetails) {
            _ = try Conditions(request.fields, isSafe: true)
            return nil
        } catch {
            return error
        }
    }
}

extension Middleware where Self == ConditionsMiddleware {
    /// The middleware that answers conditional requests.
    public static var conditions: ConditionsMiddleware { ConditionsMiddleware() }
}

extension ProblemDetails {
    /// The problem of a resource whose version differs from the version that the client expects.
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
    /// The validators in the response's ETag and Last-Modified fields.
    var validators: Conditions.Validators {
        Conditions.Validators(
            tags: fields[.eTag].flatMap { EntityTag($0) }.map { [$0] } ?? [],
            modified: Conditions.date(fields[.lastModified])
        )
    }

    /// Adds an entity tag of the content, if the content is in memory and there is no tag.
    mutating func addTag() {
        guard status == .ok, let bytes = content.bytes, !fields.contains(.eTag) else { return }
        EntityTag.add(to: &fields, of: bytes)
    }

    /// The 304 answer for a client that already has the content (RFC 9110 §15.4.5).
    var notModified: Response {
        var response = Response(status: .notModified, fields: fields)
        for name in Self.contentFields { response.fields.removeAll(name) }
        return response
    }

    private static let contentFields: [FieldName] = [
        .contentType, .contentEncoding, .contentLength, .contentLanguage,
    ]
}
