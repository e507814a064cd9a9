// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension Poster {
    /// The response with the SVG drawing.
    var response: Response {
        Response(
            status: .ok,
            fields: [
                .contentType: "image/svg+xml; charset=utf-8",
                // 30 days, because a poster can change only with a new version of the program, and
                // rarely does.
                .cacheControl: "public, max-age=2592000",
                .contentTypeOptions: "nosniff",
                // The drawing needs no other resources and no script, so none are allowed.
                .contentSecurityPolicy: "default-src 'none'",
            ],
            content: Content(svg)
        )
    }
}
