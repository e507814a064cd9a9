// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
import Synchronization

/// The context of a request: its route at once, its caller and its failure once it is answered.
public final class RequestContext: Sendable {
    private struct Findings: Sendable {
        var caller: (any Caller)?
        var problem: ProblemDetails?
        /// The route of the files that have answered.
        var route: String?
        var unsent: Unsent?
    }

    /// An answer that its client has already.
    struct Unsent: Sendable {
        let tag: String
        /// True for content that could be compressed.
        let isCompressible: Bool
        /// True for the tag of the content, false for one of a handler's own.
        let isOfContent: Bool
    }

    /// Findings, as an object that is made when there is one.
    private typealias Found = Constant<Findings>

    let application: ApplicationParts
    /// The way in which the client was found.
    let origin: TrustedProxies.Origin
    /// The trace that the request is part of; its own span there, where it is traced.
    let trace: TraceContext?
    /// The span that its own is part of.
    let parentSpanID: String?
    /// The treatment that the answer allows.
    let representation: Representation?
    private let target: (any EndpointResponder)?
    private let match: RouteMatch
    /// The answer where the path has no target for the method.
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

    /// The template of the route, such as `/videoclub/films/{id}`; `nil` where no route answers.
    public var route: String? {
        target.map(\.knownTemplate) ?? findings.withLock { $0?.value.route }
    }

    /// True for a path that no route has, with any method.
    var isUnknown: Bool {
        if let target { target.template.isEmpty } else { refusal == nil }
    }

    /// The endpoint that is called; `nil` for pages, files, collections and
    /// SOAP, and where no route answers.
    public var endpoint: (any Endpoint.Type)? { target?.endpoint }

    func respond(to request: Request) -> PendingResponse {
        if let target { return target.respond(to: request, match, in: self) }
        if let refusal { return .now(refusal) }
        let (response, problem) = application.refuse(.nothingThere, of: request)
        note(problem)
        return .now(response)
    }

    /// The answer that tells of a problem, in the manner of what answers, or else of the service.
    func refuse(_ request: Request, with problem: () -> ProblemDetails) -> Response {
        target?.refuse(problem, answering: request, match)
            ?? application.refuse(problem(), of: request).response
    }

    // MARK: - Once it is answered

    /// The caller of an endpoint or a collection who has proved who they are; `nil`
    /// before, and where anyone may call.
    public var caller: (any Caller)? { findings.withLock { $0?.value.caller } }

    /// The problem that an endpoint, a collection or a middleware has answered with, or that no
    /// route answers; `nil` where there is none, and for pages and files.
    public var problem: ProblemDetails? { findings.withLock { $0?.value.problem } }

    func note(_ caller: any Caller) { change { $0.caller = caller } }

    func note(_ problem: ProblemDetails) { change { $0.problem = problem } }

    /// Notes the route of files that have answered.
    func note(route: String) { change { $0.route = route } }

    /// The answer that its client has already; `nil` where there is none.
    var unsent: Unsent? { findings.withLock { $0?.value.unsent } }

    /// Notes an answer whose client has it.
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
