// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

/// A row of the table of films.
struct FilmRecord: Sendable, Hashable, RowDecodable {
    /// The film; the poster is as it is stored, a path for one of our own.
    var film: Film
    /// The number of the member who added it.
    let owner: Int

    /// The columns that are read, in the order of ``init(row:)``.
    static let columns: Statement = """
        id, title, year, director, created_at, updated_at, poster, rented, synopsis, owner
        """

    init(row: borrowing Row) throws(StoreError) {
        film = try Film(row: row)
        owner = try row[9]
    }
}

extension Film {
    /// Reads a film alone, of the same columns.
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

/// What members say of a film, as it is stored.
struct FilmFields: Sendable, Hashable {
    var title: String
    var year: String
    var director: String
    var poster: String?
    var synopsis: String?
    var isRented = false
}

extension FilmFields {
    /// What is stored of a film.
    init(_ film: Film) {
        self.init(
            title: film.title,
            year: film.year,
            director: film.director,
            poster: film.poster,
            synopsis: film.synopsis,
            isRented: film.rented
        )
    }

    /// Replaces what a member says anew; an empty poster or synopsis is removed.
    mutating func apply(_ changes: FilmChanges) {
        if let text = changes.title { title = text }
        if let text = changes.year?.text { year = text }
        if let text = changes.director { director = text }
        if let text = changes.poster { poster = text.isEmpty ? nil : text }
        if let text = changes.synopsis { synopsis = text.isEmpty ? nil : text }
    }
}
