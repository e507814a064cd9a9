// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
public import RecadoHTTP

/// Answers 304 to clients that have the answer to GET already, and 412 to those that expect another
/// one (RFC 9110 §13).
///
/// It applies to endpoints, collections and pages, whose answers include the tag of their content.
/// Answers whose content is a stream are sent as they are, and so are those of files, which compare
/// their conditions themselves. The conditions of requests that change something are compared by
/// their endpoints, in turn with other changes: see `Endpoint.preconditions`.
public struct ConditionsMiddleware: Middleware {
    /// Creates the middleware.
    public init() {}

    /// Passes on a request, and compares its conditions with the response.
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

    /// The problem of conditions that cannot be read, made again in the language of the answer.
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
    /// Compares the conditions of requests whose clients may have the answer already.
    public static var conditions: ConditionsMiddleware { ConditionsMiddleware() }
}

extension ProblemDetails {
    /// The problem of a resource that is not in the state that the client expects.
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
    /// The validators that distinguish the answer from others.
    var validators: Conditions.Validators {
        Conditions.Validators(
            tags: fields[.eTag].flatMap { EntityTag($0) }.map { [$0] } ?? [],
            modified: Conditions.date(fields[.lastModified])
        )
    }

    /// Adds the tag of the content, if the content is in memory and there is no tag.
    mutating func addTag() {
        guard status == .ok, let bytes = content.bytes, !fields.contains(.eTag) else { return }
        EntityTag.add(to: &fields, of: bytes)
    }

    /// The answer for a client that has the content already (RFC 9110 §15.4.5).
    var notModified: Response {
        var response = Response(status: .notModified, fields: fields)
        for name in Self.contentFields { response.fields.removeAll(name) }
        return response
    }

    private static let contentFields: [FieldName] = [
        .contentType, .contentEncoding, .contentLength, .contentLanguage,
    ]
}
