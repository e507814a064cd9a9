// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// Answers the requests of one endpoint, in the order that every endpoint has.
///
///  1. route (404) and 2. method (405): decided by ``Application`` and its router
///  3. limits known from the head (413; the engine has refused what concerns 414 and 431)
///  4. rate limit (429)
///  5. caller (401; 403 in the clear): before any content is read, so that strangers cannot make
///     the server work
///     then what a WebSocket is opened with (400, 403, 426, 501)
///  6. content type (415)
///  7. acceptable format (406); the path's ending counts before Accept
///  8. preconditions (412, 428); once more when the handler's turn comes
///  9. content, under the endpoint's limit (413) and the engine's deadlines (408)
/// 10. parsing (400)
/// 11. validation of path, query, fields and content together (422)
/// 12. replay of answers to a repeated Idempotency-Key
/// 13. the handler (declared failures)
/// 14. encoding
/// 15. entity tags (304) and content codings, of answers to GET; HEAD is the engine's
/// 16. observation: ``Application``'s
final class EndpointPipeline<E: Endpoint>: EndpointResponder {
    let template: String

    private let handler: OperationHandler<E>
    let inputs: InputReader<E>
    let gate: CallerGate<E.Caller>
    let formats: [FormatFields]
    /// What an answer to GET passes last; there is none for other methods.
    private let representation: Representation?
    /// Whose turn it is to change a resource.
    private let locks: ResourceLocks
    private let quota: QuotaGate?
    private let repetitions: RepetitionGate?
    let problemMembers: @Sendable (ProblemDetails) -> Value.Object
    private let api: API
    /// What shows answers and problems as pages.
    let view: EndpointView<E>?
    let problemView: (@Sendable (ProblemDetails) -> HTMLPage)?
    /// The caller of an endpoint that anyone may call.
    private let anyone: (@Sendable () -> E.Caller)?
    /// Decides about WebSockets, where that is what is asked for.
    private let webSocket: WebSocketGate?
    /// Whether outputs are sent piece by piece.
    let isStreamed: Bool
    /// Whether an output may have fields to write, which is looked for in each of them.
    let mayCarryFields: Bool

    init(
        _ handler: @escaping OperationHandler<E>,
        of service: Service,
        sharing state: SharedState
    ) throws {
        let recorder = SchemaRecorder()
        let plan = try EndpointPlan(of: E.self, with: recorder)
        self.handler = handler
        template = service.api.prefix + E.route.path
        inputs = InputReader(plan: plan, library: recorder.library)
        gate = CallerGate(of: service, state.attempts)
        view = service.view(of: E.self)
        problemView = service.problemView
        formats = Self.formats(hasView: view != nil)
        isStreamed = E.Output.self is any StreamedOutput.Type
        webSocket = WebSocketGate(ifOpened: E.self, of: service)
        representation =
            E.route.method == .get ? Representation(isCompressible: E.isCompressible) : nil
        locks = state.locks
        let name = service.api.name
        if let quota = E.quota {
            self.quota = QuotaGate(quota, for: "\(name) \(E.name)", in: state.quotas)
        } else {
            quota = service.quota.map { QuotaGate($0, for: name, in: state.quotas) }
        }
        repetitions =
            E.idempotencyKeys == .ignored
            ? nil : RepetitionGate(E.idempotencyKeys, for: template, in: state.repetitions)
        problemMembers = service.problemMembers
        api = service.api
        if let caller = Anyone() as? E.Caller {
            anyone = { caller }
        } else {
            anyone = nil
        }
        mayCarryFields = Self.mayCarryFields
    }

    /// The value itself tells when it is optional, or of a class that has others below it.
    private static var mayCarryFields: Bool {
        E.Output.self is any FieldCarrying.Type || E.Output.self is AnyObject.Type
            || E.Output.self is any ExpressibleByNilLiteral.Type
    }

    /// Whether what is negotiated has nothing to do with formats.
    var isWebSocket: Bool { webSocket != nil }

    /// Content that is posted to a resource does not replace it.
    var heedsPreconditions: Bool {
        E.preconditions != .ignored && [.put, .patch, .delete].contains(E.route.method)
    }
    var endings: [String] { formats.map(\.pathExtension) }

    func respond(to request: Request, _ match: RouteMatch) async -> Response {
        var standing: Fields?
        var response: Response
        do throws(ProblemDetails) {
            // 3: a length that is announced need not be waited for.
            if let length = request.content.length, length > E.contentLimit {
                throw .contentTooLarge(limit: E.contentLimit)
            }
            // 4
            if let quota { standing = try await quota.admit(request) }
            response = try await answer(request, match)
        } catch {
            response = refuse(error, answering: request, match.ending)
        }
        if let standing { response.fields.addMissing(from: standing) }
        return response
    }

    private func answer(
        _ request: Request,
        _ match: RouteMatch
    ) async throws(ProblemDetails) -> Response {
        // 5
        // What need not wait is not asynchronous: each such call costs a frame of its own.
        let caller: E.Caller
        if let anyone {
            caller = anyone()
        } else {
            caller = try await gate.caller(of: request)
        }
        let opening = try opening(of: request)
        // 6
        let contentFormat = try inputs.contentFormat(of: request)
        // 7
        let format = try format(for: request, ending: match.ending)
        // 8
        let resource = try resourceGuard(of: request, match)
        try await resource?.check()
        // 9, 10, 11
        var content: CollectedContent?
        if let contentFormat, !inputs.isStreamed {
            content = try await inputs.collect(request.content, in: contentFormat)
        }
        let endpoint = try inputs.read(request, match.parameters, content, in: contentFormat)
        let call = PreparedCall(endpoint, caller, format, resource, opening)
        // 12
        guard let repetitions, let key = try repetitions.key(of: request, from: caller) else {
            return try await carryOut(call, request)
        }
        return try await repetitions.answer(request, key, content?.bytes) {
            do throws(ProblemDetails) {
                return try await self.carryOut(call, request)
            } catch {
                return self.refuse(error, answering: request, match.ending)
            }
        }
    }

    /// A call as it comes to the handler.
    private struct PreparedCall {
        let endpoint: E
        let caller: E.Caller
        let format: FormatFields
        let resource: ResourceGuard?
        /// What a WebSocket is opened with.
        let opening: WebSocketGate.Opening?

        init(
            _ endpoint: E,
            _ caller: E.Caller,
            _ format: FormatFields,
            _ resource: ResourceGuard?,
            _ opening: WebSocketGate.Opening?
        ) {
            self.endpoint = endpoint
            self.caller = caller
            self.format = format
            self.resource = resource
            self.opening = opening
        }
    }

    /// 13 to 15.
    private func carryOut(
        _ call: PreparedCall,
        _ request: Request
    ) async throws(ProblemDetails) -> Response {
        // 13
        if let resource = call.resource { await locks.acquire(resource.resource) }
        defer { if let resource = call.resource { locks.release(resource.resource) } }
        try await call.resource?.check()
        let output: E.Output
        do throws(HandlerError<E.Failure>) {
            output = try await handler(call.endpoint, call.caller)
        } catch {
            switch error {
            case .failed(let failure): throw api.details(of: failure)
            case .outage(let problem): throw problem
            }
        }
        // 14
        if let opening = call.opening, let output = output as? any WebSocketOutput {
            return opening.response(output)
        }
        let response = try encode(output, in: call.format, answering: request)
        // 15
        guard let representation else { return response }
        return try await representation.answer(response, to: request)
    }

    /// What a WebSocket is opened with, if that is what is asked for.
    private func opening(
        of request: Request
    ) throws(ProblemDetails) -> WebSocketGate.Opening? {
        guard let webSocket else { return nil }
        let isAmbient = E.Caller.Credentials(request: request)?.isAmbient == true
        return try webSocket.open(request, isAmbient: isAmbient)
    }

    private func resourceGuard(
        of request: Request,
        _ match: RouteMatch
    ) throws(ProblemDetails) -> ResourceGuard? {
        guard let reader = match.reader else { return nil }
        return try ResourceGuard(
            reader,
            request,
            isRequired: E.preconditions == .required
        )
    }
}
