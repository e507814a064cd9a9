// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import RecadoHTTP
import RecadoTransport

extension StubTransport {
    /// Answers calls to a declared endpoint, as a server would.
    ///
    /// Inputs are validated, and answers and failures are encoded as the endpoint declares. If the
    /// endpoint requires credentials, requests must have some, but their values are not checked.
    /// Any base path may precede the endpoint's route.
    ///
    /// - Parameters:
    ///   - type: The type of the endpoint.
    ///   - handler: The closure that answers; if it throws, it must declare the error type: `call
    ///     throws(RentFilm.Failure) in`.
    /// - Returns: The rule, which records the requests that it has answered.
    @discardableResult
    public func on<E: Endpoint>(
        _ type: E.Type,
        _ handler: @escaping @Sendable (E) async throws(E.Failure) -> E.Output
    ) -> StubRule {
        let stub = Result { () throws(ProblemDetails) in try EndpointStub<E>(handler) }
        let answer = StubResponse.made { request throws(TransportError) in
            switch stub {
            case .success(let stub): return await stub.respond(to: request.request)
            case .failure(let error):
                let detail = error.detail ?? error.title
                throw TransportError(.failed, "the stubbed endpoint is unfit: \(detail)")
            }
        }
        return add(StubRule(RequestPattern(routed: E.self), [answer]))
    }

    /// Answers calls to a declared endpoint with an output.
    ///
    /// - Parameters:
    ///   - type: The type of the endpoint.
    ///   - output: The output that answers each call.
    /// - Returns: The rule, which records the requests that it has answered.
    @discardableResult
    public func on<E: Endpoint>(_ type: E.Type, answer output: E.Output) -> StubRule {
        on(type) { (_: E) throws(E.Failure) in output }
    }

    /// Answers calls to a declared endpoint with a failure that it declares.
    ///
    /// - Parameters:
    ///   - type: The type of the endpoint.
    ///   - failure: The failure that answers each call.
    /// - Returns: The rule, which records the requests that it has answered.
    @discardableResult
    public func on<E: Endpoint>(_ type: E.Type, failure: E.Failure) -> StubRule {
        on(type) { (_: E) throws(E.Failure) in throw failure }
    }
}

extension RequestPattern {
    /// Creates a pattern that matches requests for an endpoint's route, whatever base path precedes
    /// it.
    init<E: Endpoint>(routed endpoint: E.Type) {
        self.init("* /**")
        let route = E.route
        // GET answers HEAD, too.
        let methods = route.method == .get ? [route.method, .head] : [route.method]
        self = matching("\(route)") { request in
            methods.contains(request.request.method)
                && RoutedPath(request.request.path, of: endpoint) != nil
        }
        relabel("\(route), below any base")
    }
}

/// A request path that ends with the segments of a route.
struct RoutedPath {
    /// The values of the route's parameters, still percent-encoded and without an extension.
    let parameters: [Substring]
    /// The path's extension that names a format, such as `json`.
    let ending: Substring?

    init?<E: Endpoint>(_ path: Substring, of endpoint: E.Type) {
        var parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        if parts.last == "" { parts.removeLast() }
        let segments = E.route.segments.filter { $0 != .literal("") }
        guard parts.count >= segments.count else { return nil }
        var parameters: [Substring] = []
        var ending: Substring?
        for (index, segment) in segments.enumerated() {
            let part = parts[parts.count - segments.count + index]
            // The last segment may end with a format: /films.json.
            let dot = index == segments.count - 1 ? part.lastIndex(of: ".") : nil
            let (stem, asked) = (
                dot.map { part[..<$0] }, dot.map { part[part.index(after: $0)...] }
            )
            switch segment {
            case .literal(let text):
                if Self.spells(part, text) { continue }
                guard let stem, Self.spells(stem, text) else { return nil }
                ending = asked
            case .parameter:
                let isFormat = E.responseFormats.contains {
                    $0.pathExtension == asked.map(String.init)
                }
                if isFormat { ending = asked }
                parameters.append(isFormat ? stem ?? part : part)
            }
        }
        (self.parameters, self.ending) = (parameters, ending)
    }

    private static func spells(_ part: Substring, _ text: String) -> Bool {
        PercentEncoding.decode(part) ?? String(part) == text
    }
}
