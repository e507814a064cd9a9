// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The page of the weather: the form with the question, and the answer.
struct WeatherView: Sendable {
    let page: WeatherPage
    let book: CityBook
    let visit: Visit
    /// The base URL of icons; empty to use the icons of this server.
    let icons: String
    /// The host of the weather service; `nil` for simulated weather.
    let source: String?

    private var say: AppLanguage { visit.language }
    private var question: WeatherQuestion { page.state.question }

    var screen: Screen {
        Screen(
            title: question.place.isEmpty
                ? page.city ?? say(AppIdentity.weather.title) : question.place,
            content: """
                \(search)
                \(links.html)
                \(switches)
                <section id="weather">
                \(answer)
                </section>
                \(page.exchange.map { WirePanel(exchange: $0).html(in: visit) })
                """
        )
    }

    var status: Status {
        if let trouble = page.state.trouble { return trouble.kind.status }
        if case .unknown = page.state.answer.value { return .notFound }
        return .ok
    }

    private var links: CityLinks { CityLinks(book: book, question: question, visit: visit) }

    // MARK: - Asking

    private var search: HTML {
        let options: [HTML] = page.state.cities.map {
            #"<option value="\#($0.name),\#($0.country)"></option>"#
        }
        let list: HTML =
            options.isEmpty ? "" : "<datalist id=\"cities\">\(options)</datalist>"
        let suggested: HTML = options.isEmpty ? "" : " list=\"cities\""
        let attributes: HTML = "maxlength=\"100\" required\(suggested)"
        return """
            <form class="search" role="search" action="\(AppIdentity.weather.path)">
            \(SearchField.line(say("Ciudad", en: "City"), question.place, attributes, in: visit))
            \(list)
            <input type="hidden" name="form" value="\(question.form.rawValue)">
            <input type="hidden" name="units" value="\(question.units.rawValue)">
            </form>
            """
    }

    private var switches: HTML {
        let forms = WeatherQuestion.Form.allCases.map { form in
            var other = question
            other.form = form
            return Switch.Choice(
                title: form.title,
                path: other.path,
                isChosen: form == question.form
            )
        }
        let units = [Weather.Units.metric, .imperial, .standard].map { units in
            var other = question
            other.units = units
            return Switch.Choice(
                title: units.degree,
                path: other.path,
                isChosen: units == question.units
            )
        }
        return """
            <div class="settings">
            \(Switch(label: say("Formato", en: "Format"), choices: forms).html)
            \(Switch(label: say("Unidades", en: "Units"), choices: units).html)
            \(locate)
            </div>
            <p class="hint" id="locate-note" role="status"></p>
            """
    }

    /// The button that asks the browser for the user's position; it is hidden if no script runs.
    private var locate: HTML {
        var here = question
        (here.place, here.position) = ("", nil)
        return """
            <button type="button" class="button" data-locate="\(link: here.path)" data-waiting \
            aria-describedby="locate-note" data-refused="\(say(
                "El navegador no ha dicho dónde estás. Escribe una ciudad.",
                en: "The browser did not say where you are. Write a city."
            ))">\(Icon.position.html)<span>\(say("Usar mi posición", en: "Use my position"))</span></button>
            """
    }

    // MARK: - Answers

    private var answer: HTML {
        if let trouble = page.state.trouble {
            return """
                <h1 class="place">\(question.place)</h1>
                \(ErrorNote(trouble: trouble, retry: question.path).html(in: visit))
                """
        }
        switch page.state.answer.value {
        case nil: return welcome
        case .found(let report, let curve, let days):
            return WeatherReportView(
                report: report,
                curve: curve,
                days: days,
                amount: Amount(units: question.units, language: say),
                icons: WeatherIconView(icons: icons),
                favourite: page.city.map(links.button) ?? "",
                source: source
            ).html
        case .unknown(let cities): return unknown(cities)
        }
    }

    private var welcome: HTML {
        let names = ["Alicante", "Madrid", "Buenos Aires", "London", "Tokyo", "Oslo"]
        let known = names.compactMap { name in page.state.cities.first { $0.name == name } }
        return """
            <h1>\(say("¿Qué tiempo hace?", en: "What is the weather like?"))</h1>
            <p class="lead">\(say(
                "Escribe una ciudad; el servicio contesta en JSON o en XML, como tú quieras.",
                en: "Write a city; the service answers in JSON or in XML, as you like."
            ))</p>
            \(links(known))
            """
    }

    private func unknown(_ cities: [ListedCity]) -> HTML {
        let text: HTML =
            cities.isEmpty
            ? """
            <p>\(say(
                "Prueba con otro nombre, o con el país detrás de una coma: Guadalajara,MX.",
                en: "Try another name, or the country after a comma: Guadalajara,MX."
            ))</p>
            """ : "<p>\(say("¿Quizá alguna de estas?", en: "One of these, perhaps?"))</p>"
        return """
            <div role="alert">
            <h1>\(say("No se encuentra «\(question.place)»", en: "“\(question.place)” was not found"))</h1>
            \(text)
            </div>
            \(links(cities))
            """
    }

    private func links(_ cities: [ListedCity]) -> HTML {
        guard !cities.isEmpty else { return "" }
        let items: [HTML] = cities.map { city in
            var other = question
            other.place = "\(city.name),\(city.country)"
            other.position = nil
            return """
                <li><a href="\(link: other.path)"><span class="title">\(city.name)</span>\
                <span class="detail end">\(CountryNames.name(of: city.country, in: say))</span></a></li>
                """
        }
        return "<ul class=\"rows\">\n\(items)\n</ul>"
    }
}
