// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Passes requests to a service's raw handler.
struct RawHandlerAdapter: WaitingHandler {
    let rawHandler: any RawHandler
    /// The route's template; empty for requests that no route answers.
    let template: String
    /// True if the request asks for a page of the raw handler.
    let isPage: Bool

    init(_ rawHandler: any RawHandler, _ template: String, answering request: Request) {
        self.rawHandler = rawHandler
        self.template = template
        isPage = rawHandler.hasPages && (request.method == .get || request.method == .head)
    }

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var representation: Representation? { isPage ? .compressibleText : nil }

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        var response = await rawHandler.respond(to: request)
        if isPage { response.addTag() }
        guard template.isEmpty, response.status == .notFound else { return response }
        // A shared cache must not give this 404 answer to browsers, which may get another answer at
        // the same path.
        response.fields.addMissing(from: [.cacheControl: "no-store"])
        response.addVary(.accept)
        return response
    }
}

extension Service {
    /// The templates of the routes that the raw handler answers.
    var handledTemplates: Set<String> {
        Set((rawHandler?.endpoints ?? []).map { api.prefix + $0.route.path })
            .union(rawHandler?.rawHandler.templates ?? [])
    }
}
