// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

extension ListFilms {
    /// Creates the call that lists one page of the catalog's films that match a selection.
    init(_ selection: FilmSelection, page: Int) {
        self.init(
            q: selection.words.isEmpty ? nil : selection.words,
            sort: selection.order == .id ? nil : selection.order,
            page: page > 1 ? .init(wrappedValue: page) : nil,
            limit: .init(wrappedValue: VideoclubCalls.pageLimit)
        )
        year = selection.year.isEmpty ? nil : Year(selection.year)
        rented = selection.isRented
    }
}

extension ListOwnFilms {
    /// Creates the call that lists one page of the member's own films that match a selection.
    init(_ selection: FilmSelection, page: Int) {
        let films = ListFilms(selection, page: page)
        self.init()
        (q, year, rented, sort) = (films.q, films.year, films.rented, films.sort)
        (self.page, limit) = (films.page, films.limit)
    }
}
