// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

/// A SOAP response that is not a fault.
struct SOAPAnswer {
    /// The child element of the body; `nil` if the response has no content.
    let element: SOAPEnvelope.Element?
    fileprivate let arrival: SOAPArrival
}

/// The request and the response, kept for the error if the call still fails.
private struct SOAPArrival {
    let request: Request
    let response: Response
    let bytes: [UInt8]
    let notes: CallNotes
    let duration: Duration
    /// The maximum number of content bytes that an error keeps.
    let limit: Int

    var record: CallRecord {
        var record = notes.record(request, answeredBy: response)
        record.duration = duration
        record.keep(bytes, upTo: limit)
        return record
    }
}

/// One SOAP call, from the request to the decoded result.
struct SOAPExchange<Failure: Error> {
    private let caller: SOAPClient
    private let options: CallOptions
    private let recognise: (SOAP.Fault) -> Failure?

    init(
        _ caller: SOAPClient,
        _ options: CallOptions,
        recognise: @escaping (SOAP.Fault) -> Failure?
    ) {
        self.caller = caller
        self.options = options
        self.recognise = recognise
    }

    private var client: Client { caller.client }

    /// Sends a call and reads the SOAP envelope of the response.
    func call(
        action: String,
        isProtected: Bool,
        _ element: () throws(CodingError) -> [UInt8]
    ) async throws(CallError<Failure>) -> SOAPAnswer {
        let request = try request(action: action, isProtected: isProtected, element)
        let notes = CallNotes(events: client.settings.events, metadata: options.metadata)
        var answered: Response?
        do {
            let response = try await client.send(request, options, notes)
            answered = response
            let type = SOAP.Version.mediaType(in: response.fields)
            let isSuccess = response.status.class == .success
            guard isSuccess || type?.isXML == true else {
                let reader = client.reader(options, [.xml], for: NoContent.self)
                throw await client.refusal(response, to: request, notes, reader)
                    as CallError<Failure>
            }
            let bytes = try await response.content.collect(upTo: client.settings.contentLimit)
            let arrival = SOAPArrival(
                request: request,
                response: response,
                bytes: bytes,
                notes: notes,
                duration: notes.duration,
                limit: client.settings.errorContentLimit
            )
            if bytes.isEmpty, isSuccess { return SOAPAnswer(element: nil, arrival: arrival) }
            return try answer(arrival, type)
        } catch let error as CallError<Failure> {
            throw error
        } catch {
            throw CallError(error, notes.record(request, answeredBy: answered))
        }
    }

    private func request(
        action: String,
        isProtected: Bool,
        _ element: () throws(CodingError) -> [UInt8]
    ) throws(CallError<Failure>) -> Request {
        let version = caller.version
        let headers = caller.headers
        let header = headers.isEmpty ? "" : headers.map { $0.text(in: version) }.joined()
        let content: [UInt8]
        do throws(CodingError) {
            content = version.envelope(around: try element(), header: header)
        } catch {
            throw client.invalid(.post, error.description, error)
        }
        let base = client.base
        let target: String
        do throws(CallPath.PathError) {
            target = try CallPath.target(of: caller.binding.path, query: [:], base: base)
        } catch {
            throw client.invalid(.post, error.description, error)
        }
        var request = Request(
            method: .post,
            scheme: base.scheme,
            authority: base.authority ?? "",
            target: target,
            fields: version.fields(action: action),
            content: Content(content)
        )
        request.fields[.accept] = version.mediaType.essence
        client.prepare(&request, options, isProtected: isProtected)
        return request
    }

    private func answer(
        _ arrival: SOAPArrival,
        _ type: MediaType?
    ) throws(CallError<Failure>) -> SOAPAnswer {
        let status = arrival.response.status
        let envelope: SOAPEnvelope
        do throws(SOAP.Fault) {
            envelope = try SOAPEnvelope(reading: arrival.bytes, mediaType: type)
        } catch {
            var record = arrival.record
            record.detail = error.reason
            throw CallError(status.class == .success ? .unreadable : .refused, record)
        }
        let name = Document.Name(local: "Fault", namespace: envelope.version.namespace)
        let element = envelope.contents.first
        if let element, element.name == name {
            throw refusal(element.value, arrival)
        }
        guard status.class == .success else { throw CallError(.refused, arrival.record) }
        return SOAPAnswer(element: element, arrival: arrival)
    }

    private func refusal(
        _ element: Document.Cursor,
        _ arrival: SOAPArrival
    ) -> CallError<Failure> {
        var fault = SOAP.Fault(reading: element, status: arrival.response.status)
        fault.message = arrival.bytes
        fault.problem?.retryAfter = arrival.response.fields[.retryAfter].flatMap { UInt32($0) }
            .map { .seconds(Int64($0)) }
        var record = arrival.record
        record.problem = fault.problem
        record.serviceError = fault
        // The server's texts are meant for people and do not belong in logs.
        record.detail = "SOAP fault \(fault.code.name(in: caller.version))"
        if let failure = recognise(fault) { return CallError(.failed, record, failure: failure) }
        return CallError(.refused, record)
    }

    /// Decodes the output from a response.
    func read<Output>(
        _ answer: SOAPAnswer,
        _ output: (SOAPEnvelope.Element?) throws(CodingError) -> Output
    ) throws(CallError<Failure>) -> Output {
        do throws(CodingError) {
            return try output(answer.element)
        } catch {
            var record = answer.arrival.record
            record.detail = error.description
            record.underlying = error
            throw CallError(.unreadable, record)
        }
    }
}
