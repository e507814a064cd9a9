// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado
import RecadoCoding
public import RecadoHTTP

/// Services behind one address: the handler that a ``Server`` runs.
///
/// ```swift
/// let application = try Application([videoclub])
/// let server = Server(configuration, handler: application)
/// ```
///
/// Every request passes the same steps, in the same order, which `EndpointPipeline` lists. All
/// problems are answered as problem details (RFC 9457), in JSON or, where the endpoint answers in XML
/// and the request prefers that, in XML.
public struct Application: Handler {
    let router: Router<any EndpointResponder>
    /// The services, the longest prefix first.
    private let owners: [Owner]
    /// What answers requests by hand, before routes are looked at.
    let dialects: [any Dialect]
    /// Whether pages of other origins may call any of the services.
    private let hasCrossOrigin: Bool
    /// The endings of paths that ask for a format.
    private let endings: Set<String>
    let observers: Observers?
    let trustedProxies: TrustedProxies
    /// What those are told who came over TLS to a trusted proxy.
    private let strictTransport: String?
    /// Where files are found, the longest path first.
    private let files: [FilesResponder]
    /// Whether any of the targets answers without waiting.
    let isImmediate: Bool

    /// Creates an application of services.
    ///
    /// - Parameters:
    ///   - services: The services; the first that has a route answers it.
    ///   - pages: Fixed answers by path, such as a page that lists the services.
    ///   - files: Directories below paths that no service and no page answers; none by default.
    ///   - options: What services of one application share; the memory of this process by default.
    ///   - observe: Takes note of each exchange, on the thread that answered it, and of each request that
    ///     the server has answered itself; nothing by default.
    /// - Throws: ``UnfitServices`` when `Service.check()` finds fault with one of them.
    public init(
        _ services: [Service],
        pages: [String: Response] = [:],
        files: [StaticFiles] = [],
        options: Options = Options(),
        observe: (@Sendable (Observation) -> Void)? = nil
    ) throws(UnfitServices) {
        let findings = services.flatMap { $0.check() }
        guard findings.isEmpty else { throw UnfitServices(findings: findings) }
        var router = Router<any EndpointResponder>()
        let state = SharedState(options)
        for service in services {
            var pipelines: [String: any EndpointResponder] = [:]
            for operation in service.operations {
                let (name, pipeline) = try Self.add(operation, of: service, state, to: &router)
                pipelines[name] = pipeline
            }
            ResourceResponder.addAll(of: service, state, to: &router)
            try Self.addSOAP(of: service, over: pipelines, to: &router)
        }
        for (path, page) in pages {
            let page = FixedPage(response: page, path: path)
            router.add(page, method: .get, path: Route("GET \(path)").segments)
        }
        Self.addOwnPages(options, of: services, to: &router)
        (self.router, isImmediate) = (router, router.targets.contains(where: \.isImmediate))
        trustedProxies = options.trustedProxies
        strictTransport = options.strictTransport?.fieldValue
        let templates = router.targets.map(\.template) + services.flatMap(\.spokenTemplates)
        observers = Observers(observe, options, templates: templates)
        self.files = files.map { FilesResponder(files: $0) }
            .sorted { $0.files.path.utf8.count > $1.files.path.utf8.count }
        owners = Self.owners(services)
        dialects = owners.compactMap(\.dialect)
        hasCrossOrigin = services.contains { $0.crossOrigin.origins?.isEmpty != true }
        endings = Set(owners.flatMap(\.endings))
    }

    /// The services, the longest prefix first.
    private static func owners(_ services: [Service]) -> [Owner] {
        services.map(Owner.init).sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
    }

    private static func add<O: ServedOperation>(
        _ operation: O,
        of service: Service,
        _ state: SharedState,
        to router: inout Router<any EndpointResponder>
    ) throws(UnfitServices) -> (operation: String, pipeline: any EndpointResponder) {
        let pipeline: EndpointPipeline
        do {
            pipeline = try EndpointPipeline(operation, of: service, sharing: state)
        } catch {
            // Unreachable after check(), which has described the endpoint already.
            let finding = Service.Finding(endpoint: "\(O.Declared.self)", message: "\(error)")
            throw UnfitServices(findings: [finding])
        }
        let route = O.Declared.route
        let target: any EndpointResponder = NegotiatingResponder(pipeline, of: service) ?? pipeline
        router.add(target, method: route.method, path: prefix(of: service) + route.segments)
        return (SOAPOperationNames.of(O.Declared.self).call, pipeline)
    }

    /// Adds the pages about the process and the services; those of services themselves come first.
    private static func addOwnPages(
        _ options: Options,
        of services: [Service],
        to router: inout Router<any EndpointResponder>
    ) {
        var pages: [any EndpointResponder] = []
        if let health = options.health {
            pages += HealthPage.Question.allCases.map { HealthPage(health: health, question: $0) }
        }
        if let metrics = options.metrics { pages.append(MetricsPage(metrics: metrics)) }
        if let documentation = options.documentation {
            pages += DocumentationShelf(services, documentation).pages
        }
        for page in pages {
            router.add(page, method: .get, path: Route("GET \(page.template)").segments)
        }
    }

    // MARK: - Answering

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func respond(to request: Request) async -> Response {
        // What few requests need is elsewhere, for each asynchronous call costs a frame of its own, and
        // a copy of a request as much as a short answer to it.
        if trustedProxies.isNobody, !request.fields.contains(.traceparent) {
            let beginning = observers?.begin(.direct)
            var template: String?
            var response: Response
            switch route(request) {
            case .target(let target, let match):
                response = await target.respond(to: request, match)
                if observers != nil { template = target.knownTemplate }
            case .refusal(let refusal):
                response = refusal
            }
            finish(&response, request, template, beginning, nil)
            return response
        }
        return await respondToForwarded(request)
    }

    /// Answers a request that may have come through proxies, or is part of a trace.
    private func respondToForwarded(_ request: Request) async -> Response {
        var resolved = request
        let origin = trustedProxies.resolve(&resolved)
        let request = resolved
        let beginning = observers?.begin(origin)
        let found = route(request)
        let trace = TraceContext(request.fields)
        var response: Response
        if trace != nil || origin == .forwarded {
            let place =
                origin == .forwarded
                ? "\(request.scheme)://\(request.authority)" : ForwardedOrigin.current
            response = await ForwardedOrigin.$current.withValue(place) {
                await TraceContext.$current.withValue(trace ?? TraceContext.current) {
                    await found.response(to: request)
                }
            }
        } else {
            response = await found.response(to: request)
        }
        if let strictTransport, origin == .forwarded, request.peer?.isSecure == true,
            TransportPolicy.isStrict(for: request)
        {
            response.fields.addMissing(from: [.strictTransportSecurity: strictTransport])
        }
        finish(&response, request, found.template, beginning, trace)
        return response
    }

    /// What comes last: permissions for other origins, the name of the request, and who takes note of it.
    func finish(
        _ response: inout Response,
        _ request: Request,
        _ template: String?,
        _ beginning: Observers.Beginning?,
        _ trace: TraceContext?
    ) {
        guard let observers, let beginning else { return finish(&response, request) }
        permit(&response, request)
        let id = RequestID.of(request)
        response.fields[.requestID] = id
        observers.end(beginning, request, response, template: template, id: id, trace)
    }

    /// The same where nobody takes note.
    func finish(_ response: inout Response, _ request: Request) {
        permit(&response, request)
        RequestID.mark(&response.fields, after: request)
    }

    @inline(__always)
    private func permit(_ response: inout Response, _ request: Request) {
        if hasCrossOrigin, let owner = owner(of: request) {
            owner.crossOrigin.mark(&response, answering: request)
        }
    }

    /// Whether a request asks how the process is: for `/health/live`, `/health/ready` or `/metrics`.
    public func isVital(_ request: Request) -> Bool {
        if case .target(let target, _) = route(request) { target.isVital } else { false }
    }

    /// Writes a request that the server has answered itself into the logs, and counts it.
    public func note(_ refusal: RefusedRequest) {
        observers?.note(refusal, from: client(of: refusal))
    }

    /// Who has sent a request that was refused: its peer, unless a trusted proxy has told of another.
    private func client(of refusal: RefusedRequest) -> Peer? {
        guard !trustedProxies.isNobody, var request = refusal.request else { return refusal.peer }
        _ = trustedProxies.resolve(&request)
        return request.peer
    }

    /// A problem of a type that has a page, which pages of other origins may read if they may call.
    public func response(to refusal: RefusedRequest) -> Response {
        let type = ProblemDetails.type(of: refusal.status)
        var response = refusal.response(type: type)
        if let request = refusal.request { permit(&response, request) }
        return response
    }

    /// What answers a request.
    enum Found {
        case target(any EndpointResponder, RouteMatch)
        case refusal(Response)

        var template: String? {
            if case .target(let target, _) = self { target.knownTemplate } else { nil }
        }

        static func spoken(by dialect: any Dialect, _ template: String) -> Found {
            let responder = DialectResponder(dialect: dialect, template: template)
            return .target(responder, RouteMatch(parameters: []))
        }

        func response(to request: Request) async -> Response {
            switch self {
            case .target(let target, let match): await target.respond(to: request, match)
            case .refusal(let response): response
            }
        }
    }

    /// 1 and 2: the route and the method.
    func route(_ request: Request) -> Found {
        for dialect in dialects {
            guard let template = dialect.template(of: request) else { continue }
            return .spoken(by: dialect, template)
        }
        if request.method == .options, request.target.hasSameBytes(as: "*") {
            return .refusal(describeServer())
        }
        let method = request.method == .head ? .get : request.method
        let path = request.path
        let named = Self.ending(of: path)
        // `/catalog/7.json` asks for film 7 as JSON, although `{id}` would take the ending along.
        if let named, endings.contains(String(named.ending)),
            case .found(let target, let parameters) = router.match(method, named.stem)
        {
            return found(target, parameters, named.stem, ending: named.ending)
        }
        switch router.match(method, path) {
        case .found(let target, let parameters):
            return found(target, parameters, path)
        case .otherMethods(let methods):
            return .refusal(refuseMethod(of: request, allowed: methods))
        case .unknown:
            break
        }
        if let named, case .found(let target, let parameters) = router.match(method, named.stem) {
            return found(target, parameters, named.stem, ending: named.ending)
        }
        if let target = files(for: request) {
            return .target(target, RouteMatch(parameters: []))
        }
        if let dialect = owner(of: request)?.dialect {
            return .spoken(by: dialect, "")
        }
        return .refusal(refuse(.nothingThere, of: request))
    }

    /// The directory in which the path is looked for.
    ///
    /// What lies below a service's own prefix is the service's, unless a directory lies there too.
    private func files(for request: Request) -> FilesResponder? {
        guard let target = files.first(where: { $0.files.rest(of: request.path) != nil }),
            (owner(of: request)?.prefix.utf8.count ?? 0) <= target.files.path.utf8.count
        else { return nil }
        return target
    }

    /// A route that was found, with what reads the resource if that is to be compared.
    private func found(
        _ target: any EndpointResponder,
        _ parameters: [Substring],
        _ path: Substring,
        ending: Substring? = nil
    ) -> Found {
        var match = RouteMatch(parameters: parameters, ending: ending)
        if target.heedsPreconditions,
            case .found(let reader, let parameters) = router.match(.get, path)
        {
            match.reader = ResourceReader(responder: reader, parameters: parameters)
        }
        return .target(target, match)
    }

    /// The path without the ending of its last segment, and the ending without its dot.
    private static func ending(of path: Substring) -> (stem: Substring, ending: Substring)? {
        let bytes = path.utf8Span.span
        var end = bytes.count
        while end > 0, bytes[end - 1] != UInt8(ascii: "/") {
            end -= 1
            guard bytes[end] == UInt8(ascii: ".") else { continue }
            return (path.part(0..<end), path.part(end + 1..<bytes.count))
        }
        return nil
    }

    /// The methods that the server answers at some path: `OPTIONS *` (RFC 9110 §9.3.7).
    private func describeServer() -> Response {
        Response(status: .noContent, fields: [.allow: Self.allow(router.methods)])
    }

    private static func allow(_ methods: some Sequence<Method>) -> String {
        var names = Set(methods.map(\.name)).union([Method.options.name])
        if names.contains(Method.get.name) { names.insert(Method.head.name) }
        return names.sorted().joined(separator: ", ")
    }

    private func refuseMethod(of request: Request, allowed methods: [Method]) -> Response {
        let methods = ownMethods(of: request) ?? methods
        let allow = Self.allow(methods)
        if CrossOriginGate.isPreflight(request), let owner = owner(of: request) {
            return owner.crossOrigin.preflight(request, allow)
        }
        if request.method == .options {
            return Response(status: .noContent, fields: [.allow: allow])
        }
        var response = refuse(.otherMethods(allow), of: request)
        response.fields[.allow] = allow
        return response
    }

    /// The methods of what answers GET at the path, where it tells them itself.
    private func ownMethods(of request: Request) -> [Method]? {
        guard case .found(let target, let parameters) = router.match(.get, request.path) else {
            return nil
        }
        return target.methods(RouteMatch(parameters: parameters))
    }

    /// The service whose prefix the path has.
    private func owner(of request: Request) -> Owner? {
        let path = request.path.utf8
        return owners.first { $0.owns(path) }
    }

    /// A problem in the manner of the service whose prefix the path has.
    private func refuse(
        _ problem: @autoclosure () -> ProblemDetails,
        of request: Request
    ) -> Response {
        let owner = owner(of: request)
        guard let languages = owner?.languages else { return refuse(problem(), of: request, owner) }
        return languages.answer(request) { refuse(problem(), of: request, owner) }
    }

    private func refuse(
        _ problem: ProblemDetails,
        of request: Request,
        _ owner: Owner?
    ) -> Response {
        let format = (owner?.formats ?? []).forProblem(answering: request)
        let details = ProblemResponse(problem, members: owner?.problemMembers)
        return owner?.conventions?.response(to: details.details, of: request)
            ?? details.page(owner?.problemView, answering: request, ending: nil)
            ?? details.response(in: format)
    }
}
