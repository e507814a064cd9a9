// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer

/// The posters of the films that the catalog begins with.
enum Posters {
    /// Where a film's own poster is: `/videoclub/posters/el-padrino.svg`.
    static func path(of poster: Poster) -> String { "/videoclub/posters/\(poster.slug).svg" }

    /// The paths of all posters.
    static let paths = Set(FilmSeeds.all.map { path(of: $0.poster) })

    /// Every poster by path, each drawn when it is first asked for.
    static var pages: [String: any Handler] {
        var pages: [String: any Handler] = [:]
        for film in FilmSeeds.all {
            pages[path(of: film.poster)] = DeferredPage { response(with: film.poster) }
        }
        return pages
    }

    private static func response(with poster: Poster) -> Response {
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
            content: Content(poster.svg)
        )
    }
}
