// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A form that looks for something: as one types where the script runs, and with a button everywhere.
struct SearchField: Sendable {
    /// The name of the words in the query.
    static let name = "q"

    /// The address that it asks, with the words in its query.
    let action: String
    /// What is looked for.
    let label: String
    /// The words.
    let value: String
    /// The elements of the page that change with the words, by their identifiers.
    let updates: [String]

    func html(in visit: Visit) -> HTML {
        """
        <form class="search" role="search" action="\(action)" data-search="\(updates.joined(separator: " "))">
        <label class="hidden" for="search">\(label)</label>
        <input id="search" type="search" name="\(Self.name)" value="\(value)" placeholder="\(label)" \
        autocomplete="off" maxlength="255">
        <button class="button bare" title="\(visit.language("Buscar", en: "Search"))">\
        \(Icon.search.html)<span class="hidden">\(visit.language("Buscar", en: "Search"))</span></button>
        </form>
        """
    }
}
