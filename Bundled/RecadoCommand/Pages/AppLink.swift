// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoHTTP
import RecadoServer

/// Leads browsers that were given the name of an app, as in `/videoclub`, to it; for others
/// there is nothing at its path.
struct AppLink: Handler {
    /// The app.
    let app: AppIdentity
    /// All apps, whose look the page has that says there is nothing.
    let apps: Apps

    /// The path of the link.
    var path: String { "/\(app.name)" }

    func handle(_ request: Request) -> PendingResponse {
        guard [.get, .head].contains(request.method), request.fields.contains(.accept),
            request.prefersPage
        else { return .later { await NotFoundPage(request, apps).response() } }
        return .now(
            Response(
                status: .seeOther,
                fields: [.location: app.path, .vary: "Accept", .cacheControl: "no-cache"]
            )
        )
    }
}
