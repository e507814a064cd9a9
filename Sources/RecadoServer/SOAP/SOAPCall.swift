// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// A call that came in a SOAP envelope.
final class SOAPCall: CallMessage {
    let version: SOAP.Version
    let operation: SOAPDescription.Operation
    /// The namespace of the operation.
    let namespace: String
    let inputs: Document.Cursor
    let bytes: [UInt8]

    init(
        version: SOAP.Version,
        operation: SOAPDescription.Operation,
        namespace: String,
        inputs: Document.Cursor,
        bytes: [UInt8]
    ) {
        self.version = version
        self.operation = operation
        self.namespace = namespace
        self.inputs = inputs
        self.bytes = bytes
    }

    var isForm: Bool { false }

    func answer<E: Endpoint>(
        _ output: E.Output,
        of endpoint: E.Type
    ) throws(ProblemDetails) -> Response {
        do throws(CodingError) {
            let content = version.envelope(around: try element(output, of: endpoint))
            return version.response(.ok, content)
        } catch {
            throw ProblemDetails(status: .internalServerError)
        }
    }

    private func element<E: Endpoint>(
        _ output: E.Output,
        of endpoint: E.Type
    ) throws(CodingError) -> [UInt8] {
        let name = Document.Name(local: operation.response, namespace: namespace)
        if operation.output == nil { return try SOAPPayload.element(name, of: NoContent()) }
        if operation.embedsDocument {
            let document = try document(output, of: endpoint)
            return SOAPPayload.element(name, holding: operation.result, document: document)
        }
        return try SOAPPayload.element(name, holding: operation.result, of: output, .replaced)
    }

    func refusal(_ problem: ProblemDetails) -> Response {
        version.response(SOAP.Fault(ProblemResponse(problem, members: nil).details))
    }
}

extension SOAP.Version {
    /// Creates an answer that contains a message.
    func response(_ status: Status, _ message: [UInt8]) -> Response {
        var fields = fields(action: nil)
        fields[.contentTypeOptions] = "nosniff"
        fields[.cacheControl] = "no-store"
        return Response(status: status, fields: fields, content: Content(message))
    }

    /// Creates an answer that contains a fault.
    func response(_ fault: SOAP.Fault) -> Response {
        var response = response(fault.status(in: self), fault.envelope(in: self))
        if let problem = fault.problem {
            if let wait = problem.retryAfter {
                response.fields[.retryAfter] = "\(wait.wholeSeconds)"
            }
            if !problem.challenges.isEmpty {
                response.fields[.wwwAuthenticate] = problem.challenges.fieldValue
            }
            if problem.status == .contentTooLarge { response.fields[.connection] = "close" }
        }
        return response
    }
}
