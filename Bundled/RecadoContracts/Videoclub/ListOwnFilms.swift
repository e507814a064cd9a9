// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// Lists the films that a member has added: all of them, or those that match the filters.
///
/// These are the films that the member can change, rent, return and remove.
public struct ListOwnFilms: Endpoint {
    /// The method and the path.
    public static let route: Route = "GET /api/v1/member/films"
    /// JSON, XML and JSON:API.
    public static let formats = Videoclub.formats(root: "films")
    /// The purpose of the call.
    public static let about = About(
        "Lists the films of the member who is calling.",
        detail: "With `id` it tells whether a film is one of them.",
        tags: ["members"]
    )
    /// An array of films, without an envelope; in XML, the root element is `films`.
    public typealias Output = Page<Film>
    /// Only members may call.
    public typealias Caller = Member
    /// Never cached, since the answer is for this caller only.
    public static let caching: Caching = .never

    /// The number of the only film to list.
    @Query public var id: Int?
    /// A text that occurs in the title, the director or the synopsis.
    @Query public var q: FilmText<0, 255>?
    /// The exact year of the release.
    @Query public var year: Year?
    /// True for rented films only, false for films that are not rented.
    @Query public var rented: Bool?
    /// The order; by number by default.
    @Query public var sort: ListFilms.Order?
    /// The number of the page, from 1; 1 by default.
    @Query public var page: Within<1, 1_000_000>?
    /// The greatest number of films on a page; 100 by default.
    @Query public var limit: Within<1, 100>?

    /// Creates a call that lists all films of the member; set the filters as properties.
    ///
    /// - Parameter id: The number of the only film to list; `nil`, the default, lists all films.
    public init(id: Int? = nil) {
        self.id = id
        q = nil
        year = nil
        rented = nil
        sort = nil
        page = nil
        limit = nil
    }
}
