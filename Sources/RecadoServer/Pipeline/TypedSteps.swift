// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The steps that handle the values of one endpoint's types.
final class TypedSteps<E: Endpoint>: EndpointSteps {
    private let handler: OperationHandler<E>
    private let immediateHandler: ImmediateHandler<E>?
    private let inputs: InputReader<E>
    private let gate: CallerAuthentication<E.Caller>
    /// The locks that allow only one change of a resource at a time.
    private let locks: ResourceLocks
    private let repetitions: IdempotencyStep?
    /// The view that shows answers as HTML pages.
    private let view: EndpointView<E>?
    /// The caller value of an endpoint that anyone may call.
    private let anyone: Constant<E.Caller>?
    /// True if all outputs are sent piece by piece.
    private let isStreamed: Bool
    /// True if an output may be sent piece by piece.
    private let isGradual: Bool
    /// True if outputs may have header fields to write, so that each output must be checked.
    private let mayCarryFields: Bool
    private let success: Status
    private let compatibility: (any Service.Compatibility)?
    /// True if `compatibility` is set; checking this property costs less than checking
    /// `compatibility`.
    private let hasCompatibility: Bool

    init(
        _ operation: some ServedOperation<E>,
        _ inputs: InputReader<E>,
        of service: Service,
        sharing state: SharedState
    ) {
        handler = state.isTraced ? Self.traced(operation.handler) : operation.handler
        immediateHandler =
            state.isTraced
            ? operation.immediateHandler.map(Self.traced) : operation.immediateHandler
        self.inputs = inputs
        gate = CallerAuthentication(of: service, state.loginAttempts)
        locks = state.locks
        repetitions =
            E.idempotencyKeys == .ignored
            ? nil
            : IdempotencyStep(
                E.idempotencyKeys,
                for: service.api.prefix + E.route.path,
                in: state.idempotency
            )
        view = service.view(of: E.self)
        if let caller = Anyone() as? E.Caller {
            anyone = Constant(caller)
        } else {
            anyone = nil
        }
        isStreamed = E.Output.self is any StreamedOutput.Type
        isGradual = E.Output.self is any GradualOutput.Type
        mayCarryFields = Self.mayCarryFields
        success = E.success
        compatibility = service.compatibility
        hasCompatibility = compatibility != nil
    }

    /// True if outputs may have header fields to write.
    ///
    /// For an optional output, or a class that may have subclasses, only the value itself shows
    /// whether it has fields.
    private static var mayCarryFields: Bool {
        E.Output.self is any FieldCarrying.Type || E.Output.self is AnyObject.Type
            || E.Output.self is any ExpressibleByNilLiteral.Type
    }

    // MARK: - 5: caller

    var isOpen: Bool { anyone != nil }

    func mayRepeat(_ request: Request) -> Bool {
        repetitions != nil && request.fields.contains(.idempotencyKey)
    }

    var challenges: [Challenge] { gate.challenges(after: .wrong) }

    func hasAmbientCredentials(_ request: Request) -> Bool {
        E.Caller.Credentials(request: request)?.isAmbient == true
    }

    func checkCredentials(_ request: Request) throws(ProblemDetails) { try gate.check(request) }

    func caller(of request: Request) async throws(ProblemDetails) -> any Caller {
        try await gate.caller(of: request)
    }

    /// Returns the caller of a call, as its own type.
    private func caller(of call: PreparedCall) throws(ProblemDetails) -> E.Caller {
        if let anyone { return anyone.value }
        return try provenCaller(of: call)
    }

    private func provenCaller(of call: PreparedCall) throws(ProblemDetails) -> E.Caller {
        guard let caller = call.caller as? E.Caller else {
            throw ProblemDetails(status: .internalServerError)
        }
        return caller
    }

    // MARK: - 10 to 14

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        _ call: PreparedCall,
        _ pipeline: EndpointPipeline
    ) throws(ProblemDetails) -> PendingAnswer {
        // Steps 10 and 11.
        let endpoint =
            if let message = call.message {
                try inputs.read(message)
            } else {
                try inputs.read(request, match.parameters, call.content, in: call.contentFormat)
            }
        let caller = try caller(of: call)
        // Step 12.
        if let repetitions, let key = try repetitions.key(of: request, from: caller) {
            let content = call.message?.bytes ?? call.content?.bytes
            return .later { () async throws(ProblemDetails) in
                try await repetitions.answer(request, key, content) {
                    await self.attempt(endpoint, caller, call, request, match, pipeline)
                }
            }
        }
        if call.resource != nil {
            return .later { () async throws(ProblemDetails) in
                var isBegun = false
                return try await self.carryOut(endpoint, caller, call, request, isBegun: &isBegun)
            }
        }
        // Steps 13 and 14.
        if let immediateHandler {
            return .now(try encode(try immediateHandler(endpoint), call, answering: request))
        }
        return .later { () async throws(ProblemDetails) in
            // This code is inlined, because each asynchronous call allocates a frame.
            let output = try await self.handler(endpoint, caller)
            return try self.encode(output, call, answering: request)
        }
    }

    /// Carries out a call with an idempotency key; a refusal is returned as a response to be
    /// stored.
    private func attempt(
        _ endpoint: E,
        _ caller: E.Caller,
        _ call: PreparedCall,
        _ request: Request,
        _ match: RouteMatch,
        _ pipeline: EndpointPipeline
    ) async -> (Response, isBegun: Bool) {
        var isBegun = call.resource == nil
        do throws(ProblemDetails) {
            let response = try await carryOut(endpoint, caller, call, request, isBegun: &isBegun)
            return (response, isBegun)
        } catch {
            let resources = call.resources
            return (pipeline.refuse(error, answering: request, match, about: resources), isBegun)
        }
    }

    /// Performs step 13 under the lock of the resource that the request changes, and then step 14.
    private func carryOut(
        _ endpoint: E,
        _ caller: E.Caller,
        _ call: PreparedCall,
        _ request: Request,
        isBegun: inout Bool
    ) async throws(ProblemDetails) -> Response {
        guard let resource = call.resource else {
            return try encode(try await handler(endpoint, caller), call, answering: request)
        }
        let turn = try await locks.acquire(resource.resource)
        let output: E.Output
        do throws(ProblemDetails) {
            try await resource.check()
            isBegun = true
            output = try await turn.guarding { () async throws(ProblemDetails) in
                try await handler(endpoint, caller)
            }
        } catch {
            await locks.release(turn)
            throw error
        }
        await locks.release(turn)
        return try encode(output, call, answering: request)
    }

    /// Step 14: encodes the answer in its format.
    private func encode(
        _ output: E.Output,
        _ call: PreparedCall,
        answering request: Request
    ) throws(ProblemDetails) -> Response {
        if let opening = call.opening, let output = output as? any WebSocketOutput {
            return opening.response(output)
        }
        if let message = call.message { return try message.answer(output, of: E.self) }
        return try encode(output, in: call.format, answering: request)
    }

    private func encode(
        _ output: E.Output,
        in format: FormatFields,
        answering request: Request
    ) throws(ProblemDetails) -> Response {
        var response = Response(status: success, fields: format.fields)
        // Reserves capacity for the tag, the request ID, and perhaps a Vary field.
        response.fields.reserve(4, bytes: 128)
        if success.forbidsContent, !isStreamed {
            response.fields.removeAll(.contentType)
        } else if let coder = format.format {
            try write(output, in: coder, to: &response, answering: request)
        } else if let view {
            response.show(view.page(output))
        }
        if mayCarryFields, let carrying = output as? any FieldCarrying {
            carrying.write(to: &response.fields, answering: request)
        }
        if hasCompatibility { compatibility?.finish(&response, answering: request) }
        return response
    }

    private func write(
        _ output: E.Output,
        in format: Format,
        to response: inout Response,
        answering request: Request
    ) throws(ProblemDetails) {
        if isStreamed, let streamed = output as? any StreamedOutput {
            response.content = streamed.content(in: format)
            // Proxies such as nginx would otherwise buffer the pieces before sending them on.
            response.fields["X-Accel-Buffering"] = "no"
            return
        }
        if isGradual, let gradual = output as? any GradualOutput,
            let content = gradual.content(in: format)
        {
            response.content = content
            return
        }
        if request.isForValue, !hasCompatibility, request.method == .get,
            !request.fields.hasNames(beginningWith: "if-")
        {
            // The value is encoded only when the content is read, perhaps in another task, so the
            // language of the request is captured here.
            let (language, words) = (Language.current, Language.ofFrameworkTexts)
            response.content = Content(of: output) {
                try Language.$ofFrameworkTexts.withValue(words) {
                    try Language.$current.withValue(language) {
                        try format.encode(output, answering: request)
                    }
                }
            }
            return
        }
        do throws(CodingError) {
            response.content = Content(try format.encode(output, answering: request))
        } catch {
            throw ProblemDetails(status: .internalServerError)
        }
    }
}
