// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoStore

/// Which films a call asks for, and in what order, in SQL.
struct FilmSearch: Sendable {
    /// A clause that begins with `WHERE`, or nothing.
    let filter: Statement
    /// The terms after `ORDER BY`.
    let order: Statement

    /// Translates a call.
    ///
    /// Films of equal rank follow each other by number. A reversed order reverses that as well: it
    /// is the same list from its end, and the same index serves it.
    init(_ call: ListFilms) {
        self.init(call, and: [])
    }

    /// Translates a call for the films of a member.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - owner: The number of the member.
    init(_ call: ListOwnFilms, owner: Int) {
        var conditions: [Statement] = ["owner = \(owner)"]
        if let id = call.id { conditions.append("id = \(id)") }
        var films = ListFilms(sort: call.sort)
        (films.q, films.year, films.rented) = (call.q, call.year, call.rented)
        self.init(films, and: conditions)
    }

    private init(_ call: ListFilms, and others: [Statement]) {
        var conditions = others
        if let pattern = FoldedText.pattern(call.q?.wrappedValue) {
            conditions.append(
                """
                (folded_title LIKE \(pattern) ESCAPE '\\'
                OR folded_director LIKE \(pattern) ESCAPE '\\'
                OR folded_synopsis LIKE \(pattern) ESCAPE '\\')
                """
            )
        }
        if let pattern = FoldedText.pattern(call.title?.wrappedValue) {
            conditions.append("folded_title LIKE \(pattern) ESCAPE '\\'")
        }
        if let pattern = FoldedText.pattern(call.director?.wrappedValue) {
            conditions.append("folded_director LIKE \(pattern) ESCAPE '\\'")
        }
        if let year = call.year?.text { conditions.append("year = \(year)") }
        if let rented = call.rented { conditions.append("rented = \(rented)") }

        var filter: Statement = ""
        for (number, condition) in conditions.enumerated() {
            filter += number == 0 ? " WHERE " : " AND "
            filter += condition
        }
        self.filter = filter
        order =
            switch call.sort ?? .id {
            case .id: "id"
            case .newest: "id DESC"
            case .title: "folded_title, id"
            case .titleDescending: "folded_title DESC, id DESC"
            case .year: "year, id"
            case .yearDescending: "year DESC, id DESC"
            case .director: "folded_director, id"
            case .directorDescending: "folded_director DESC, id DESC"
            }
    }
}
