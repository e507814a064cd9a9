// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices

/// Answers `/` with the home page in the language and the colours that somebody wants, or with the
/// list of services as JSON, and whatever nothing else answers with 404.
struct HomeHandler: RawHandler {
    private let page: HomePage
    /// The list of services.
    private let list: DeferredPage

    /// Prepares the page and the list.
    ///
    /// - Parameter page: The page.
    init(_ page: HomePage) {
        self.page = page
        list = DeferredPage { ServiceList(page).response }
    }

    /// The service of `/`.
    var service: Service {
        let api = API(name: "home", title: "Home", version: "1.0.0", prefix: "", endpoints: [])
        var service = Service(api)
        service.serve(self, for: [])
        return service
    }

    var templates: [String] { ["/"] }
    var hasPages: Bool { true }

    /// Claims `/`.
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
    /// Whether a page is wanted rather than data: by those who name it, as
    /// browsers do, or name nothing.
    var prefersPage: Bool {
        guard fields.contains(.accept) else { return true }
        let accept = Accept(fields)
        guard accept.ranges.contains(where: { $0.type == "text" || $0.subtype == "xhtml+xml" })
        else { return false }
        return accept.best(of: [.html, .json]) == .html
    }
}
