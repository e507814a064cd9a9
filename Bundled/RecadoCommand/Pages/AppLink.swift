// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoHTTP
import RecadoServer

/// Redirects browsers that request the name of an app, as in `/videoclub`, to the app; for other
/// clients the path does not exist.
struct AppLink: Handler {
    /// The app.
    let app: AppIdentity
    /// The apps, whose design the page for missing paths uses.
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
