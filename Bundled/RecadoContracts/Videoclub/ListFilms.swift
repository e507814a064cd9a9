// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Lists the films of the catalog: all of them, or those that match the filters.
public struct ListFilms: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /api/v1/catalog"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats(root: "films")
    /// The data of a list may be up to two seconds old.
    public static let staleness: Duration = .seconds(2)
    /// The description of the endpoint.
    public static let about = About(
        "Lists the films of the catalog.",
        detail: """
            Texts are searched without regard to case and accents. A page holds 100 films unless \
            `limit` says otherwise; the Link field leads to the others.
            """,
        tags: ["catalog"]
    )
    /// An array of films, without an envelope; in XML, the root element is `films`.
    public typealias Output = Page<Film>

    /// A text that occurs in the title, the director or the synopsis.
    @Query public var q: FilmText<0, 255>?
    /// A text that occurs in the title.
    @Query public var title: FilmText<0, 255>?
    /// A text that occurs in the director's name.
    @Query public var director: FilmText<0, 255>?
    /// The exact year of the release.
    @Query public var year: Year?
    /// True for rented films only, false for films that are not rented.
    @Query public var rented: Bool?
    /// The order; by number by default.
    @Query public var sort: Order?
    /// The number of the page, from 1; 1 by default.
    @Query public var page: Within<1, 1_000_000>?
    /// The greatest number of films on a page; 100 by default.
    @Query public var limit: Within<1, 100>?

    /// The orders of the catalog; a minus sign reverses the order.
    public enum Order: String, Codable, Sendable, CaseIterable {
        /// By number, the oldest first.
        case id
        /// By number, the newest first.
        case newest = "-id"
        /// By title.
        case title
        /// By title, from the end of the alphabet.
        case titleDescending = "-title"
        /// By year, the oldest first.
        case year
        /// By year, the newest first.
        case yearDescending = "-year"
        /// By director.
        case director
        /// By director, from the end of the alphabet.
        case directorDescending = "-director"
    }

    /// Creates a call.
    ///
    /// Parameters that are left out do not restrict the list. Set the other filters as properties.
    ///
    /// - Parameters:
    ///   - q: A text that occurs in the title, the director or the synopsis.
    ///   - sort: The order; by number by default.
    ///   - page: The number of the page, from 1; 1 by default.
    ///   - limit: The greatest number of films on a page, from 1 to 100; 100 by default.
    public init(
        q: String? = nil,
        sort: Order? = nil,
        page: Within<1, 1_000_000>? = nil,
        limit: Within<1, 100>? = nil
    ) {
        self.q = q.map { FilmText(wrappedValue: $0) }
        title = nil
        director = nil
        year = nil
        rented = nil
        self.sort = sort
        self.page = page
        self.limit = limit
    }
}

/// Shows one film.
public struct ShowFilm: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /api/v1/catalog/{id}"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats
    /// The description of the endpoint.
    public static let about = About("Shows one film.", tags: ["catalog"])
    /// The film.
    public typealias Output = Film
    /// Thrown if the film does not exist.
    public typealias Failure = FilmMissing

    /// The number of the film.
    @Path public var id: Int

    /// Creates a call.
    ///
    /// - Parameter id: The number of the film.
    public init(id: Int) {
        self.id = id
    }
}
