// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The app of the weather: it shows a city's weather from the weather service.
struct WeatherApp: HostedApp {
    let identity = AppIdentity.weather
    private let calls: WeatherCalls
    /// The base URL of icons; empty to use the icons of this server.
    private let icons: String
    /// The host of the weather service; `nil` for simulated weather.
    private let source: String?

    init(_ settings: Apps.Settings) {
        calls = WeatherCalls(settings.weather.withWireTap(), key: settings.weatherKey)
        icons = settings.weatherIcons
        source = settings.weatherSource
    }

    /// The path of the form that makes a city a favorite.
    static let favouritePath = AppIdentity.weather.path + "/favourite"

    var routes: [AppRoute] {
        [.get(identity, "", show), .post(identity, "/favourite", keep)]
    }

    private func show(_ visit: Visit) async -> PageResponse {
        let page = await WeatherPage(asking: WeatherQuestion(visit), of: calls)
        var book = CityBook(visit)
        let view = WeatherView(page: page, book: book, visit: visit, icons: icons, source: source)
        let answer = PageResponse.show(view.screen, view.status)
        guard let city = page.city else { return answer }
        let known = book
        book.visit(city)
        return book == known ? answer : answer.with(book.cookie)
    }

    /// Adds a city to the favorites or removes it.
    private func keep(_ visit: Visit) -> PageResponse {
        let city = visit.entry("city")
        let isFavourite = visit.holds("keep", "yes")
        var book = CityBook(visit)
        let say = visit.language
        let notice =
            isFavourite && book.isFull
            ? Notice(
                say(
                    "Caben \(CityBook.favouriteLimit) favoritas; quita antes una.",
                    en: "There is room for \(CityBook.favouriteLimit) favourites; remove one first."
                ),
                tone: .failed
            )
            : isFavourite
                ? Notice(say("\(city) está entre tus favoritas.", en: "\(city) is a favourite."))
                : Notice(say("\(city) ya no es favorita.", en: "\(city) is no favourite any more."))
        book.keep(city, isFavourite)
        let question = WeatherQuestion(visit.form, language: say)
        return PageResponse.lead(to: question.path, saying: notice).with(book.cookie)
    }
}

extension WeatherQuestion {
    /// Reads the question from the query of the page's address.
    init(_ visit: Visit) { self.init(visit.query, language: visit.language) }

    /// Reads the question from a query or a form.
    init(_ items: QueryItems, language: AppLanguage) {
        self.init(
            place: (items["q"] ?? "").trimmed,
            form: items["form"].flatMap { Form(rawValue: $0) } ?? .json,
            units: items["units"].flatMap { Weather.Units(rawValue: $0) } ?? .metric,
            language: language.tag
        )
        guard place.isEmpty, let lat = Self.degrees(items["lat"], 90),
            let lon = Self.degrees(items["lon"], 180)
        else { return }
        position = WeatherReport.Coordinates(lon: lon, lat: lat)
    }

    private static func degrees(_ text: String?, _ limit: Double) -> Double? {
        text.flatMap { Double($0) }.flatMap { (-limit...limit).contains($0) ? $0 : nil }
    }

    /// The path and query of the page with this question.
    var path: String {
        var items = QueryItems()
        for (name, value) in entries { items.append(value, to: name) }
        let root = AppIdentity.weather.path
        return items.isEmpty ? root : "\(root)?\(items.encoded)"
    }

    /// The query items for values that differ from the default question.
    var entries: [(name: String, value: String)] {
        var entries: [(name: String, value: String)] = []
        if !place.isEmpty {
            entries.append(("q", place))
        } else if let position {
            entries += [("lat", "\(position.lat)"), ("lon", "\(position.lon)")]
        }
        if form != .json { entries.append(("form", form.rawValue)) }
        if units != .metric { entries.append(("units", units.rawValue)) }
        return entries
    }
}
