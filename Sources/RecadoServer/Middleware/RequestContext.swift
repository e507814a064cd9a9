// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// The context of a request: its route from the start; its caller and its problem when they are
/// known.
public final class RequestContext: Sendable {
    private struct Findings: Sendable {
        var caller: (any Caller)?
        var problem: ProblemDetails?
        /// The route of the static files that answered.
        var route: String?
        var unsent: Unsent?
    }

    /// An answer that is not sent, because the client already has it (304).
    struct Unsent: Sendable {
        let tag: String
        /// True for content that could be compressed.
        let isCompressible: Bool
        /// True if the tag is computed from the content; false if a handler has set it.
        let isOfContent: Bool
    }

    /// An object that contains the findings; it is created only when there are any.
    private typealias Found = Constant<Findings>

    let application: ApplicationParts
    /// The source of the client's address: the connection, or a trusted proxy.
    let origin: TrustedProxies.Origin
    /// The trace that the request belongs to; if the request is traced, with the ID of its own
    /// span.
    let trace: TraceContext?
    /// The ID of the parent of the request's own span; `nil` if there is none.
    let parentSpanID: String?
    /// The rule for compressing the answer and checking conditions; `nil` to send it unchanged.
    let representation: Representation?
    private let target: (any EndpointHandler)?
    private let match: RouteMatch
    /// The answer if the path has no handler for the method.
    private let refusal: Response?
    private let findings: Mutex<Found?>

    init(
        _ found: consuming Application.Found,
        _ application: ApplicationParts,
        _ origin: TrustedProxies.Origin = .direct,
        _ trace: TraceContext? = nil,
        parentSpanID: String? = nil
    ) {
        var findings: Found?
        switch consume found {
        case .target(let target, let match):
            representation = target.representation
            (self.target, self.match, refusal) = (target, match, nil)
        case .refusal(let response, let problem):
            representation = nil
            (target, match, refusal) = (nil, RouteMatch(parameters: []), response)
            if let problem { findings = Found(Findings(problem: problem)) }
        case .nothing:
            representation = nil
            (target, match, refusal) = (nil, RouteMatch(parameters: []), nil)
        }
        self.findings = Mutex(findings)
        self.application = application
        self.origin = origin
        self.trace = trace
        self.parentSpanID = parentSpanID
    }

    // MARK: - The route

    /// The template of the route, such as `/videoclub/films/{id}`; `nil` if no route answers.
    public var route: String? {
        target.map(\.knownTemplate) ?? findings.withLock { $0?.value.route }
    }

    /// True if no route has the path, for any method.
    var isUnknown: Bool {
        if let target { target.template.isEmpty } else { refusal == nil }
    }

    /// The endpoint that is called; `nil` for pages, files, collections and SOAP, and if no route
    /// matches.
    public var endpoint: (any Endpoint.Type)? { target?.endpoint }

    func respond(to request: Request) -> PendingResponse {
        if let target { return target.respond(to: request, match, in: self) }
        if let refusal { return .now(refusal) }
        let (response, problem) = application.refuse(.nothingThere, of: request)
        note(problem)
        return .now(response)
    }

    /// Returns the answer that reports a problem, in the handler's form, or else in the
    /// service's.
    func refuse(_ request: Request, with problem: () -> ProblemDetails) -> Response {
        target?.refuse(problem, answering: request, match)
            ?? application.refuse(problem(), of: request).response
    }

    // MARK: - Once it is answered

    /// The authenticated caller of an endpoint or a collection; `nil` before authentication, and
    /// where anyone may call.
    public var caller: (any Caller)? { findings.withLock { $0?.value.caller } }

    /// The problem with which an endpoint, a collection, a middleware or the router has answered;
    /// `nil` if there is none, and for pages and files.
    public var problem: ProblemDetails? { findings.withLock { $0?.value.problem } }

    func note(_ caller: any Caller) { change { $0.caller = caller } }

    func note(_ problem: ProblemDetails) { change { $0.problem = problem } }

    /// Records the route of static files that answered.
    func note(route: String) { change { $0.route = route } }

    /// The answer that is not sent, because the client already has it; `nil` if there is none.
    var unsent: Unsent? { findings.withLock { $0?.value.unsent } }

    /// Records an answer that is not sent, because the client already has it.
    func noteUnsent(_ response: Response) {
        guard let representation, let tag = response.fields[.eTag] else { return }
        let content = representation.compressibleContent(of: response)
        let isOfContent = content.map { EntityTag.fieldValue(of: $0) == tag } ?? false
        change {
            $0.unsent = Unsent(
                tag: tag,
                isCompressible: content != nil,
                isOfContent: isOfContent
            )
        }
    }

    private func change(_ change: (inout Findings) -> Void) {
        findings.withLock { found in
            var findings = found?.value ?? Findings()
            change(&findings)
            found = Found(findings)
        }
    }
}
