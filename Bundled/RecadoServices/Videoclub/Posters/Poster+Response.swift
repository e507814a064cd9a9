// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Poster {
    /// The drawing as a server answers it.
    var response: Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "image/svg+xml; charset=utf-8",
                // A month: a poster changes with the program at most, and hardly then.
                .cacheControl: "public, max-age=2592000",
                .contentTypeOptions: "nosniff",
                // The drawing needs nothing from elsewhere and no script, and so is allowed none.
                .contentSecurityPolicy: "default-src 'none'",
            ],
            content: Content(svg)
        )
    }
}
