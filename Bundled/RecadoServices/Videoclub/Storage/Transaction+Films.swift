// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoStore

// MARK: - Reading

extension Transaction {
    /// One page of the films that a search finds, and the number of all of them.
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
        // A page that is not full is the last one, so that no count is needed.
        if films.count < limit { return (films, films.count) }
        return (films, try value(filter.count, as: Int.self) ?? 0)
    }

    /// A page after the first one, read from the nearer end of the list.
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

    /// The row of a film; `nil` if no film has this number.
    func film(_ id: Int) throws(Thrown) -> FilmRecord? {
        try first("SELECT \(FilmRecord.columns) FROM film WHERE id = \(id)")
    }
}

extension Transaction where Failure: OwnershipFailure {
    /// A film that a member is about to change.
    ///
    /// It is read in the transaction that changes it, so that no other change can come between.
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
        // RETURNING gives a row for every row inserted.
        return id ?? 0
    }

    /// Replaces the film of the number.
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
    /// Some of the films in an order.
    ///
    /// The first film after an offset is found in the order's index alone, which is smaller than
    /// the skipped rows.
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
