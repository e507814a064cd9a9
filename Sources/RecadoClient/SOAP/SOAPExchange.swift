// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// One call of SOAP and what became of it.
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

    /// An answer that is no fault.
    struct Answer {
        /// The child of the body; `nil` for an answer without content.
        let element: SOAPEnvelope.Element?
        let record: CallRecord
    }

    private var client: Client { caller.client }

    /// Sends a call and reads the envelope of the answer.
    func call(
        action: String,
        isProtected: Bool,
        _ element: () throws(CodingFailure) -> [UInt8]
    ) async throws(CallError<Failure>) -> Answer {
        let request = try request(action: action, isProtected: isProtected, element)
        let notes = CallNotes(events: client.settings.events, metadata: options.metadata)
        var answered: Response?
        do {
            let response = try await client.send(request, options, notes)
            answered = response
            let type = response.fields[.contentType].flatMap { MediaType($0) }
            let isSuccess = response.status.class == .success
            guard isSuccess || type?.isXML == true else {
                let reader = client.reader(options, [.xml], for: NoContent.self)
                throw await client.refusal(response, to: request, notes, reader)
                    as CallError<Failure>
            }
            let bytes = try await response.content.collect(upTo: client.settings.contentLimit)
            var record = notes.record(request, answeredBy: response)
            record.duration = notes.duration
            record.keep(bytes, upTo: client.settings.errorContentLimit)
            if bytes.isEmpty, isSuccess { return Answer(element: nil, record: record) }
            return try answer(bytes, type, response.status, record)
        } catch let error as CallError<Failure> {
            throw error
        } catch {
            throw CallError(error, notes.record(request, answeredBy: answered))
        }
    }

    private func request(
        action: String,
        isProtected: Bool,
        _ element: () throws(CodingFailure) -> [UInt8]
    ) throws(CallError<Failure>) -> Request {
        let version = caller.version
        let header = caller.headers.map { $0.text(in: version) }.joined()
        let content: [UInt8]
        do throws(CodingFailure) {
            content = version.envelope(around: try element(), header: header)
        } catch {
            throw client.invalid(.post, error.description, error)
        }
        let base = client.base
        let path = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        let target = path + caller.binding.path
        var request = Request(
            method: .post,
            scheme: base.scheme,
            authority: base.authority ?? "",
            target: target.isEmpty ? "/" : target,
            fields: version.fields(action: action),
            content: Content(content)
        )
        request.fields[.accept] = version.mediaType.essence
        client.prepare(&request, options, isProtected: isProtected)
        return request
    }

    private func answer(
        _ bytes: [UInt8],
        _ type: MediaType?,
        _ status: Status,
        _ record: CallRecord
    ) throws(CallError<Failure>) -> Answer {
        let envelope: SOAPEnvelope
        do throws(SOAP.Fault) {
            envelope = try SOAPEnvelope(reading: bytes, mediaType: type)
        } catch {
            var record = record
            record.detail = error.reason
            throw CallError(status.class == .success ? .unreadable : .refused, record)
        }
        let name = Document.Name(local: "Fault", namespace: envelope.version.namespace)
        let element = envelope.contents.first
        if let element, element.name == name {
            throw refusal(element.value, bytes, status, record)
        }
        guard status.class == .success else { throw CallError(.refused, record) }
        return Answer(element: element, record: record)
    }

    private func refusal(
        _ element: Document.Cursor,
        _ bytes: [UInt8],
        _ status: Status,
        _ record: CallRecord
    ) -> CallError<Failure> {
        var fault = SOAP.Fault(reading: element, status: status)
        fault.message = bytes
        fault.problem?.retryAfter = record.fields?[.retryAfter].flatMap { UInt32($0) }
            .map { .seconds(Int64($0)) }
        var record = record
        record.problem = fault.problem
        record.serviceError = fault
        // The words of a server are for people to read, not for logs to keep.
        record.detail = "SOAP fault \(fault.code.name(in: caller.version))"
        if let failure = recognise(fault) { return CallError(.failed, record, failure: failure) }
        return CallError(.refused, record)
    }

    /// Reads the output of an answer.
    func read<Output>(
        _ answer: Answer,
        _ output: (SOAPEnvelope.Element?) throws(CodingFailure) -> Output
    ) throws(CallError<Failure>) -> Output {
        do throws(CodingFailure) {
            return try output(answer.element)
        } catch {
            var record = answer.record
            record.detail = error.description
            record.underlying = error
            throw CallError(.unreadable, record)
        }
    }
}
