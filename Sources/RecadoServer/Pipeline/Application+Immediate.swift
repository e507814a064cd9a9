// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Application {
    /// Answers a request whose endpoint has a handler that does not wait.
    ///
    /// - Parameter request: The request, its content at hand.
    /// - Returns: The answer, also to paths and methods that nothing answers; ``ImmediateAnswer/unavailable`` for
    ///   every endpoint that has to be waited for, requests that may have come through proxies, and those
    ///   that are part of a trace.
    public func respondImmediately(to request: Request) -> ImmediateAnswer {
        guard isImmediate, trustedProxies.isNobody, request.content.isAtHand,
            !request.fields.contains(.traceparent)
        else { return .unavailable }
        if let place = literalPlace(of: request) {
            return answer(request, from: router.target(at: place), [], ending: nil)
        }
        switch route(request) {
        case .target(let target, let match):
            return answer(request, from: target, match.parameters, ending: match.ending)
        case .refusal(var response):
            finish(&response, request, nil, observers?.begin(.direct), nil)
            return .complete(response)
        }
    }

    /// What answers a path without parameters and endings, which is found in fewer steps.
    private func literalPlace(of request: Request) -> Int? {
        guard dialects.isEmpty else { return nil }
        let bytes = request.target.utf8Span.span
        var end = 0
        while end < bytes.count, bytes[end] != UInt8(ascii: "?") {
            if bytes[end] == UInt8(ascii: ".") { return nil }
            end += 1
        }
        let method = request.method == .head ? .get : request.method
        return router.literalPlace(method, bytes.extracting(0..<end))
    }

    private func answer(
        _ request: Request,
        from target: any EndpointResponder,
        _ parameters: [Substring],
        ending: Substring?
    ) -> ImmediateAnswer {
        guard target.isImmediate else { return .unavailable }
        if let observers {
            return observe(request, target, observers) {
                target.respondImmediately(to: request, parameters, ending: ending)
            }
        }
        switch target.respondImmediately(to: request, parameters, ending: ending) {
        case .unavailable: return .unavailable
        case .complete(var response):
            finish(&response, request)
            return .complete(response)
        case .unfinished(let rest):
            return .unfinished {
                var response = await rest()
                finish(&response, request)
                return response
            }
        }
    }

    /// Answers a request for those who take note of it.
    private func observe(
        _ request: Request,
        _ target: any EndpointResponder,
        _ observers: Observers,
        _ answer: () -> ImmediateAnswer
    ) -> ImmediateAnswer {
        let start = Observers.Beginning()
        let template = target.knownTemplate
        switch answer() {
        case .unavailable: return .unavailable
        case .complete(var response):
            finish(&response, request, template, observers.begin(.direct, start), nil)
            return .complete(response)
        case .unfinished(let rest):
            // Not before: who gives the request up never comes to the end.
            return .unfinished {
                let beginning = observers.begin(.direct, start)
                var response = await rest()
                finish(&response, request, template, beginning, nil)
                return response
            }
        }
    }
}
