// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

extension EndpointPipeline {
    /// What is answered in, the favourite first; pages are for those who ask for them.
    static func formats(hasView: Bool) -> [FormatFields] {
        let answers = E.answerFormats
        let variants = answers.count + (hasView ? 1 : 0)
        return answers.map { FormatFields($0, variants: variants, caching) }
            + (hasView ? [.pages(variants: variants, caching)] : [])
    }

    /// What caches may do with answers; `nil` where they know by themselves.
    private static var caching: Caching? {
        if (E.Output.self as? any StreamedOutput.Type)?.isLive == true { return .never }
        if E.route.method == .get { return E.caching }
        return E.Caller.self == Anyone.self ? nil : .never
    }

    func format(
        for request: Request,
        ending: Substring?
    ) throws(ProblemDetails) -> FormatFields {
        if let ending {
            let asked = formats.first { $0.pathExtension.utf8.elementsEqual(ending.utf8) }
            guard let asked else { throw .notAcceptable(formats) }
            return asked
        }
        guard let preferred = formats.first else { throw .notAcceptable([]) }
        guard let accept = request.fields[.accept], accept != "*/*", !isWebSocket else {
            return preferred
        }
        let best = Accept(request.fields).best(of: formats.map(\.mediaType))
        guard let best, let found = formats.first(where: { $0.mediaType == best }) else {
            throw .notAcceptable(formats)
        }
        return found
    }

    func encode(
        _ output: E.Output,
        in format: FormatFields,
        answering request: Request
    ) throws(ProblemDetails) -> Response {
        var response = Response(status: E.success, fields: format.fields)
        // The tag, the request's name, and perhaps what else there is to vary by.
        response.fields.reserve(4, bytes: 128)
        if isStreamed, let streamed = output as? any StreamedOutput, let coder = format.format {
            response.content = streamed.content(in: coder)
            // Proxies such as nginx would collect the pieces before they send them on.
            response.fields["X-Accel-Buffering"] = "no"
        } else if E.success.forbidsContent {
            response.fields.removeAll(.contentType)
        } else if let coder = format.format {
            do throws(CodingFailure) {
                response.content = Content(try coder.encode(output).bytes)
            } catch {
                throw ProblemDetails(status: .internalServerError)
            }
        } else if let view {
            response.show(view.page(output))
        }
        if mayCarryFields, let carrying = output as? any FieldCarrying {
            carrying.write(to: &response.fields, answering: request)
        }
        return response
    }

    func refuse(
        _ problem: ProblemDetails,
        answering request: Request,
        _ ending: Substring?
    ) -> Response {
        let format = E.answerFormats.forProblem(answering: request, ending: ending)
        let details = ProblemResponse(problem, members: problemMembers)
        var response =
            details.page(problemView, answering: request, ending: ending)
            ?? details.response(in: format)
        switch problem.status {
        case .unauthorized where problem.challenges.isEmpty:
            let challenges = gate.challenges(after: .wrong)
            if !challenges.isEmpty {
                response.fields[.wwwAuthenticate] = challenges.fieldValue
            }
        case .upgradeRequired:
            response.fields[.upgrade] = "websocket"
            response.fields[WebSocketHandshake.versionField] = WebSocketHandshake.version
        case .methodNotAllowed: response.fields[.allow] = E.route.method.name
        // RFC 9110 §12.5.3
        case .unsupportedMediaType where request.hasContentCoding:
            response.fields[.acceptEncoding] = "identity"
        case .unsupportedMediaType: response.fields[.accept] = inputs.acceptedFormats.fieldValue
        case .contentTooLarge, .requestTimeout: response.fields[.connection] = "close"
        default: break
        }
        return response
    }
}

/// A format with the fields of every answer in it, made once.
struct FormatFields: Sendable {
    let mediaType: MediaType
    let pathExtension: String
    /// `nil` for pages.
    let format: Format?
    let fields: Fields

    init(_ format: Format, variants: Int, _ caching: Caching?) {
        mediaType = format.mediaType
        pathExtension = format.pathExtension
        self.format = format
        fields = Self.fields(format.mediaType.description, variants, caching)
    }

    private init(pages fields: Fields) {
        mediaType = .html
        pathExtension = "html"
        format = nil
        self.fields = fields
    }

    /// Pages for people beside other formats.
    static func pages(variants: Int, _ caching: Caching?) -> FormatFields {
        FormatFields(pages: fields("text/html; charset=utf-8", variants, caching))
    }

    private static func fields(_ type: String, _ variants: Int, _ caching: Caching?) -> Fields {
        var fields: Fields = [.contentType: type, .contentTypeOptions: "nosniff"]
        if variants > 1 { fields[.vary] = "Accept" }
        if let caching { fields[.cacheControl] = caching.fieldValue }
        return fields
    }
}

extension ProblemDetails {
    /// The path leads to nothing.
    static var nothingThere: ProblemDetails {
        ProblemDetails(
            status: .notFound,
            detail: Language.words(
                "There is nothing at this path.",
                es: "No hay nada en esta ruta."
            )
        )
    }

    /// The path does not answer the method.
    static func otherMethods(_ allow: String) -> ProblemDetails {
        ProblemDetails(
            status: .methodNotAllowed,
            detail: Language.words(
                "This path answers \(allow).",
                es: "Esta ruta responde a \(allow)."
            )
        )
    }

    /// The content exceeds the endpoint's limit.
    static func contentTooLarge(limit: Int) -> ProblemDetails {
        ProblemDetails(
            status: .contentTooLarge,
            detail: Language.words(
                "The content must not exceed \(limit) bytes.",
                es: "El contenido no debe pasar de \(limit) bytes."
            )
        )
    }

    /// The client accepts none of the endpoint's formats.
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
