// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

extension Application {
    /// The result of routing: the handler of a request, or a refusal.
    enum Found {
        case target(any EndpointHandler, RouteMatch)
        case refusal(Response, ProblemDetails?)
        /// No route has the path.
        case nothing

        static func spoken(
            by rawHandler: any RawHandler,
            _ template: String,
            _ request: Request
        ) -> Found {
            let handler = RawHandlerAdapter(rawHandler, template, answering: request)
            return .target(handler, RouteMatch(parameters: []))
        }
    }

    /// Steps 1 and 2: finds the route, and checks the method.
    func route(_ request: Request) -> Found {
        if let target = literalTarget(of: request), !target.heedsPreconditions {
            return .target(target, RouteMatch(parameters: []))
        }
        for rawHandler in rawHandlers {
            guard let template = rawHandler.template(of: request) else { continue }
            return .spoken(by: rawHandler, template, request)
        }
        if request.method == .options, request.target.hasSameBytes(as: "*") {
            return .refusal(describeServer(), nil)
        }
        let method = request.method == .head ? .get : request.method
        let path = request.path
        let named = Self.ending(of: path)
        // `/catalog/7.json` asks for item 7 as JSON, although `{id}` would also match `7.json`.
        if let named, endings.contains(String(named.ending)),
            case .found(let target, let parameters) = router.match(method, named.stem)
        {
            return found(target, parameters, named.stem, ending: named.ending)
        }
        switch router.match(method, path) {
        case .found(let target, let parameters):
            return found(target, parameters, path)
        case .otherMethods(let methods):
            return refuseMethod(of: request, allowed: methods)
        case .unknown:
            break
        }
        if let named, case .found(let target, let parameters) = router.match(method, named.stem) {
            return found(target, parameters, named.stem, ending: named.ending)
        }
        if let rawHandler = parts.owner(of: request)?.rawHandler {
            return .spoken(by: rawHandler, "", request)
        }
        return .nothing
    }

    /// Returns the handler for a path without parameters and extensions; faster than the general
    /// search.
    private func literalTarget(of request: Request) -> (any EndpointHandler)? {
        guard rawHandlers.isEmpty else { return nil }
        let bytes = request.target.utf8Span.span
        var end = 0
        while end < bytes.count, bytes[end] != UInt8(ascii: "?") {
            if bytes[end] == UInt8(ascii: ".") { return nil }
            end += 1
        }
        let method = request.method == .head ? .get : request.method
        return router.literalTarget(method, bytes.extracting(0..<end))
    }

    /// Returns the handler of a route, with a reader of the resource if preconditions must be
    /// checked.
    private func found(
        _ target: any EndpointHandler,
        _ parameters: [Substring],
        _ path: Substring,
        ending: Substring? = nil
    ) -> Found {
        var match = RouteMatch(parameters: parameters, ending: ending)
        if target.heedsPreconditions,
            case .found(let reader, let parameters) = router.match(.get, path)
        {
            match.reader = ResourceReader(handler: reader, parameters: parameters)
        }
        return .target(target, match)
    }

    /// Splits the path into the part before the file extension and the extension without its dot.
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

    /// Returns the answer with the methods that the server supports at any path: `OPTIONS *` (RFC
    /// 9110 §9.3.7).
    private func describeServer() -> Response {
        Response(status: .noContent, fields: [.allow: Self.allow(router.methods)])
    }

    private static func allow(_ methods: some Sequence<Method>) -> String {
        var names = Set(methods.map(\.name)).union([Method.options.name])
        if names.contains(Method.get.name) { names.insert(Method.head.name) }
        return names.sorted().joined(separator: ", ")
    }

    private func refuseMethod(of request: Request, allowed methods: [Method]) -> Found {
        let methods = ownMethods(of: request) ?? methods
        let allow = Self.allow(methods)
        if CrossOriginRules.isPreflight(request), let owner = parts.owner(of: request) {
            return .refusal(owner.crossOrigin.preflight(request, allow), nil)
        }
        if request.method == .options {
            return .refusal(Response(status: .noContent, fields: [.allow: allow]), nil)
        }
        var (response, problem) = parts.refuse(.otherMethods(allow), of: request)
        response.fields[.allow] = allow
        return .refusal(response, problem)
    }

    /// Returns the methods at the path, if its GET handler determines them itself.
    private func ownMethods(of request: Request) -> [Method]? {
        guard case .found(let target, let parameters) = router.match(.get, request.path) else {
            return nil
        }
        return target.methods(RouteMatch(parameters: parameters))
    }
}
