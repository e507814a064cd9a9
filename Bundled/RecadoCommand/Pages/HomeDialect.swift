// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices

/// Answers `/` with the home page in the language and the colours that somebody wants, or with the list of services as
/// JSON, and whatever nothing else answers with 404.
struct HomeDialect: Dialect {
    /// The page in every language and all colours.
    private let pages: [PageManner: DeferredPage]
    /// The list of services.
    private let list: DeferredPage

    /// Prepares the page in every form; each is written when it is first asked for.
    ///
    /// - Parameter page: The page.
    init(_ page: HomePage) {
        let forms = PageManner.all.map { manner in
            let own = DeferredPage {
                var page = page
                page.manner = manner
                return page.response
            }
            return (manner, own)
        }
        pages = Dictionary(forms) { first, _ in first }
        list = DeferredPage { ServiceList(page).response }
    }

    /// The service of `/`.
    var service: Service {
        let api = API(name: "home", title: "Home", version: "1.0.0", prefix: "", endpoints: [])
        var service = Service(api)
        service.speak(self, for: [])
        return service
    }

    var templates: [String] { ["/"] }
    var hasPages: Bool { true }

    /// Claims `/`.
    func template(of request: Request) -> String? { request.path == "/" ? "/" : nil }

    func respond(to request: Request) async -> Response {
        guard request.path == "/" else { return NotFoundPage(request).response }
        switch request.method {
        case .get, .head:
            let page = request.prefersPage ? pages[PageManner(request)] : nil
            return await (page ?? list).respond(to: request)
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
    /// Whether a page is wanted rather than data: by those who name it, as browsers do, or name nothing.
    var prefersPage: Bool {
        guard fields.contains(.accept) else { return true }
        let accept = Accept(fields)
        guard accept.ranges.contains(where: { $0.type == "text" || $0.subtype == "xhtml+xml" })
        else { return false }
        return accept.best(of: [.html, .json]) == .html
    }
}
