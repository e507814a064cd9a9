// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP

/// Requests that a service answers by hand.
struct DialectResponder: WaitingResponder {
    let dialect: any Dialect
    /// Empty for requests that no route answers.
    let template: String
    /// True for a request for a page.
    let isPage: Bool

    init(_ dialect: any Dialect, _ template: String, answering request: Request) {
        self.dialect = dialect
        self.template = template
        isPage = dialect.hasPages && (request.method == .get || request.method == .head)
    }

    var heedsPreconditions: Bool { false }
    var endings: [String] { [] }
    var representation: Representation? { isPage ? .compressibleText : nil }

    func answer(
        _ request: Request,
        _ match: RouteMatch,
        in context: RequestContext?
    ) async -> Response {
        var response = await dialect.respond(to: request)
        if isPage { response.addTag() }
        guard template.isEmpty, response.status == .notFound else { return response }
        // Browsers may be answered otherwise at the same path: a shared cache must not hand this to them.
        response.fields.addMissing(from: [.cacheControl: "no-store"])
        response.addVary(.accept)
        return response
    }
}

extension Service {
    /// The templates of the routes that are answered by hand.
    var spokenTemplates: Set<String> {
        Set((dialect?.endpoints ?? []).map { api.prefix + $0.route.path })
            .union(dialect?.dialect.templates ?? [])
    }
}
