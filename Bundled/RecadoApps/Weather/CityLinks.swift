// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoScreens

/// Links to the favorite and recent cities, and the button that makes a city a favorite.
struct CityLinks: Sendable {
    let book: CityBook
    /// The current question; the links keep its format and units, and change only the place.
    let question: WeatherQuestion
    let visit: Visit

    private var say: AppLanguage { visit.language }

    /// The links; empty if there are no cities.
    var html: HTML {
        guard !book.favourites.isEmpty || !book.others.isEmpty else { return "" }
        return """
            <nav class="cities" aria-label="\(say("Tus ciudades", en: "Your cities"))">
            <ul>\(book.favourites.map { item($0, isFavourite: true) })
            \(book.others.map { item($0, isFavourite: false) })</ul>
            </nav>
            """
    }

    private func item(_ city: String, isFavourite: Bool) -> HTML {
        var other = question
        other.place = city
        other.position = nil
        let mark: HTML =
            isFavourite
            ? "\(Icon.filledStar.html)<span class=\"hidden\">\(say("Favorita:", en: "Favourite:")) </span>"
            : ""
        let name = city.prefix { $0 != "," }
        let current: HTML = city == question.place ? #" aria-current="page""# : ""
        return #"<li><a href="\#(link: other.path)"\#(current)>\#(mark)\#(String(name))</a></li>"#
    }

    /// Returns the form that adds a city to the favorites or removes it.
    func button(for city: String) -> HTML {
        let isFavourite = book.favourites.contains(city)
        let title =
            isFavourite
            ? say("Quitar de favoritas", en: "Remove from favourites")
            : say("Añadir a favoritas", en: "Add to favourites")
        var button = Button(
            title,
            style: .bare,
            icon: isFavourite ? .filledStar : .star
        )
        button.entry = ("keep", isFavourite ? "no" : "yes")
        let entries: [HTML] = question.entries.map {
            #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"#
        }
        return FormSheet(
            action: WeatherApp.favouritePath,
            style: "favourite",
            content: """
                \(entries)
                <input type="hidden" name="city" value="\(city)">
                \(button.html)
                """
        ).html(in: visit)
    }
}
