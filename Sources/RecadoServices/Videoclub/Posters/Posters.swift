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

/// How posters of our own are stored and shown.
///
/// They are stored as paths, so that a database can move to another address, and shown as whole
/// URLs. Only the paths of posters that exist are treated so: other texts stay as members wrote
/// them, and no longer than they were.
struct PosterAddress: Sendable {
    /// What stands before the paths: `https://example.org`, without a slash at the end.
    private let base: String

    init(publicBase: String) {
        base = publicBase.hasSuffix("/") ? String(publicBase.dropLast()) : publicBase
    }

    /// What is stored for what a member sent; nothing for an empty text.
    func stored(_ sent: String?) -> String? {
        guard let sent, !sent.isEmpty else { return nil }
        guard sent.hasPrefix(base) else { return sent }
        let path = String(sent.dropFirst(base.count))
        return Posters.paths.contains(path) ? path : sent
    }

    /// What is shown for what is stored.
    func shown(_ stored: String?) -> String? {
        guard let stored, Posters.paths.contains(stored) else { return stored }
        return base + stored
    }
}
