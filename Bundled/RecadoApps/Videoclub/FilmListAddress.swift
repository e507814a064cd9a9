// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP
import RecadoScreens

/// A page of a selection of films, encoded in the addresses of the list and of its films.
struct FilmListAddress: Sendable, Hashable {
    /// The films.
    var selection: FilmSelection
    /// The number of the page, from 1.
    var page: Int

    /// The name of the input with which forms return to the list.
    static let inputName = "list"
    private static let home = AppIdentity.videoclub.path

    /// Reads a query; invalid parts are left out.
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

    /// A whole number, however large.
    private static func number(_ text: String) -> Int? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int(text) ?? .max : nil
    }

    /// The states that films are chosen by.
    enum State: String, CaseIterable {
        case free
        case rented

        var isRented: Bool { self == .rented }
    }

    /// The rental state of the films to show; `nil` for both.
    var state: State? { selection.isRented.map { $0 ? .rented : .free } }

    // MARK: - Writing

    /// The settings by the names of the query, without the page.
    var filters: QueryItems {
        var items = QueryItems()
        if !selection.words.isEmpty { items.append(selection.words, to: "q") }
        for item in narrowing { items.append(item.value, to: item.name) }
        return items
    }

    /// The settings beside the words.
    var narrowing: QueryItems {
        var items = QueryItems()
        if let state { items.append(state.rawValue, to: "state") }
        if !selection.year.isEmpty { items.append(selection.year, to: "year") }
        if selection.isOwn { items.append("yes", to: "mine") }
        if selection.order != .id { items.append(selection.order.rawValue, to: "sort") }
        return items
    }

    /// The query without its question mark; empty for the first page of every film.
    var query: String {
        var items = filters
        if page > 1 { items.append("\(page)", to: "page") }
        return items.encoded
    }

    /// The end of the addresses that contain this.
    var ending: String {
        let query = query
        return query.isEmpty ? "" : "?\(query)"
    }

    /// The address of the list.
    var path: String { Self.home + ending }

    /// The address of a film beside the list.
    func path(of id: Int) -> String { "\(Self.home)/\(id)\(ending)" }

    /// The same of another page.
    func at(page: Int) -> FilmListAddress {
        var address = self
        address.page = page
        return address
    }
}
