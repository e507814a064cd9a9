// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A search form: its button starts a search; if the script runs, it also searches during typing.
struct SearchField: Sendable {
    /// The name of the query item with the search words.
    static let name = "q"

    /// The path of the page with the results.
    let action: String
    /// The label, which names the kind of items to search for.
    let label: String
    /// The search words.
    let value: String
    /// The IDs of the elements that the search updates.
    let updates: [String]
    /// Further fields of the form; none by default.
    var more: HTML = ""

    func html(in visit: Visit) -> HTML {
        """
        <form class="search" role="search" action="\(action)" data-search="\(updates.joined(separator: " "))" \
        data-failed="\(failed(visit.language))">
        \(Self.line(label, value, "maxlength=\"255\" aria-keyshortcuts=\"/\"", in: visit))
        \(more)
        </form>
        """
    }

    /// Returns the line of a search form: the field with its label, and the button inside it.
    ///
    /// - Parameters:
    ///   - label: The label, which names the kind of items to search for.
    ///   - value: The search words.
    ///   - attributes: Further attributes of the field.
    ///   - visit: The request.
    /// - Returns: The line.
    static func line(
        _ label: String,
        _ value: String,
        _ attributes: HTML,
        in visit: Visit
    ) -> HTML {
        """
        <div class="words-field">
        <label class="hidden" for="search">\(label)</label>
        <input id="search" type="search" name="\(name)" value="\(value)" placeholder="\(label)" \
        autocomplete="off" \(attributes)>
        \(Button(visit.language("Buscar", en: "Search"), style: .bare, icon: .search).html)
        </div>
        """
    }

    /// Returns the message that is shown if the server cannot be reached during typing.
    private func failed(_ say: AppLanguage) -> String {
        say(
            "No se llega al servidor: lo que se ve es de antes.",
            en: "The server is not reached: what you see is from before."
        )
    }
}
