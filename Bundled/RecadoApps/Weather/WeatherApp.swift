// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The weather of a city, over the weather service.
struct WeatherApp: HostedApp {
    let identity = AppIdentity.weather
    private let calls: WeatherCalls
    /// What comes before the addresses of icons; nothing for this server.
    private let icons: String

    init(_ settings: Apps.Settings) {
        calls = WeatherCalls(settings.weather.withWireTap(), key: settings.weatherKey)
        icons = settings.weatherIcons
    }

    var routes: [AppRoute] {
        [.get(identity, "", show)]
    }

    private func show(_ visit: Visit) async -> Answer {
        let page = await WeatherPage(asking: WeatherQuestion(visit), of: calls)
        let view = WeatherView(page: page, visit: visit, icons: icons)
        return .show(view.screen, view.status)
    }
}

extension WeatherQuestion {
    /// What the address of a page asks.
    init(_ visit: Visit) {
        self.init(
            place: (visit.query["q"] ?? "").trimmed,
            form: visit.query["form"].flatMap { Form(rawValue: $0) } ?? .json,
            units: visit.query["units"].flatMap { Weather.Units(rawValue: $0) } ?? .metric,
            language: visit.language.tag
        )
    }

    /// The address of the page that asks this.
    var path: String {
        var items = QueryItems()
        items.append(place.isEmpty ? nil : place, to: "q")
        items.append(form == .json ? nil : form.rawValue, to: "form")
        items.append(units == .metric ? nil : units.rawValue, to: "units")
        let root = AppIdentity.weather.path
        return items.isEmpty ? root : "\(root)?\(items.encoded)"
    }
}
