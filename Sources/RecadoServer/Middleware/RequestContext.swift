// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// The context of a request: its route from the beginning, its caller and its problem once it is
/// answered.
public final class RequestContext: Sendable {
    private struct Findings: Sendable {
        var caller: (any Caller)?
        var problem: ProblemDetails?
        /// The route of the files that have answered.
        var route: String?
        var unsent: Unsent?
    }

    /// An answer that is not sent, since the client has it already (304).
    struct Unsent: Sendable {
        let tag: String
        /// True for content that could be compressed.
        let isCompressible: Bool
        /// True if the tag is computed from the content; false if a handler has set its own.
        let isOfContent: Bool
    }

    /// The findings, as an object that is only made when there are any.
    private typealias Found = Constant<Findings>

    let application: ApplicationParts
    /// The way in which the client was found.
    let origin: TrustedProxies.Origin
    /// The trace that the request is part of; with the ID of the request's own span, if the request
    /// is traced.
    let trace: TraceContext?
    /// The ID of the parent of the request's own span.
    let parentSpanID: String?
    /// The ways in which the answer may be changed.
    let representation: Representation?
    private let target: (any EndpointResponder)?
    private let match: RouteMatch
    /// The answer for a path without a target for the method.
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

    /// True for a path that no route has, for any method.
    var isUnknown: Bool {
        if let target { target.template.isEmpty } else { refusal == nil }
    }

    /// The endpoint that is called; `nil` for pages, files, collections and SOAP, and if no route
    /// answers.
    public var endpoint: (any Endpoint.Type)? { target?.endpoint }

    func respond(to request: Request) -> PendingResponse {
        if let target { return target.respond(to: request, match, in: self) }
        if let refusal { return .now(refusal) }
        let (response, problem) = application.refuse(.nothingThere, of: request)
        note(problem)
        return .now(response)
    }

    /// The answer that reports a problem, in the form of the responder or else of the service.
    func refuse(_ request: Request, with problem: () -> ProblemDetails) -> Response {
        target?.refuse(problem, answering: request, match)
            ?? application.refuse(problem(), of: request).response
    }

    // MARK: - Once it is answered

    /// The authenticated caller of an endpoint or a collection; `nil` before the authentication,
    /// and where anyone may call.
    public var caller: (any Caller)? { findings.withLock { $0?.value.caller } }

    /// The problem that an endpoint, a collection or a middleware has answered with, or that of a
    /// request without a route; `nil` if there is none, and for pages and files.
    public var problem: ProblemDetails? { findings.withLock { $0?.value.problem } }

    func note(_ caller: any Caller) { change { $0.caller = caller } }

    func note(_ problem: ProblemDetails) { change { $0.problem = problem } }

    /// Records the route of files that have answered.
    func note(route: String) { change { $0.route = route } }

    /// The answer that is not sent, since the client has it already; `nil` if there is none.
    var unsent: Unsent? { findings.withLock { $0?.value.unsent } }

    /// Records an answer that is not sent, since the client has it already.
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
