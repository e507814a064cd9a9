// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

extension Client {
    /// Returns the error for a request that could not be created; it reveals nothing of the path.
    func invalid<Failure: Error>(
        _ method: Method,
        _ detail: String,
        _ underlying: any Error
    ) -> CallError<Failure> {
        let request = Request(
            method: method,
            scheme: base.scheme,
            authority: base.authority ?? "",
            target: base.path.isEmpty ? "/" : base.path
        )
        var record = CallRecord(request, detail: detail)
        record.underlying = underlying
        return CallError(.invalid, record)
    }

    /// Adds the client's settings and the options of this call to the request of an endpoint.
    ///
    /// If the endpoint requires an idempotency key, a new one is added; all attempts of the call
    /// send the same key.
    func prepare<E: Endpoint>(_ request: inout Request, _ options: CallOptions, for type: E.Type) {
        if E.idempotencyKeys == .required {
            request.fields[.idempotencyKey] = IdempotencyKey.make()
        }
        prepare(&request, options, isProtected: E.Caller.self != Anyone.self)
    }

    /// Adds the client's settings and the options of this call to a request; the client's
    /// credentials are added only if `isProtected` is true.
    func prepare(_ request: inout Request, _ options: CallOptions, isProtected: Bool) {
        request.fields.addMissing(from: settings.fields)
        let credentials = options.credentials ?? (isProtected ? settings.credentials : nil)
        credentials?.write(to: &request)
        if options.fields.isEmpty { return }
        for name in Set(options.fields.map(\.name)) { request.fields.removeAll(name) }
        for field in options.fields { request.fields.append(field.value, to: field.name) }
    }

    /// Sends a request and reads the whole answer.
    ///
    /// Middleware is not called here, because it is part of the transport.
    func exchange<Failure: Error>(
        _ request: Request,
        _ options: CallOptions,
        _ reader: TypedResponseReader,
        _ failure: Failure.Type
    ) async throws(CallError<Failure>) -> Exchange<Failure> {
        let notes = CallNotes(events: settings.events, metadata: options.metadata)
        var answer: Response?
        do {
            let response = try await send(request, options, notes)
            answer = response
            guard reader.accepts(response.status) else {
                throw await refusal(response, to: request, notes, reader) as CallError<Failure>
            }
            let value = reader.takeValue(of: response.content)
            let bytes =
                value == nil
                ? try await response.content.collect(upTo: settings.contentLimit) : []
            return Exchange(
                request: request,
                reader: reader,
                status: response.status,
                fields: response.fields,
                bytes: bytes,
                value: value,
                duration: notes.duration,
                redirects: notes.trace.redirects,
                source: notes.trace.source,
                timings: notes.trace.timings,
                trailers: notes.trace.trailers,
                traceContext: notes.trace.traceContext,
                errorContentLimit: settings.errorContentLimit
            )
        } catch let error as CallError<Failure> {
            throw error
        } catch {
            throw CallError(error, notes.record(request, answeredBy: answer))
        }
    }

    /// Sends a request within the task's deadline, and with a call trace in which middleware
    /// records its actions.
    func send(
        _ request: Request,
        _ options: CallOptions,
        _ notes: CallNotes
    ) async throws -> Response {
        let timeouts = options.timeouts ?? settings.timeouts
        CancellationToken.current?.note(request)
        return try await CallTrace.$current.withValue(notes.trace) {
            guard Deadline.current != nil else {
                return try await transport.send(request, timeouts: timeouts)
            }
            return try await DeadlineTransport(transport).send(request, timeouts: timeouts)
        }
    }

    /// Returns the error for an answer whose status is not accepted.
    func refusal<Failure: Error>(
        _ response: Response,
        to request: Request,
        _ notes: CallNotes,
        _ reader: TypedResponseReader
    ) async -> CallError<Failure> {
        var record = notes.record(request, answeredBy: response)
        let limit = max(min(settings.errorContentLimit, settings.contentLimit), 0)
        let beginning = await response.content.beginning(upTo: limit)
        record.content = beginning.bytes
        record.isContentTruncated = !beginning.isWhole
        record.duration = notes.duration
        record.timings = notes.trace.timings
        if let failure = beginning.failure { return CallError(failure, record) }
        if beginning.isWhole {
            record.problem = ProblemDetails.read(beginning.bytes, response)
            record.note(reader, beginning.bytes, response)
        } else {
            record.detail = "its content exceeds \(limit) bytes and was not read"
        }
        if let error = record.serviceError {
            return CallError(.failed, record, failure: error as? Failure)
        }
        // Even if the service sends no problem details, a failure type may recognize the failure by
        // its status.
        var details = record.problem ?? ProblemDetails(status: response.status)
        if beginning.isWhole { details.note(content: beginning.bytes, response) }
        guard let failure = details.failure(Failure.self) else {
            return CallError(.refused, record)
        }
        return CallError(.failed, record, failure: failure)
    }
}

extension CallRecord {
    /// Looks for the service's own error, and records the reason if it cannot be decoded.
    fileprivate mutating func note(
        _ reader: TypedResponseReader,
        _ bytes: [UInt8],
        _ response: Response
    ) {
        do {
            let finding = try reader.finding(in: bytes, response.fields, response.status)
            serviceError = finding.error
            guard let unread = finding.failure, finding.error == nil, problem == nil else { return }
            detail = unread.description
            underlying = unread.failure
        } catch let refusal as TypedResponseReader.ReadingError {
            detail = refusal.detail
        } catch {
            detail = (error as? CodingError)?.description ?? "\(type(of: error))"
            underlying = error
        }
    }
}

extension ProblemDetails {
    /// Returns the declared failure that the problem details describe.
    fileprivate func failure<Failure: Error>(_ type: Failure.Type) -> Failure? {
        (type as? any Problem.Type)?.init(self) as? Failure
    }

    /// Records the content, so that a failure type can read errors that are not problem details.
    fileprivate mutating func note(content bytes: [UInt8], _ response: Response) {
        guard !bytes.isEmpty, let type = response.fields[.contentType].flatMap({ MediaType($0) })
        else { return }
        if type.isJSON {
            content = try? JSON().value(from: bytes)
        } else if type.type == "text" {
            content = String(validating: bytes, as: UTF8.self).map { .string($0) }
        }
    }

    /// Reads the problem details of an answer; returns `nil` if there are none.
    ///
    /// Details without a status get the status of the answer (RFC 9457 §3.1.2).
    fileprivate static func read(_ bytes: [UInt8], _ response: Response) -> ProblemDetails? {
        guard let type = response.fields[.contentType].flatMap({ MediaType($0) }) else {
            return nil
        }
        // RFC 9110 §10.2.3: only seconds are read, because a date depends on the server's clock.
        let wait = response.fields[.retryAfter].flatMap { UInt32($0) }.map {
            Duration.seconds(Int64($0))
        }
        if type.hasSameEssence(as: .jsonAPI) {
            guard let errors = try? JSONAPI().errors(from: bytes) else { return nil }
            var problem = ProblemDetails(errors, status: response.status)
            problem.retryAfter = wait
            return problem
        }
        guard
            var members = type.isXML ? members(ofXML: bytes, type) : members(ofJSON: bytes, type)
        else { return nil }
        if members["status"]?.intValue == nil {
            members["status"] = .number(Value.Number(Int64(response.status.code)))
        }
        let document = try? JSON().encode(Value.object(members))
        guard let document, var problem: ProblemDetails = try? JSON().decode(from: document) else {
            return nil
        }
        problem.retryAfter = wait
        return problem
    }

    /// Returns the members of problem details, or of other JSON with the members `title` and
    /// `status`.
    private static func members(ofJSON bytes: [UInt8], _ type: MediaType) -> Value.Object? {
        guard type.isJSON, case .object(let members)? = try? JSON().value(from: bytes) else {
            return nil
        }
        let isProblem = type.hasSameEssence(as: .problemJSON)
        let looksLikeOne = members["title"] != nil && members["status"] != nil
        return isProblem || looksLikeOne ? members : nil
    }
}
