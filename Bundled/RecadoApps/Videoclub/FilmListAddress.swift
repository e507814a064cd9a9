// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP
import RecadoScreens

/// The selection of films and the page number; together they form the query in the addresses of the
/// list and of single films.
struct FilmListAddress: Sendable, Hashable {
    /// The filters, the words and the order.
    var selection: FilmSelection
    /// The number of the page, from 1.
    var page: Int

    /// The name of the form input that contains the query of the list, so that the user can return
    /// to the list.
    static let inputName = "list"
    private static let home = AppIdentity.videoclub.path

    /// Reads a query; invalid parts are ignored.
    init(_ query: QueryItems) {
        selection = FilmSelection(words: (query["q"] ?? "").trimmed)
        selection.year = (query["year"] ?? "").trimmed
        selection.isRented = State(rawValue: query["state"] ?? "")?.isRented
        selection.isOwn = query["mine"] == "yes"
        selection.order = query["sort"].flatMap { ListFilms.Order(rawValue: $0) } ?? .id
        page = max(1, Self.number(query["page"] ?? "") ?? 1)
    }

    /// Reads the list's address from a form.
    init(form visit: Visit) {
        self.init((try? QueryItems(comparing: visit.entry(Self.inputName), limit: 20)) ?? [:])
    }

    /// Returns the number in a text, or the greatest `Int` if it is too large.
    private static func number(_ text: String) -> Int? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(text) ?? .max : nil
    }

    /// The rental states by which films can be filtered.
    enum State: String, CaseIterable {
        case free
        case rented

        var isRented: Bool { self == .rented }
    }

    /// The rental state by which films are filtered; `nil` for no filter.
    var state: State? { selection.isRented.map { $0 ? .rented : .free } }

    // MARK: - Writing

    /// The query items of the selection, without the page.
    var filters: QueryItems {
        var items = QueryItems()
        if !selection.words.isEmpty { items.append(selection.words, to: "q") }
        for item in narrowing { items.append(item.value, to: item.name) }
        return items
    }

    /// The filters and the order as query items.
    var narrowing: QueryItems {
        var items = QueryItems()
        if let state { items.append(state.rawValue, to: "state") }
        if !selection.year.isEmpty { items.append(selection.year, to: "year") }
        if selection.isOwn { items.append("yes", to: "mine") }
        if selection.order != .id { items.append(selection.order.rawValue, to: "sort") }
        return items
    }

    /// The query without a question mark; empty for the first page of all films.
    var query: String {
        var items = filters
        if page > 1 { items.append("\(page)", to: "page") }
        return items.encoded
    }

    /// The query with its question mark, if any.
    var ending: String {
        let query = query
        return query.isEmpty ? "" : "?\(query)"
    }

    /// The path and query of the list.
    var path: String { Self.home + ending }

    /// Returns the path and query of the page that shows a film beside the list.
    func path(of id: Int) -> String { "\(Self.home)/\(id)\(ending)" }

    /// Returns the address of another page.
    func at(page: Int) -> FilmListAddress {
        var address = self
        address.page = page
        return address
    }
}
