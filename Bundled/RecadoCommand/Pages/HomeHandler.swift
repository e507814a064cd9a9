// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices

/// Answers `/` with the home page or with the list of services as JSON, and unknown paths with 404.
struct HomeHandler: RawHandler {
    private let page: HomePage
    /// The list of services as JSON.
    private let list: DeferredPage

    /// Prepares the page and the list.
    ///
    /// - Parameter page: The page.
    init(_ page: HomePage) {
        self.page = page
        list = DeferredPage { ServiceList(page).response }
    }

    /// The service that contains this handler.
    var service: Service {
        let api = API(name: "home", title: "Home", version: "1.0.0", prefix: "", endpoints: [])
        var service = Service(api)
        service.serve(self, for: [])
        return service
    }

    var templates: [String] { ["/"] }
    var hasPages: Bool { true }

    /// Returns `/` if a request has that path; otherwise `nil`.
    func template(of request: Request) -> String? { request.path == "/" ? "/" : nil }

    func respond(to request: Request) async -> Response {
        guard request.path == "/" else { return await NotFoundPage(request, page.apps).response() }
        switch request.method {
        case .get, .head:
            guard request.prefersPage else { return await list.respond(to: request) }
            return await page.response(to: request)
        case .options: return Response(status: .noContent, fields: [.allow: Self.methods])
        default:
            var response = Response(ProblemDetails(status: .methodNotAllowed))
            response.fields[.allow] = Self.methods
            return response
        }
    }

    private static let methods = "GET, HEAD, OPTIONS"
}

extension Request {
    /// True if the client prefers HTML to JSON: it accepts HTML, as browsers do, or states no
    /// preference.
    var prefersPage: Bool {
        guard fields.contains(.accept) else { return true }
        let accept = Accept(fields)
        guard accept.ranges.contains(where: { $0.type == "text" || $0.subtype == "xhtml+xml" })
        else { return false }
        return accept.best(of: [.html, .json]) == .html
    }
}
