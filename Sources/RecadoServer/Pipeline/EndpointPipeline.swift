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
///
/// 5 and 10 to 14 deal with values of the endpoint's types; they are those of its ``EndpointSteps``.
final class EndpointPipeline: EndpointResponder {
    let template: String
    /// Content that is posted to a resource does not replace it.
    let heedsPreconditions: Bool
    let method: Method
    let steps: any EndpointSteps
    /// Whether anyone may call.
    private let isOpen: Bool
    let isImmediate: Bool
    let intake: ContentIntake
    let formats: [FormatFields]
    /// What answers are encoded in.
    let answerFormats: [Format]
    private let requiresPreconditions: Bool
    /// What an answer to GET passes last; there is none for other methods.
    let representation: Representation?
    private let quota: QuotaGate?
    /// Decides about WebSockets, where that is what is asked for.
    private let webSocket: WebSocketGate?
    let problemMembers: @Sendable (ProblemDetails) -> Value.Object
    /// How clients of another server are answered.
    let conventions: (any Conventions)?
    /// What shows problems as pages.
    let problemView: (@Sendable (ProblemDetails) -> HTMLPage)?
    /// What queries must be where answers are in JSON:API; `nil` where they never are.
    private let resourceQuery: ResourceQueryCheck?

    init<E: Endpoint>(
        _ operation: some ServedOperation<E>,
        of service: Service,
        sharing state: SharedState
    ) throws {
        let recorder = SchemaRecorder()
        let plan = try EndpointPlan(of: E.self, with: recorder)
        let steps = TypedSteps(
            operation,
            InputReader(plan: plan, library: recorder.library),
            of: service,
            sharing: state
        )
        self.steps = steps
        isOpen = steps.isOpen
        template = service.api.prefix + E.route.path
        method = E.route.method
        intake = ContentIntake(of: E.self, plan)
        formats = [FormatFields](of: E.self, hasView: service.view(of: E.self) != nil)
        answerFormats = E.answerFormats
        heedsPreconditions =
            E.preconditions != .ignored && [.put, .patch, .delete].contains(method)
        requiresPreconditions = E.preconditions == .required
        representation = method == .get ? Representation(isCompressible: E.isCompressible) : nil
        let name = service.api.name
        if let quota = E.quota {
            self.quota = QuotaGate(quota, for: "\(name) \(E.name)", in: state.quotas)
        } else {
            quota = service.quota.map { QuotaGate($0, for: name, in: state.quotas) }
        }
        webSocket = WebSocketGate(ifOpened: E.self, of: service)
        isImmediate =
            steps.isImmediate && quota == nil && webSocket == nil && !heedsPreconditions
            && !intake.isStreamed
        (problemMembers, problemView) = (service.problemMembers, service.problemView)
        conventions = service.conventions
        resourceQuery =
            E.answerFormats.contains(where: \.isForResources)
            ? ResourceQueryCheck(plan, takesFormatParameter: service.takesFormatParameter) : nil
    }

    var endings: [String] { formats.map(\.pathExtension) }

    func respond(to request: Request, _ match: RouteMatch) async -> Response {
        var standing: Fields?
        var resources: [UInt8]?
        var response: Response
        do throws(ProblemDetails) {
            try checkLength(of: request)
            // 4; what a request is only compared with is not asked for by anybody.
            if let quota, !match.isForComparison { try await quota.admit(request, &standing) }
            // 5
            // What need not wait is not asynchronous: each such call costs a frame of its own.
            let caller = isOpen ? nil : try await steps.caller(of: request)
            // 6, 7, 8
            var call = try prepare(request, match, caller)
            // A repetition is answered like the request that has changed the resource.
            if let resource = call.resource, !steps.mayRepeat(request) {
                try await resource.check()
            }
            // 9
            if let format = call.contentFormat, !intake.isStreamed {
                call.content = try await intake.collect(request.content, in: format)
                resources = call.resources
            }
            // 10 to 14
            response = try await steps.answer(request, match, call, self)
            // 15
            if call.message == nil, let representation,
                let coding = try representation.settle(&response, request)
            {
                await response.compress(coding)
            }
        } catch {
            response = refuse(error, answering: request, match, about: resources)
        }
        if let standing { response.fields.addMissing(from: standing) }
        return response
    }

    /// 3: a length that is announced need not be waited for.
    @inline(__always)
    func checkLength(of request: Request) throws(ProblemDetails) {
        if let length = request.content.length, length > intake.limit {
            throw .contentTooLarge(limit: intake.limit)
        }
    }

    /// 7: what a request is answered in, and whether its query is one for that.
    func format(
        for request: Request,
        ending: Substring?
    ) throws(ProblemDetails) -> FormatFields {
        // Most requests have nothing to choose by.
        if resourceQuery == nil, ending == nil, !formats.isEmpty, !request.fields.contains(.accept)
        {
            return formats[0]
        }
        let format = try formats.best(
            for: request,
            ending: ending,
            isForResources: resourceQuery != nil
        )
        if let resourceQuery, format.isForResources { try resourceQuery.check(request) }
        return format
    }

    /// 6 to 8, and what a WebSocket is opened with: what can be said of a request's head at once.
    private func prepare(
        _ request: Request,
        _ match: RouteMatch,
        _ caller: (any Caller)?
    ) throws(ProblemDetails) -> PreparedCall {
        // What is to be said of formats was said where the message was read.
        if let message = match.message, let format = formats.first {
            return PreparedCall(format: format, message: message, caller: caller)
        }
        var opening: WebSocketGate.Opening?
        if let webSocket {
            let isAmbient = steps.hasAmbientCredentials(request)
            opening = try webSocket.open(request, isAmbient: isAmbient)
        }
        let contentFormat = try intake.contentFormat(of: request)
        // What a WebSocket says has no format to choose.
        let format =
            if opening != nil, match.ending == nil, let only = formats.first {
                only
            } else {
                try format(for: request, ending: match.ending)
            }
        var resource: ResourceGuard?
        if let reader = match.reader {
            resource = try ResourceGuard(reader, request, isRequired: requiresPreconditions)
        }
        return PreparedCall(
            format: format,
            caller: caller,
            contentFormat: contentFormat,
            resource: resource,
            opening: opening
        )
    }
}
