// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The fields of the search form that filter and sort the list.
struct FilmFilterView: Sendable {
    let address: FilmListAddress
    let visit: Visit

    private var say: AppLanguage { visit.language }

    /// The fields, collapsed unless a filter or an order is set.
    var html: HTML {
        var state = Field("state", say("Estado", en: "State"), value: address.state?.rawValue ?? "")
        state.kind = .choice([
            ("", say("Todas", en: "All")), ("free", say("Libres", en: "Free")),
            ("rented", say("Alquiladas", en: "Rented")),
        ])
        var year = Field("year", say("Año", en: "Year"), value: address.selection.year)
        year.kind = .number
        year.limit = 8
        var order = Field(
            "sort",
            say("Orden", en: "Order"),
            value: address.selection.order == .id ? "" : address.selection.order.rawValue
        )
        order.kind = .choice(
            ListFilms.Order.allCases.map { ($0 == .id ? "" : $0.rawValue, say($0.title)) }
        )
        let isOpen: HTML = address.narrowing.isEmpty ? "" : " open"
        return """
            <details class="filters"\(isOpen)>
            <summary>\(say("Filtrar y ordenar", en: "Filter and sort"))</summary>
            <div class="fields">\(state.html)\(year.html)\(order.html)</div>
            \(own)
            <p class="buttons">\(Button(say("Aplicar", en: "Apply")).html)
            \(Button(say("Quitar filtros", en: "Clear"), leadingTo: AppIdentity.videoclub.path).html)</p>
            </details>
            """
    }

    /// The same values as hidden inputs, for forms without visible filters.
    var hidden: HTML {
        let inputs: [HTML] = address.narrowing.map {
            #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"#
        }
        return "\(inputs)"
    }

    private var own: HTML {
        let checked: HTML = address.selection.isOwn ? " checked" : ""
        return """
            <label class="check"><input type="checkbox" name="mine" value="yes"\(checked)>\
            \(say("Solo las mías", en: "Mine only"))</label>
            """
    }
}

extension ListFilms.Order {
    /// The name of the order, as pages show it.
    var title: Phrase {
        switch self {
        case .id: Phrase("Como han llegado", en: "As they arrived")
        case .newest: Phrase("Últimas llegadas", en: "Latest arrivals")
        case .title: Phrase("Título, de la A a la Z", en: "Title, A to Z")
        case .titleDescending: Phrase("Título, de la Z a la A", en: "Title, Z to A")
        case .year: Phrase("Año, las antiguas antes", en: "Year, oldest first")
        case .yearDescending: Phrase("Año, las recientes antes", en: "Year, newest first")
        case .director: Phrase("Director, de la A a la Z", en: "Director, A to Z")
        case .directorDescending: Phrase("Director, de la Z a la A", en: "Director, Z to A")
        }
    }
}
