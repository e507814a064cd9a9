// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The posters of the films that the catalog begins with.
enum Posters {
    /// Where a film's own poster is: `/videoclub/posters/el-padrino.svg`.
    static func path(of poster: Poster) -> String { "/videoclub/posters/\(poster.slug).svg" }

    /// The paths of all posters.
    static let paths = Set(FilmSeeds.all.map { path(of: $0.poster) })

    /// Every poster as it is answered, by path.
    static var pages: [String: Response] {
        Dictionary(FilmSeeds.all.map { (path(of: $0.poster), response(with: $0.poster)) }) {
            first,
            _ in
            first
        }
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
