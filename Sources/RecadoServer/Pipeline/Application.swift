// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoCoding
public import RecadoEndpoints
public import RecadoHTTP
import Synchronization

/// A group of services behind one address, and the handler that a ``Server`` runs.
///
/// ```swift
/// let application = try Application([videoclub])
/// let server = Server(configuration, handler: application)
/// ```
///
/// Every request passes through the middleware of the application (``Options/middleware``), and
/// then through the same steps in the same order, which `EndpointPipeline` lists. Problems are
/// answered as problem details (RFC 9457) in JSON or, if the endpoint supports XML and the request
/// prefers it, in XML.
public struct Application: Handler {
    let router: Router<any EndpointHandler>
    /// The raw handlers, which answer requests before routes are matched.
    let rawHandlers: [any RawHandler]
    /// The file extensions of paths that select a format.
    let endings: Set<String>
    let parts: ApplicationParts

    /// Creates an application with services.
    ///
    /// - Parameters:
    ///   - services: The services; the first one with a matching route answers.
    ///   - pages: The handlers of GET requests by path, such as a `Response` that never changes, or
    ///     those of `Documentation`; none by default. A path may have parameters, as in
    ///     `/help/{topic}`, which its handler reads from the request. The answers get an ETag and
    ///     are compressed. Routes of services take precedence.
    ///   - options: The options that the services of an application share; by default their stores
    ///     are in the memory of this process.
    /// - Throws: ``InvalidServicesError`` when `Service.check()` finds faults in a service.
    public init(
        _ services: [Service],
        pages: [String: any Handler] = [:],
        options: Options = Options()
    ) throws(InvalidServicesError) {
        let findings = Self.findings(in: services)
        guard findings.isEmpty else { throw InvalidServicesError(findings: findings) }
        var router = Router<any EndpointHandler>()
        let state = SharedState(options)
        for service in services {
            var pipelines: [String: any EndpointHandler] = [:]
            for operation in service.operations {
                let (name, pipeline) = try Self.add(operation, of: service, state, to: &router)
                pipelines[name] = pipeline
            }
            ResourceHandler.addAll(of: service, state, to: &router)
            try Self.addSOAP(of: service, over: pipelines, to: &router)
        }
        for (path, page) in pages {
            let page = PageHandler(handler: page, template: path)
            router.add(page, method: .get, path: Route("GET \(path)").segments)
        }
        Self.addOwnPages(options, to: &router)
        self.router = router
        let templates =
            router.targets.map(\.template) + services.flatMap(\.handledTemplates)
            + options.middleware.compactMap { ($0 as? StaticFilesMiddleware)?.files.route }
        let observers = Observers(options.observers, routes: templates)
        parts = ApplicationParts(services, options, observers)
        rawHandlers = parts.owners.compactMap(\.rawHandler)
        endings = Set(parts.owners.flatMap(\.endings))
    }

    /// Checks the services in parallel, because examining a service's types for the first time
    /// takes milliseconds.
    private static func findings(in services: [Service]) -> [Service.Finding] {
        let found = Mutex([[Service.Finding]](repeating: [], count: services.count))
        DispatchQueue.concurrentPerform(iterations: services.count) { index in
            let findings = services[index].check()
            found.withLock { $0[index] = findings }
        }
        return found.withLock { $0.flatMap(\.self) }
    }

    private static func add<O: ServedOperation>(
        _ operation: O,
        of service: Service,
        _ state: SharedState,
        to router: inout Router<any EndpointHandler>
    ) throws(InvalidServicesError) -> (operation: String, pipeline: any EndpointHandler) {
        let pipeline: EndpointPipeline
        do {
            pipeline = try EndpointPipeline(operation, of: service, sharing: state)
        } catch {
            // This is unreachable, because check() has already described the endpoint.
            let finding = Service.Finding(endpoint: "\(O.Declared.self)", message: "\(error)")
            throw InvalidServicesError(findings: [finding])
        }
        let route = O.Declared.route
        let limit = service.rateLimit(O.Declared.quota, of: O.Declared.name, in: state.rateLimits)
        let own = pipeline.inside(service.middleware(of: O.Declared.self) + limit)
        let target = own.negotiating(for: service).inside(service.middleware)
        router.add(target, method: route.method, path: prefix(of: service) + route.segments)
        return (SOAPOperationNames.of(O.Declared.self).call, own)
    }

    /// Adds the health and metrics pages; existing routes take precedence.
    private static func addOwnPages(
        _ options: Options,
        to router: inout Router<any EndpointHandler>
    ) {
        var pages: [any EndpointHandler] = []
        if let health = options.health {
            pages += HealthPage.Question.allCases.map { HealthPage(health: health, question: $0) }
        }
        if let metrics = options.observers.lazy.compactMap({ $0 as? Metrics }).first {
            pages.append(MetricsPage(metrics: metrics))
        }
        for page in pages {
            router.add(page, method: .get, path: Route("GET \(page.template)").segments)
        }
    }

    // MARK: - Answering

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response; at once if no step has to wait.
    public func handle(_ request: Request) -> PendingResponse {
        guard let binding = Language.binding(for: request.fields) else { return answer(request) }
        switch binding.begin({ answer(request) }) {
        case .now(let response): return .now(response)
        case let pending:
            return pending.around { rest in await binding.finish { await rest() } }
        }
    }

    private func answer(_ request: Request) -> PendingResponse {
        if parts.isDirect, !request.fields.contains(.traceparent) {
            return Next(in: RequestContext(route(request), parts))(request)
        }
        return respondToForwarded(request)
    }

    /// Answers a request that may have come through proxies, or may be part of a trace.
    private func respondToForwarded(_ request: Request) -> PendingResponse {
        var request = request
        let origin = parts.trustedProxies.resolve(&request)
        let tracer = parts.observers?.tracer
        let parent = tracer?.joinsTraces == false ? nil : TraceContext(request.fields)
        let trace = tracer?.context(in: parent) ?? parent
        let parentID = tracer == nil ? nil : parent?.spanID
        let context = RequestContext(route(request), parts, origin, trace, parentSpanID: parentID)
        let first = Next(in: context)
        guard trace != nil || origin == .forwarded else { return first(request) }
        let surroundings = Surroundings(request, origin, trace, tracer)
        let pending = surroundings.begin { first(request) }
        let response = pending.around { rest in await surroundings.finish { await rest() } }
        guard let strictTransport = parts.strictTransport, origin == .forwarded,
            request.peer?.isSecure == true, TransportPolicy.isStrict(for: request)
        else { return response }
        return response.map {
            $0.fields.addMissing(from: [.strictTransportSecurity: strictTransport])
        }
    }
}

extension Application: ServerObserver {
    /// True for a request to `/health/live`, `/health/ready` or `/metrics`.
    public func bypassesLoadShedding(_ request: Request) -> Bool {
        if case .target(let target, _) = route(request) {
            target.bypassesLoadShedding
        } else {
            false
        }
    }

    /// True if the peer is one of ``Options/trustedProxies``.
    public func trusts(_ peer: Peer) -> Bool { parts.trustedProxies.trusts(peer) }

    /// Reports to logs and metrics a request that the server itself has answered.
    public func note(_ refusal: RefusedRequest) {
        parts.observers?.note(refusal, from: client(of: refusal))
    }

    /// Returns the sender of a refused request: its peer, or the client that a trusted proxy named.
    private func client(of refusal: RefusedRequest) -> Peer? {
        guard !parts.trustedProxies.isEmpty, var request = refusal.request else {
            return refusal.peer
        }
        _ = parts.trustedProxies.resolve(&request)
        return request.peer
    }

    /// Marks the process as not ready for requests.
    public func serverWillShutDown() { parts.health?.beginShutdown() }

    /// Creates the answer to a refused request: a problem whose type has a page.
    ///
    /// Pages of other origins may read the answer if they may call the service.
    public func response(to refusal: RefusedRequest) -> Response {
        let type = ProblemDetails.type(of: refusal.status)
        let binding = Language.binding(for: refusal.request?.fields ?? [:])
        let makeResponse = { refusal.response(type: type) }
        var response = binding?.begin(makeResponse) ?? makeResponse()
        if parts.hasCrossOrigin, let request = refusal.request,
            let owner = parts.owner(of: request)
        {
            owner.crossOrigin.mark(&response, answering: request)
        }
        return response
    }
}
