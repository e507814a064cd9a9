// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension EndpointPipeline {
    /// Takes a call through the steps that need not wait.
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
                // Code that need not wait is not asynchronous: each asynchronous call costs a frame
                // of its own.
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

    /// Takes one step after another, starting after the last one that a call has waited for.
    ///
    /// - Returns: True if the last step was taken; otherwise the call has to wait.
    private func advance(
        _ call: inout EndpointCall,
        _ request: Request,
        _ match: RouteMatch
    ) throws(ProblemDetails) -> Bool {
        switch call.wait {
        case nil:
            try checkLength(of: request)
            guard isOpen else {
                // With the field, there are credentials to verify; without it, they are usually
                // missing.
                if !request.fields.contains(.authorization) { try steps.checkCredentials(request) }
                return call.waits(for: .caller)
            }
            fallthrough
        case .caller:
            call.prepared = try prepare(request, match, call.caller)
            // A repetition gets the same answer as the request that has changed the resource.
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

    /// Step 4: checks a length that is announced, which needs no waiting.
    private func checkLength(of request: Request) throws(ProblemDetails) {
        if let length = request.content.length, length > intake.limit {
            throw .contentTooLarge(limit: intake.limit)
        }
    }

    /// Step 9, if all of the content is there, and so little that reading it delays no other
    /// request.
    private func takeContent(of request: Request, _ call: inout EndpointCall) -> Bool {
        guard call.prepared?.contentFormat != nil, !intake.isStreamed else { return true }
        guard let bytes = request.content.bytes, bytes.count <= EventLoop.mostBytesAtOnce
        else { return false }
        call.prepared?.content = CollectedContent(bytes: bytes)
        return true
    }

    /// Steps 10 and 11, and 13 and 14 if they need not wait.
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

    /// Step 15: the answer with the tag of its content, which is also used for comparing changes.
    private func finished(_ call: inout EndpointCall, _ match: RouteMatch) -> Response {
        // This is unreachable: the handler's step is not left without a response.
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
