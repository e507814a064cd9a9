// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoApps
import RecadoHTTP
import RecadoServer
import RecadoServices

/// Answers `/` with the home page in the language and the colours that somebody wants.
struct HomeDialect: Dialect {
    /// The page in every language and all colours.
    private let pages: [PageManner: DeferredPage]

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
    }

    /// What answers `/`.
    var service: Service {
        let api = API(name: "home", title: "Home", version: "1.0.0", endpoints: [])
        var service = Service(api)
        service.speak(self, for: [])
        return service
    }

    var templates: [String] { ["/"] }
    var hasPages: Bool { true }

    /// Claims `/` for whoever asks for a page; what others get there is the scores' affair.
    func template(of request: Request) -> String? {
        request.path == "/" && request.asksForPage ? "/" : nil
    }

    func respond(to request: Request) async -> Response {
        await pages[PageManner(request)]?.respond(to: request) ?? Response(status: .notFound)
    }
}
