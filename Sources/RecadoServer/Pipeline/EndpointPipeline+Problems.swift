// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension EndpointPipeline {
    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response? {
        refuse(problem(), answering: request, match, about: nil)
    }

    /// Returns the answer that reports a problem.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - request: The request.
    ///   - match: The match of its path with a route.
    ///   - resources: The JSON:API document in the request, to which errors point; `nil` if there
    ///     is none.
    /// - Returns: The answer.
    func refuse(
        _ problem: ProblemDetails,
        answering request: Request,
        _ match: RouteMatch,
        about resources: [UInt8]?
    ) -> Response {
        let ending = match.ending
        let format = responseFormats.forProblem(answering: request, ending: ending)
        let details = ProblemResponse(problem, about: resources, members: problemMembers)
        var response =
            match.message?.refusal(problem)
            ?? compatibility?.response(to: details.details, of: request)
            ?? details.page(problemView, answering: request, ending: ending)
            ?? details.response(in: format)
        switch problem.status {
        case .unauthorized where problem.challenges.isEmpty:
            let challenges = steps.challenges
            if !challenges.isEmpty {
                response.fields[.wwwAuthenticate] = challenges.fieldValue
            }
        case .upgradeRequired:
            response.fields[.upgrade] = "websocket"
            response.fields[WebSocketHandshake.versionField] = WebSocketHandshake.version
        case .methodNotAllowed: response.fields[.allow] = method.name
        // RFC 9110 §12.5.3: Accept-Encoding in the answer tells the client to send the content
        // uncoded.
        case .unsupportedMediaType where request.hasContentCoding:
            response.fields[.acceptEncoding] = "identity"
        case .unsupportedMediaType: response.fields[.accept] = intake.acceptedFormats.fieldValue
        case .contentTooLarge, .requestTimeout: response.fields[.connection] = "close"
        default: break
        }
        return response
    }
}

extension ProblemDetails {
    /// The problem of an unknown path.
    static var nothingThere: ProblemDetails {
        ProblemDetails(
            status: .notFound,
            detail: Language.words(
                "There is nothing at this path.",
                es: "No hay nada en esta ruta."
            )
        )
    }

    /// The problem of a path that does not support the request's method.
    static func otherMethods(_ allow: String) -> ProblemDetails {
        ProblemDetails(
            status: .methodNotAllowed,
            detail: Language.words(
                "This path answers \(allow).",
                es: "Esta ruta responde a \(allow)."
            )
        )
    }

    /// The problem of content that exceeds the endpoint's limit.
    static func contentTooLarge(limit: Int) -> ProblemDetails {
        ProblemDetails(
            status: .contentTooLarge,
            detail: Language.words(
                "The content must not exceed \(limit) bytes.",
                es: "El contenido no debe pasar de \(limit) bytes."
            )
        )
    }

    /// The problem of content that ended early.
    static var brokenOff: ProblemDetails {
        ProblemDetails(
            status: .badRequest,
            detail: Language.words(
                "The content did not arrive whole.",
                es: "El contenido no llegó entero."
            )
        )
    }

    /// The problem of a client that accepts none of the endpoint's formats.
    static func notAcceptable(_ formats: [FormatFields]) -> ProblemDetails {
        let types = formats.map { $0.mediaType.description }.joined(separator: ", ")
        return ProblemDetails(
            status: .notAcceptable,
            detail: Language.words(
                "The answer can be had as \(types).",
                es: "La respuesta se puede obtener como \(types)."
            )
        )
    }
}
