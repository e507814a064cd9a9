// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoStore

/// The SQL for the selection and the order of films that a call asks for.
struct FilmSearch: Sendable {
    /// The texts that the films must contain.
    let terms: [TextIndex.Term]
    /// Further conditions that the films must meet.
    let conditions: [Statement]
    /// The order of the films.
    let order: Order

    /// The columns by which films are ordered.
    struct Order: Sendable {
        let columns: [Statement]
        let isDescending: Bool
    }

    /// Creates the search for a call.
    ///
    /// Films with equal values are ordered by number. A reversed order also reverses the numbers,
    /// so that the same index can be read backwards.
    init(_ call: ListFilms) {
        self.init(call, and: [])
    }

    /// Creates the search for a call that lists the films of a member.
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
        let texts = [
            (VideoclubSchema.texts.columns, call.q?.wrappedValue),
            (["folded_title"], call.title?.wrappedValue),
            (["folded_director"], call.director?.wrappedValue),
        ]
        terms = texts.compactMap { columns, text in
            text.map { TextIndex.Term(columns: columns, text: $0) }
        }
        var conditions = others
        if let year = call.year?.text { conditions.append("year = \(year)") }
        if let rented = call.rented { conditions.append("rented = \(rented)") }
        self.conditions = conditions
        order = Order(call.sort ?? .id)
    }
}

extension FilmSearch.Order {
    fileprivate init(_ sort: ListFilms.Order) {
        switch sort {
        case .id: self.init(columns: ["id"], isDescending: false)
        case .newest: self.init(columns: ["id"], isDescending: true)
        case .title: self.init(columns: ["folded_title", "id"], isDescending: false)
        case .titleDescending: self.init(columns: ["folded_title", "id"], isDescending: true)
        case .year: self.init(columns: ["year", "id"], isDescending: false)
        case .yearDescending: self.init(columns: ["year", "id"], isDescending: true)
        case .director: self.init(columns: ["folded_director", "id"], isDescending: false)
        case .directorDescending: self.init(columns: ["folded_director", "id"], isDescending: true)
        }
    }

    /// The reversed order.
    var reversed: Self { Self(columns: columns, isDescending: !isDescending) }

    /// The terms after `ORDER BY`.
    var terms: Statement {
        let terms = columns.map { isDescending ? $0 + " DESC" : $0 }
        return terms.dropFirst().reduce(terms[0]) { $0 + ", " + $1 }
    }

    /// The columns, separated by commas.
    var list: Statement { columns.dropFirst().reduce(columns[0]) { $0 + ", " + $1 } }

    /// The operator that compares a row's columns with the columns of the first row of the page.
    var comparison: Statement { isDescending ? "<=" : ">=" }
}
