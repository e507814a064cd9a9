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
    /// A service, as far as its unknown paths are concerned.
    private struct Owner: Sendable {
        let prefix: String
        let problemMembers: @Sendable (ProblemDetails) -> Value.Object
        /// What any of its endpoints answers in.
        let formats: [Format]

        init(_ service: Service) {
            prefix = service.api.prefix
            problemMembers = service.problemMembers
            formats = service.api.endpoints.flatMap { $0.formats.forAnswers }
                .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    private let router: Router<any EndpointResponder>
    private let owners: [Owner]
    /// The endings of paths that ask for a format.
    private let endings: Set<String>
    private let observe: (@Sendable (Observation) -> Void)?

    /// Creates an application of services.
    ///
    /// - Parameters:
    ///   - services: The services; the first that has a route answers it.
    ///   - pages: Fixed answers by path, such as a page that lists the services.
    ///   - observe: Takes note of each exchange, on the thread that answered it; nothing by default.
    /// - Throws: ``UnfitServices`` when `Service.check()` finds fault with one of them.
    public init(
        _ services: [Service],
        pages: [String: Response] = [:],
        observe: (@Sendable (Observation) -> Void)? = nil
    ) throws(UnfitServices) {
        let findings = services.flatMap { $0.check() }
        guard findings.isEmpty else { throw UnfitServices(findings: findings) }
        var router = Router<any EndpointResponder>()
        for service in services {
            for operation in service.operations {
                try Self.add(operation, of: service, to: &router)
            }
        }
        for (path, page) in pages {
            router.add(
                Page(response: page, path: path),
                method: .get,
                path: Route("GET \(path)").segments
            )
        }
        self.router = router
        self.observe = observe
        owners = services.map(Owner.init)
        endings = Set(owners.flatMap { $0.formats.map(\.pathExtension) })
    }

    private static func add<O: ServedOperation>(
        _ operation: O,
        of service: Service,
        to router: inout Router<any EndpointResponder>
    ) throws(UnfitServices) {
        let pipeline: EndpointPipeline<O.Declared>
        do {
            pipeline = try EndpointPipeline(operation.handler, of: service)
        } catch {
            // Unreachable after check(), which has described the endpoint already.
            let finding = Service.Finding(endpoint: "\(O.Declared.self)", message: "\(error)")
            throw UnfitServices(findings: [finding])
        }
        let prefix = Route("GET \(service.api.prefix.isEmpty ? "/" : service.api.prefix)").segments
            .filter { $0 != .literal("") }
        let route = O.Declared.route
        router.add(pipeline, method: route.method, path: prefix + route.segments)
    }

    // MARK: - Answering

    /// Answers a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func respond(to request: Request) async -> Response {
        let found = route(request)
        guard let observe else { return await found.response(to: request) }
        let start = ContinuousClock.now
        let response = await found.response(to: request)
        observe(
            Observation(
                method: request.method,
                template: found.template,
                status: response.status,
                length: response.content.length,
                duration: start.duration(to: .now)
            )
        )
        return response
    }

    /// What answers a request.
    private enum Found {
        case target(any EndpointResponder, parameters: [Substring], ending: Substring?)
        case refusal(Response)

        var template: String? {
            if case .target(let target, _, _) = self { target.template } else { nil }
        }

        func response(to request: Request) async -> Response {
            switch self {
            case .target(let target, let parameters, let ending):
                await target.respond(to: request, parameters, in: ending)
            case .refusal(let response): response
            }
        }
    }

    /// 1 and 2: the route and the method.
    private func route(_ request: Request) -> Found {
        let method = request.method == .head ? .get : request.method
        let path = request.path
        let named = Self.ending(of: path)
        // `/catalog/7.json` asks for film 7 as JSON, although `{id}` would take the ending along.
        if let named, endings.contains(String(named.ending)),
            case .found(let target, let parameters) = router.match(method, named.stem)
        {
            return .target(target, parameters: parameters, ending: named.ending)
        }
        switch router.match(method, path) {
        case .found(let target, let parameters):
            return .target(target, parameters: parameters, ending: nil)
        case .otherMethods(let methods):
            return .refusal(refuseMethod(of: request, allowed: methods))
        case .unknown:
            break
        }
        if let named, case .found(let target, let parameters) = router.match(method, named.stem) {
            return .target(target, parameters: parameters, ending: named.ending)
        }
        let problem = ProblemDetails(status: .notFound, detail: "There is nothing at this path.")
        return .refusal(refuse(problem, of: request))
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

    private func refuseMethod(of request: Request, allowed methods: [Method]) -> Response {
        var names = Set(methods.map(\.name)).union([Method.options.name])
        if methods.contains(.get) { names.insert(Method.head.name) }
        let allow = names.sorted().joined(separator: ", ")
        if request.method == .options {
            return Response(status: .noContent, fields: [.allow: allow])
        }
        let detail = "This path answers \(allow)."
        var response = refuse(
            ProblemDetails(status: .methodNotAllowed, detail: detail),
            of: request
        )
        response.fields[.allow] = allow
        return response
    }

    /// A problem in the manner of the service whose prefix the path has.
    private func refuse(_ problem: ProblemDetails, of request: Request) -> Response {
        let path = request.path
        let owner = owners.first { path == $0.prefix || path.hasPrefix($0.prefix + "/") }
        let format = (owner?.formats ?? []).forProblem(answering: request)
        return ProblemResponse(problem, members: owner?.problemMembers).response(in: format)
    }
}

/// What went over the wire, for logs and metrics.
public struct Observation: Sendable {
    /// The method.
    public let method: Method
    /// The route's template, which holds no input; `nil` when no route was found.
    public let template: String?
    /// The status of the response.
    public let status: Status
    /// The length of the response's content in bytes, when it is known.
    public let length: Int?
    /// The time from the head of the request to the response.
    public let duration: Duration
}

/// Services that would fail when they are used.
public struct UnfitServices: Error, Sendable, CustomStringConvertible {
    /// What is wrong with them.
    public let findings: [Service.Finding]

    /// Every finding, a line each.
    public var description: String { findings.map(\.description).joined(separator: "\n") }
}

/// Something that answers the requests of one route.
protocol EndpointResponder: Sendable {
    /// The route's template, with the service's prefix.
    var template: String { get }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - parameters: The segments that stand for the route's parameters, still escaped.
    ///   - ending: The format that the path's ending asks for.
    /// - Returns: The response.
    func respond(
        to request: Request,
        _ parameters: [Substring],
        in ending: Substring?
    ) async -> Response
}

/// A fixed answer.
private struct Page: EndpointResponder {
    let response: Response
    let path: String

    var template: String { path }

    func respond(
        to request: Request,
        _ parameters: [Substring],
        in ending: Substring?
    ) async -> Response {
        response
    }
}
