// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A call of an operation whose inputs came in a query or a form (WSDL 1.1 §4).
final class PlainCall: CallMessage {
    let operation: SOAPDescription.Operation
    let namespace: String
    let inputs: Document.Cursor
    let bytes: [UInt8]

    init(
        operation: SOAPDescription.Operation,
        namespace: String,
        inputs: Document.Cursor,
        bytes: [UInt8]
    ) {
        self.operation = operation
        self.namespace = namespace
        self.inputs = inputs
        self.bytes = bytes
    }

    var isForm: Bool { true }

    func answer<E: Endpoint>(
        _ output: E.Output,
        of endpoint: E.Type
    ) throws(ProblemDetails) -> Response {
        do throws(CodingError) {
            return Self.response(try element(output, of: endpoint))
        } catch {
            throw ProblemDetails(status: .internalServerError)
        }
    }

    private func element<E: Endpoint>(
        _ output: E.Output,
        of endpoint: E.Type
    ) throws(CodingError) -> [UInt8] {
        if operation.embedsDocument { return try document(output, of: endpoint) }
        let name = Document.Name(local: operation.response, namespace: namespace)
        if operation.output == nil { return try SOAPPayload.element(name, of: NoContent()) }
        return try SOAPPayload.element(name, holding: operation.result, of: output, .replaced)
    }

    func refusal(_ problem: ProblemDetails) -> Response {
        ProblemResponse(problem, members: nil).response(in: .xml)
    }

    private static func response(_ element: [UInt8]) -> Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "text/xml; charset=utf-8",
                .contentTypeOptions: "nosniff",
                .cacheControl: "no-store",
            ],
            content: Content(Array(#"<?xml version="1.0" encoding="utf-8"?>"#.utf8) + element)
        )
    }
}

/// Answers calls of an operation that are made without SOAP.
struct PlainCallHandler: WaitingHandler {
    let template: String
    let target: SOAPPublication.Target
    let namespace: String

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        do throws(ProblemDetails) {
            let bytes = try await pairs(of: request)
            let inputs: Document
            do throws(CodingError) {
                inputs = try URLEncodedForm().document(from: bytes)
            } catch {
                throw ProblemDetails(status: .badRequest, detail: "\(error)")
            }
            var match = RouteMatch(parameters: [])
            match.message = PlainCall(
                operation: target.operation,
                namespace: namespace,
                inputs: inputs.root,
                bytes: bytes
            )
            var request = request
            request.content = Content(bytes)
            return await target.pipeline.respond(to: request, match, in: context)
        } catch {
            return ProblemResponse(error, members: nil).response(in: .xml)
        }
    }

    private func pairs(of request: Request) async throws(ProblemDetails) -> [UInt8] {
        guard request.method == .post else { return Array((request.query ?? "").utf8) }
        if request.content.length == 0 { return [] }
        let type = request.fields[.contentType].flatMap { MediaType($0) }
        guard type?.essence == MediaType.form.essence, !request.hasContentCoding else {
            throw ProblemDetails(
                status: .unsupportedMediaType,
                detail: "The inputs can be sent as \(MediaType.form.essence)."
            )
        }
        let limit = target.operation.contentLimit
        do {
            return try await request.content.collect(upTo: limit)
        } catch is ContentTooLarge {
            throw .contentTooLarge(limit: limit)
        } catch {
            throw ProblemDetails(
                status: .badRequest,
                detail: "The content did not arrive whole."
            )
        }
    }
}
