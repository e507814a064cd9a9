// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Answers the requests of one endpoint, in the same order of steps for every endpoint.
///
///  1. route (404) and 2. method (405): decided by ``Application`` and its router
///  3. rate limit (429): a ``RateLimitMiddleware`` around the pipeline
///  4. limits known from the head (413; the engine itself refuses requests with 414 and 431)
///  5. caller (401; 403 without TLS): before any content is read, so that strangers cannot make
///     the server work
///     then the opening of a WebSocket (400, 403, 426, 501)
///  6. content type (415)
///  7. acceptable format (406); a file extension in the path takes precedence over Accept
///  8. preconditions (412, 428); checked again when the request gets the resource's lock
///  9. content, under the endpoint's limit (413) and the engine's deadlines (408)
/// 10. parsing (400)
/// 11. validation of path, query, fields and content together (422)
/// 12. replay of answers to a repeated Idempotency-Key
/// 13. the handler (declared failures)
/// 14. encoding
/// 15. entity tags (304) and content codings of answers to GET: ``ConditionsMiddleware`` and
///     ``CompressionMiddleware`` of the application; for HEAD, the engine omits the content
/// 16. observation: ``ObservationMiddleware``
///
/// Steps 5 and 10 to 14 handle values of the endpoint's types; they belong to its
/// ``EndpointSteps``. A request passes through the steps without a task until the first one that
/// has to wait: see ``EndpointCall``.
final class EndpointPipeline: EndpointHandler {
    let template: String
    let endpoint: (any Endpoint.Type)?
    /// True if preconditions are checked; false for POST to a resource, whose content does not
    /// replace the resource.
    let heedsPreconditions: Bool
    let method: Method
    let steps: any EndpointSteps
    /// True if anyone may call, without credentials.
    let isOpen: Bool
    let intake: ContentIntake
    let formats: [FormatFields]
    /// The Accept field that clients with the same endpoint declaration send, and the format of
    /// their answers; `nil` if the format depends on more than this field.
    let usual: (accept: String, format: FormatFields)?
    /// The formats in which answers are encoded.
    let responseFormats: [Format]
    let requiresPreconditions: Bool
    let representation: Representation?
    /// Decides on WebSocket requests; `nil` if the endpoint is not a WebSocket.
    let webSocket: WebSocketUpgrade?
    let problemMembers: @Sendable (ProblemDetails) -> Value.Object
    /// The conventions of another server, for which the service's clients were written; `nil` if
    /// there are none.
    let compatibility: (any Service.Compatibility)?
    /// The view that shows problems as HTML pages.
    let problemView: (@Sendable (ProblemDetails) -> HTML.Page)?
    /// The query check for answers in JSON:API; `nil` if the endpoint never answers in that format.
    let resourceQuery: ResourceQueryCheck?

    init<E: Endpoint>(
        _ operation: some ServedOperation<E>,
        of service: Service,
        sharing state: SharedState
    ) throws {
        let recorder = SchemaRecorder()
        let plan = try EndpointLayout(of: E.self, with: recorder)
        let steps = TypedSteps(
            operation,
            InputReader(plan: plan, library: recorder.library),
            of: service,
            sharing: state
        )
        self.steps = steps
        isOpen = steps.isOpen
        endpoint = E.self
        template = service.api.prefix + E.route.path
        method = E.route.method
        intake = ContentIntake(of: E.self, plan)
        formats = [FormatFields](of: E.self, hasView: service.view(of: E.self) != nil)
        responseFormats = E.responseFormats
        heedsPreconditions =
            E.preconditions != .ignored && [.put, .patch, .delete].contains(method)
        requiresPreconditions = E.preconditions == .required
        representation = method == .get ? E.isCompressible ? .compressible : .plain : nil
        webSocket = WebSocketUpgrade(ifOpened: E.self, of: service)
        (problemMembers, problemView) = (service.problemMembers, service.problemView)
        compatibility = service.compatibility
        resourceQuery =
            E.responseFormats.contains(where: \.isForResources)
            ? ResourceQueryCheck(plan, takesFormatParameter: service.takesFormatParameter) : nil
        usual = formats.usual(for: E.responseFormats.fieldValue, resourceQuery != nil)
    }

    var endings: [String] { formats.map(\.pathExtension) }

    func respond(
        to request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) -> PendingResponse {
        var call = EndpointCall(in: context)
        if let response = proceed(with: &call, request, match) { return .now(response) }
        return .later { [call] in await self.complete(call, request, match) }
    }
}
