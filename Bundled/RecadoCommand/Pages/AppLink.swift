// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoHTTP
import RecadoServer

/// Redirects browsers from the short path of an app, such as `/videoclub`, to the app.
///
/// Other clients receive 404 for the path.
struct AppLink: Handler {
    /// The app.
    let app: AppIdentity
    /// All apps, whose design the page for missing paths uses.
    let apps: Apps

    /// The short path of the app.
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
