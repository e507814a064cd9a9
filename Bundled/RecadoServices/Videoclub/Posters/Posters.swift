// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer

/// The posters of the catalog's initial films.
enum Posters {
    /// Returns the path of the poster that this server draws for a film:
    /// `/videoclub/posters/el-padrino.svg`.
    static func path(of poster: Poster) -> String { "/videoclub/posters/\(poster.slug).svg" }

    /// The paths of all posters.
    static let paths = Set(FilmSeeds.all.map { path(of: $0.poster) })

    /// Every poster by path; each is drawn at the first request.
    static var pages: [String: any Handler] {
        var pages: [String: any Handler] = [:]
        for film in FilmSeeds.all {
            pages[path(of: film.poster)] = DeferredPage { film.poster.response }
        }
        return pages
    }
}
