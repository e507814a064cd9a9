// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado
import RecadoClient
import RecadoHTTP
import RecadoServer
import Synchronization

extension StubTransport {
    /// Answers calls of a declared endpoint, as a server would.
    ///
    /// The steps are the server's own: inputs are validated, and answers and failures encoded as the
    /// endpoint declares. Callers must send credentials if it has a caller, of which any will do. The
    /// route may lie below any base.
    ///
    /// - Parameters:
    ///   - type: The endpoint.
    ///   - handler: What answers; a closure that throws must say so: `call throws(RentFilm.Failure) in`.
    /// - Returns: The rule, which knows the requests that it has answered.
    @discardableResult
    public func on<E: Endpoint>(
        _ type: E.Type,
        _ handler: @escaping @Sendable (E) async throws(E.Failure) -> E.Output
    ) -> StubRule {
        let responder: any StubResponder =
            if E.Caller.self == Anyone.self {
                EndpointStub<E, Anyone>(handler)
            } else {
                EndpointStub<E, AcceptedCaller<E.Caller>>(handler)
            }
        let route = E.route
        let pattern = RequestPattern(routed: route)
        return add(
            StubRule(
                pattern,
                [
                    .made { request throws(TransportError) in
                        try await responder.respond(to: request.request)
                    }
                ]
            )
        )
    }

    /// Answers calls of a declared endpoint with an output.
    ///
    /// - Parameters:
    ///   - type: The endpoint.
    ///   - output: The output.
    /// - Returns: The rule, which knows the requests that it has answered.
    @discardableResult
    public func on<E: Endpoint>(_ type: E.Type, answer output: E.Output) -> StubRule {
        on(type) { (_: E) throws(E.Failure) in output }
    }

    /// Answers calls of a declared endpoint with a failure that it declares.
    ///
    /// - Parameters:
    ///   - type: The endpoint.
    ///   - failure: The failure.
    /// - Returns: The rule, which knows the requests that it has answered.
    @discardableResult
    public func on<E: Endpoint>(_ type: E.Type, failure: E.Failure) -> StubRule {
        on(type) { (_: E) throws(E.Failure) in throw failure }
    }
}

extension RequestPattern {
    /// A pattern of the requests of a route, below any base.
    init(routed route: Route) {
        self.init("* /**")
        // GET answers HEAD, too.
        let methods = route.method == .get ? [route.method, .head] : [route.method]
        self = matching("\(route)") { request in
            methods.contains(request.request.method)
                && RoutedPath(request.request.path, route: route) != nil
        }
        relabel("\(route), below any base")
    }
}

/// A path that ends as a route does.
struct RoutedPath {
    /// What comes before the route: the path of the client's base.
    let prefix: String

    init?(_ path: Substring, route: Route) {
        var parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if parts.last == "" { parts.removeLast() }
        let segments = route.segments.filter { $0 != .literal("") }
        guard parts.count >= segments.count else { return nil }
        for (part, segment) in zip(parts.suffix(segments.count), segments) {
            if case .literal(let text) = segment {
                // An ending may ask for a format: /films.json.
                let actual = PercentEncoding.decode(part) ?? String(part)
                guard actual == text || actual.hasPrefix(text + ".") else { return nil }
            }
        }
        prefix = parts.dropLast(segments.count).map { "/" + $0 }.joined()
    }
}

/// Something that answers the requests of an endpoint.
private protocol StubResponder: Sendable {
    func respond(to request: Request) async throws(TransportError) -> Response
}

/// An endpoint that a closure answers, with an application for each base that it is called below.
private final class EndpointStub<E: Endpoint, C: Caller>: StubResponder {
    private let handler: @Sendable (E) async throws(E.Failure) -> E.Output
    private let applications = Mutex<[String: Application]>([:])

    init(_ handler: @escaping @Sendable (E) async throws(E.Failure) -> E.Output) {
        self.handler = handler
    }

    func respond(to request: Request) async throws(TransportError) -> Response {
        let prefix = RoutedPath(request.path, route: E.route)?.prefix ?? ""
        let application: Application
        do {
            application = try self.application(below: prefix)
        } catch {
            throw TransportError(.failed, "the stubbed endpoint is unfit: \(error)")
        }
        return try await InProcessTransport(application).send(
            request,
            timeouts: Timeouts(connect: nil, idle: nil, total: nil)
        )
    }

    private func application(below prefix: String) throws(UnfitServices) -> Application {
        if let known = applications.withLock({ $0[prefix] }) { return known }
        typealias Stubbed = StubbedEndpoint<E, C>
        let api = API(
            name: "stub",
            title: "Stub",
            version: "1",
            prefix: prefix,
            endpoints: [Stubbed.self]
        )
        var service = Service(api)
        let handler = handler
        service.serve { (call: Stubbed, _: C) throws(E.Failure) in
            try await handler(call.endpoint)
        }
        if C.self != Anyone.self {
            service.authenticate(C.self) { _, _ throws(ProblemDetails) in C.accepted as? C }
        }
        let application = try Application([service])
        applications.withLock { $0[prefix] = application }
        return application
    }
}

/// An endpoint under another caller, who is not known to the handler of a stub.
private struct StubbedEndpoint<E: Endpoint, C: Caller>: Endpoint {
    typealias Output = E.Output
    typealias Failure = E.Failure
    typealias Caller = C

    static var route: Route { E.route }
    static var name: String { E.name }
    static var success: Status { E.success }
    static var formats: [Format] { E.formats }
    static var contentLimit: Int { E.contentLimit }
    static var about: About { E.about }

    let endpoint: E

    init(from decoder: any Decoder) throws {
        endpoint = try E(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try endpoint.encode(to: encoder)
    }
}

/// A caller with any credentials of the right form.
private struct AcceptedCaller<C: Caller>: Caller {
    typealias Credentials = C.Credentials
    static var realm: String { C.realm }
}

extension Caller {
    /// The caller that a stub takes for whoever has credentials.
    fileprivate static var accepted: (any Caller)? {
        (Self.self as? any Accepting.Type)?.make()
    }
}

/// A caller that can be made of nothing.
private protocol Accepting: Caller {
    static func make() -> any Caller
}

extension AcceptedCaller: Accepting {
    static func make() -> any Caller { AcceptedCaller() }
}
