// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Answers calls at a SOAP address: finds the endpoint of a message, and passes the message to the
/// endpoint's pipeline.
///
/// The content is read before the caller is authenticated, because only the content names the
/// operation reliably. Its size is limited by the largest limit among the operations.
struct SOAPHandler: WaitingHandler {
    let template: String
    let publication: SOAPPublication

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        guard let type = request.fields[.contentType].flatMap({ MediaType($0) }),
            let expected = SOAP.Version(type), !request.hasContentCoding
        else { return Self.unsupported(request) }
        var version = expected
        do throws(SOAP.Fault) {
            let bytes = try await collect(request)
            let envelope = try SOAPEnvelope(reading: bytes, mediaType: type)
            version = envelope.version
            try envelope.check()
            let (target, element) = try target(of: envelope, request)
            var match = RouteMatch(parameters: [])
            match.message = SOAPCall(
                version: version,
                operation: target.operation,
                namespace: publication.description.binding.namespace,
                inputs: element,
                bytes: bytes
            )
            var request = request
            request.content = Content(bytes)
            return await target.pipeline.respond(to: request, match, in: context)
        } catch {
            return version.response(error)
        }
    }

    func refuse(
        _ problem: () -> ProblemDetails,
        answering request: Request,
        _ match: RouteMatch
    ) -> Response? {
        let type = request.fields[.contentType].flatMap { MediaType($0) }
        return type.flatMap { SOAP.Version($0) }.map { version in
            version.response(SOAP.Fault(ProblemResponse(problem(), members: nil).details))
        }
    }

    private static func unsupported(_ request: Request) -> Response {
        let types = SOAP.Version.allCases.map(\.mediaType.essence).joined(separator: ", ")
        let problem = ProblemDetails(
            status: .unsupportedMediaType,
            detail: Language.words(
                "SOAP is taken as \(types), without a coding.",
                es: "SOAP se acepta como \(types), sin codificación."
            )
        )
        var response = Response(problem)
        response.fields[.accept] = types
        return response
    }

    private func collect(_ request: Request) async throws(SOAP.Fault) -> [UInt8] {
        let limit = publication.contentLimit
        do {
            guard (request.content.length ?? 0) <= limit else {
                throw ContentTooLarge(limit: limit)
            }
            return try await request.content.collect(upTo: limit)
        } catch is ContentTooLarge {
            throw SOAP.Fault(.contentTooLarge(limit: limit))
        } catch {
            throw SOAP.Fault(.sender, "The content did not arrive whole.")
        }
    }

    /// Finds the operation of a message, by the name of the body's element or else by the action.
    private func target(
        of envelope: SOAPEnvelope,
        _ request: Request
    ) throws(SOAP.Fault) -> (SOAPPublication.Target, Document.Cursor) {
        let content = envelope.contents.first
        if let content, let target = publication.target(named: content.name) {
            return (target, content.value)
        }
        let action = SOAP.Version.action(in: request.fields)
        if let action, let target = publication.target(doing: action) {
            // Some clients omit an empty element, or write it without a namespace.
            guard let content else { return (target, envelope.emptyContent) }
            if content.name.local == target.operation.name { return (target, content.value) }
        }
        let found = content.map { "The Body holds \($0.name)" } ?? "The Body is empty"
        let asked = action.map { "the action is \($0)" } ?? "no action is named"
        throw SOAP.Fault(
            .sender,
            "\(found), and \(asked); expected one of \(publication.elementNames)"
        )
    }
}
