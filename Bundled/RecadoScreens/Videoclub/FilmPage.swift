// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// One or more consecutive pages of the catalog.
public struct FilmPage: Sendable, Hashable {
    /// The films.
    public var films: [Film]
    /// The selection of films that was requested.
    public let selection: FilmSelection
    /// The number of the last page included, from 1.
    public let page: Int
    /// The number of films on all pages.
    public var total: Int
    /// True if there is a page after this one.
    public let hasMore: Bool

    /// Creates a part of the catalog.
    ///
    /// - Parameters:
    ///   - films: The films.
    ///   - selection: The selection of films that was requested.
    ///   - page: The number of the last page included, from 1.
    ///   - total: The number of films on all pages.
    ///   - hasMore: True if there is a page after this one.
    public init(
        films: [Film],
        selection: FilmSelection,
        page: Int,
        total: Int,
        hasMore: Bool
    ) {
        self.films = films
        self.selection = selection
        self.page = page
        self.total = total
        self.hasMore = hasMore
    }

    /// The number of pages, at least one.
    public var pageCount: Int {
        max(1, (max(0, total) + VideoclubCalls.pageLimit - 1) / VideoclubCalls.pageLimit)
    }

    /// Returns this page joined with the next page; a film that is on both pages appears once.
    ///
    /// A film that is added between the two calls moves other films from one page to the next.
    func joined(with next: FilmPage) -> FilmPage {
        let known = Set(films.map(\.id))
        return FilmPage(
            films: films + next.films.filter { !known.contains($0.id) },
            selection: next.selection,
            page: next.page,
            total: next.total,
            hasMore: next.hasMore
        )
    }
}

/// A change of one film, to apply to the list.
public enum FilmChange: Sendable, Hashable {
    /// The film has been added; `nil` if the server does not return its number.
    case added(Film?)
    /// The film has been changed; the value is the changed film.
    case changed(Film)
    /// The film with this number has been removed.
    case removed(Int)
}
