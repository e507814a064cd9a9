// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

/// A row of the table of films.
struct FilmRecord: Sendable, Hashable, RowDecodable {
    /// The film; its poster is in the stored form, which is a path if this server draws the poster.
    var film: Film
    /// The number of the member who added the film.
    let owner: Int

    /// The columns to select, in the order of ``init(row:)``.
    static let columns: Statement = """
        id, title, year, director, created_at, updated_at, poster, rented, synopsis, owner
        """

    init(row: borrowing Row) throws(StoreError) {
        film = try Film(row: row)
        owner = try row[9]
    }
}

extension Film {
    /// Reads only the film, from the columns of a ``FilmRecord``.
    init(row: borrowing Row) throws(StoreError) {
        self.init(
            id: try row[0],
            title: try row[1],
            year: try row[2],
            director: try row[3],
            createdAt: try row[4]
        )
        updatedAt = try row[5]
        poster = try row[6]
        rented = try row[7]
        synopsis = try row[8]
    }
}

extension Film {
    /// Creates a film from a draft; the number is 0, because the database assigns it.
    init(_ draft: FilmDraft, at time: String) {
        self.init(
            id: 0,
            title: draft.title,
            year: draft.year.text,
            director: draft.director,
            createdAt: time
        )
        poster = Self.kept(draft.poster)
        synopsis = Self.kept(draft.synopsis)
    }

    /// Applies the changes of a member; an empty poster or synopsis is removed.
    mutating func apply(_ changes: FilmChanges) {
        if let text = changes.title { title = text }
        if let text = changes.year?.text { year = text }
        if let text = changes.director { director = text }
        if let text = changes.poster { poster = Self.kept(text) }
        if let text = changes.synopsis { synopsis = Self.kept(text) }
    }

    private static func kept(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
