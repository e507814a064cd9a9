// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

// MARK: - Reading

extension Transaction {
    /// Returns one page of the films that a search finds, and the number of all films found.
    func films(
        _ search: FilmSearch,
        limit: Int,
        offset: Int
    ) throws(Thrown) -> (films: [Film], total: Int) {
        let filter = try filter(search.terms, in: VideoclubSchema.texts, and: search.conditions)
        if offset > 0 { return try later(filter, search.order, limit: limit, offset: offset) }
        let films = try all(filter.page(in: search.order, limit: limit)) { row in
            try Film(row: row)
        }
        // A first page that is not full is also the last page, so the films need not be counted.
        if films.count < limit { return (films, films.count) }
        return (films, try value(filter.count, as: Int.self) ?? 0)
    }

    /// Returns a page after the first page, read from the nearer end of the list.
    private func later(
        _ filter: RowFilter,
        _ order: FilmSearch.Order,
        limit: Int,
        offset: Int
    ) throws(Thrown) -> (films: [Film], total: Int) {
        let total = try value(filter.count, as: Int.self) ?? 0
        guard offset < total else { return ([], total) }
        let count = min(limit, total - offset)
        let rest = total - offset - count
        let isNearEnd = rest < offset
        let page = filter.page(
            in: isNearEnd ? order.reversed : order,
            limit: count,
            offset: isNearEnd ? rest : offset
        )
        let films = try all(page) { row in try Film(row: row) }
        return (isNearEnd ? films.reversed() : films, total)
    }

    /// Returns the row of a film; `nil` if no film has this number.
    func film(_ id: Int) throws(Thrown) -> FilmRecord? {
        try first("SELECT \(FilmRecord.columns) FROM film WHERE id = \(id)")
    }
}

extension Transaction where Failure: OwnershipFailure {
    /// Returns a film that a member is about to change.
    ///
    /// The film is read in the transaction that changes it, so that no other change can come in
    /// between.
    func film(_ id: Int, ownedBy member: Member) throws(Thrown) -> Film {
        guard let record = try film(id) else { throw .failed(.noSuchFilm) }
        guard record.owner == member.id else { throw .failed(.notOwner) }
        return record.film
    }
}

// MARK: - Writing

extension Transaction {
    /// Adds a film, ignoring its number, and returns the number that it was assigned.
    func insert(_ film: Film, owner: Int) throws(Thrown) -> Int {
        let folded = FoldedTexts(film)
        let id = try value(
            """
            INSERT INTO film (
                owner, title, year, director, poster, rented, synopsis, created_at, updated_at,
                folded_title, folded_director, folded_synopsis
            ) VALUES (
                \(owner), \(film.title), \(film.year), \(film.director), \(film.poster),
                \(film.rented), \(film.synopsis), \(film.createdAt), \(film.updatedAt),
                \(folded.title), \(folded.director), \(folded.synopsis)
            ) RETURNING id
            """,
            as: Int.self
        )
        // The insertion's RETURNING clause always yields a row.
        return id ?? 0
    }

    /// Replaces the stored film that has the same number.
    func update(_ film: Film) throws(Thrown) {
        let folded = FoldedTexts(film)
        try execute(
            """
            UPDATE film SET
                title = \(film.title), year = \(film.year), director = \(film.director),
                poster = \(film.poster), rented = \(film.rented),
                synopsis = \(film.synopsis), updated_at = \(film.updatedAt),
                folded_title = \(folded.title), folded_director = \(folded.director),
                folded_synopsis = \(folded.synopsis)
            WHERE id = \(film.id)
            """
        )
    }

    /// Marks a film as rented or as returned.
    func update(_ id: Int, isRented: Bool, at time: String) throws(Thrown) {
        try execute("UPDATE film SET rented = \(isRented), updated_at = \(time) WHERE id = \(id)")
    }

    /// Removes a film; its number is never used again.
    func delete(_ id: Int) throws(Thrown) {
        try execute("DELETE FROM film WHERE id = \(id)")
    }
}

extension RowFilter {
    /// Returns a query for some of the films in an order.
    ///
    /// After an offset, a subquery finds the first film of the page. It selects only the columns of
    /// the order, so that an index can answer it without reading the skipped rows.
    fileprivate func page(
        in order: FilmSearch.Order,
        limit: Int,
        offset: Int = 0
    ) -> Statement {
        var page: Statement = "SELECT \(FilmRecord.columns) FROM film\(clause)"
        if offset > 0 {
            let rows = "SELECT \(order.list) FROM film\(clause)" as Statement
            let first = order.columns == ["id"] ? numbers ?? rows : rows
            page += clause.sql.isEmpty ? " WHERE " : " AND "
            page += """
                (\(order.list)) \(order.comparison) (
                    \(first) ORDER BY \(order.terms) LIMIT 1 OFFSET \(offset)
                )
                """
        }
        return page + " ORDER BY \(order.terms) LIMIT \(limit)"
    }
}

/// The texts of a film in the form in which they are searched and ordered.
private struct FoldedTexts {
    let title: String
    let director: String
    let synopsis: String

    init(_ film: Film) {
        title = FoldedText.folded(film.title)
        director = FoldedText.folded(film.director)
        synopsis = FoldedText.folded(film.synopsis ?? "")
    }
}
