// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoApps
import RecadoHTTP
import RecadoServer
import RecadoServices

/// Answers `/` with the home page in the language and the colours that somebody wants.
struct HomeDialect: Dialect {
    /// Every form of the page, at a path of its own that nobody else sees.
    private let pages: Application

    /// Prepares the page in every language and all colours.
    ///
    /// - Parameter page: The page.
    /// - Throws: `UnfitServices` never, for there are none.
    init(_ page: HomePage) throws(UnfitServices) {
        var responses: [String: Response] = [:]
        for manner in PageManner.all {
            var page = page
            page.manner = manner
            responses[Self.path(of: manner)] = page.response
        }
        pages = try Application([], pages: responses)
    }

    /// What answers `/`.
    var service: Service {
        let api = API(name: "home", title: "Home", version: "1.0.0", endpoints: [])
        var service = Service(api)
        service.speak(self, for: [])
        return service
    }

    var templates: [String] { ["/"] }

    /// Claims `/` for whoever asks for a page; what others get there is the scores' affair.
    func template(of request: Request) -> String? {
        request.path == "/" && request.asksForPage ? "/" : nil
    }

    func respond(to request: Request) async -> Response {
        var request = request
        if request.path == "/" { request.target = Self.path(of: PageManner(request)) }
        return await pages.respond(to: request)
    }

    private static func path(of manner: PageManner) -> String {
        "/\(manner.language.rawValue)-\(manner.theme.rawValue)"
    }
}
