// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import Testing

/// The pages that a list of films asks for, while films are added and removed.
@Suite struct `Pages of the list of films` {
    private static let limit = VideoclubCalls.pageLimit

    private func page(_ number: Int, _ ids: some Sequence<Int>) -> FilmPage {
        let films = ids.map { Film(id: $0, title: "x", year: "1", director: "y", createdAt: "") }
        return FilmPage(films: films, selection: "", page: number, total: 500, hasMore: true)
    }

    /// Returns a list of whole pages whose films have the numbers from 0 on.
    private func list(_ pages: Int) -> FilmListState {
        var state = FilmListState()
        state.finish(state.begin(), with: .success(page(1, 0..<Self.limit)))
        for number in 1..<pages {
            guard let request = state.beginMore() else { break }
            let ids = (number * Self.limit)..<((number + 1) * Self.limit)
            state.finish(request, with: .success(page(request.page, ids)))
        }
        return state
    }

    private func next(_ state: FilmListState) -> Int? {
        var state = state
        return state.beginMore()?.page
    }

    @Test(arguments: [(0, 4), (1, 3), (50, 3), (51, 2), (100, 2), (101, 1), (150, 1)])
    func `the number of the next page decreases as films are removed`(removed: Int, expected: Int) {
        var state = list(3)
        for id in 0..<removed { state.apply(.removed(id)) }
        #expect(next(state) == expected)
    }

    @Test func `a page is requested again only once after a removal`() {
        var state = list(2)
        state.apply(.removed(3))
        // Neither removal counts, as the film is not in the list.
        state.apply(.removed(3))
        state.apply(.removed(999))
        guard let again = state.beginMore() else {
            Issue.record("there is no more")
            return
        }
        #expect(again.page == 2)
        state.finish(again, with: .success(page(2, 50..<100)))
        #expect(next(state) == 3)
    }

    @Test func `a page is requested again if a film is removed meanwhile`() {
        var state = list(1)
        guard let request = state.beginMore() else {
            Issue.record("there is no more")
            return
        }
        state.apply(.removed(0))
        state.finish(request, with: .success(page(2, 51..<101)))
        #expect(next(state) == 2)
    }

    @Test func `reloading the list resets the next page`() {
        var state = list(2)
        state.apply(.removed(0))
        state.finish(state.begin(), with: .success(page(1, 1...50)))
        #expect(next(state) == 2)
    }
}
