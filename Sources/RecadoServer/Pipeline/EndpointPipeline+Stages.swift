// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension EndpointPipeline {
    /// Takes a call through its steps until one has to wait.
    ///
    /// - Returns: The response; `nil` if the call's next step has to wait.
    func proceed(
        with call: inout EndpointCall,
        _ request: Request,
        _ match: RouteMatch
    ) -> Response? {
        do throws(ProblemDetails) {
            return try advance(&call, request, match) ? finished(&call, match) : nil
        } catch {
            return refused(error, &call, request, match)
        }
    }

    /// Takes a call through all remaining steps, and waits where necessary.
    func complete(
        _ waiting: EndpointCall,
        _ request: Request,
        _ match: RouteMatch
    ) async -> Response {
        var call = waiting
        do throws(ProblemDetails) {
            repeat {
                // Code that does not have to wait is not asynchronous, because each asynchronous
                // call allocates a frame.
                switch call.wait {
                case .caller:
                    let caller = try await steps.caller(of: request)
                    call.context?.note(caller)
                    call.caller = caller
                case .conditions: try await call.prepared?.resource?.check()
                case .content:
                    if let format = call.prepared?.contentFormat {
                        let content = request.content
                        call.prepared?.content = try await intake.collect(content, in: format)
                    }
                case .handler: call.response = try await call.work?()
                case nil: break
                }
            } while try !advance(&call, request, match)
            return finished(&call, match)
        } catch {
            return refused(error, &call, request, match)
        }
    }

    /// Runs step after step, starting after the last one that a call has waited for.
    ///
    /// - Returns: True if the last step is done; false if the call has to wait.
    private func advance(
        _ call: inout EndpointCall,
        _ request: Request,
        _ match: RouteMatch
    ) throws(ProblemDetails) -> Bool {
        switch call.wait {
        case nil:
            try checkLength(of: request)
            guard isOpen else {
                // Without an Authorization field, credentials are usually missing, and this check
                // refuses the request without a task. Verifying credentials has to wait.
                if !request.fields.contains(.authorization) { try steps.checkCredentials(request) }
                return call.waits(for: .caller)
            }
            fallthrough
        case .caller:
            call.prepared = try prepare(request, match, call.caller)
            // A repetition skips preconditions, because it gets the answer of the request that
            // changed the resource.
            guard call.prepared?.resource == nil || steps.mayRepeat(request) else {
                return call.waits(for: .conditions)
            }
            fallthrough
        case .conditions:
            guard takeContent(of: request, &call) else { return call.waits(for: .content) }
            fallthrough
        case .content:
            try read(&call, request, match)
            guard call.response != nil else { return call.waits(for: .handler) }
            fallthrough
        case .handler: return true
        }
    }

    /// Step 4: checks the announced length, without waiting.
    private func checkLength(of request: Request) throws(ProblemDetails) {
        if let length = request.content.length, length > intake.limit {
            throw .contentTooLarge(limit: intake.limit)
        }
    }

    /// Performs step 9, if it is needed; returns false if the content is not in memory, or is so
    /// long that it would delay other requests.
    private func takeContent(of request: Request, _ call: inout EndpointCall) -> Bool {
        guard call.prepared?.contentFormat != nil, !intake.isStreamed else { return true }
        guard let bytes = request.content.bytes, bytes.count <= EventLoop.mostBytesAtOnce
        else { return false }
        call.prepared?.content = CollectedContent(bytes: bytes)
        return true
    }

    /// Performs steps 10 and 11; also steps 13 and 14, if they do not have to wait.
    private func read(
        _ call: inout EndpointCall,
        _ request: Request,
        _ match: RouteMatch
    ) throws(ProblemDetails) {
        // The value is taken out and put back: a copy would cost reference counting.
        guard let prepared = call.prepared.take() else { return }
        defer { call.prepared = prepared }
        switch try steps.answer(request, match, prepared, self) {
        case .now(let response): call.response = response
        case .later(let work): call.work = work
        }
    }

    /// Performs a part of step 15: returns the answer, with an entity tag if it is a successful
    /// answer to GET.
    ///
    /// ``ConditionsMiddleware`` checks the conditions of the request against the tag.
    private func finished(_ call: inout EndpointCall, _ match: RouteMatch) -> Response {
        // The fallback is unreachable: the handler's step always sets a response.
        var response = call.response.take() ?? Response(status: .internalServerError)
        if representation != nil, match.message == nil { response.addTag() }
        return response
    }

    private func refused(
        _ problem: ProblemDetails,
        _ call: inout EndpointCall,
        _ request: Request,
        _ match: RouteMatch
    ) -> Response {
        call.context?.note(problem)
        let resources = call.prepared?.resources
        call.response = refuse(problem, answering: request, match, about: resources)
        return finished(&call, match)
    }
}
