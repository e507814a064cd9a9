// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The current weather of a place, and the forecast.
struct WeatherReportView: Sendable {
    let report: WeatherReport
    let curve: DayCurve?
    let days: [WeatherDay]
    let amount: Amount
    let icons: WeatherIconView
    /// The button that makes the place a favorite; empty for a place without a name.
    let favourite: HTML
    /// The host of the weather service; `nil` for simulated weather.
    let source: String?

    private var say: AppLanguage { amount.language }

    var html: HTML {
        let condition = report.conditions.first
        return """
            <div class="head"><h1 class="place">\(place)</h1>\(favourite)</div>
            <p class="country">\(country)</p>
            <p class="updated">\(updated)</p>
            <div class="now">
            \(icons.html(of: condition, size: 100))
            <p class="temperature number">\(amount.temperature(report.readings.temperature))</p>
            <p class="words">\(condition?.description ?? "")</p>
            </div>
            <dl class="measures">
            \(measures)
            </dl>
            \(curve.map { DayCurveView(curve: $0, amount: amount, icons: icons).html })
            \(WeatherDaysView(days: days, amount: amount, icons: icons).html)
            <p class="source soft">\(origin)</p>
            """
    }

    /// The name of the place, or its coordinates if it has no name.
    private var place: String {
        if let city = report.city, !city.isEmpty { return city }
        guard let point = report.coordinates else { return say("Aquí", en: "Here") }
        return
            "\(amount.number(point.lat, decimals: 2))°, \(amount.number(point.lon, decimals: 2))°"
    }

    private var country: String {
        report.system?.country.map { CountryNames.name(of: $0, in: say) } ?? ""
    }

    private var updated: HTML {
        let time = Amount.clock(report.time, offset: report.utcOffset ?? 0)
        return """
            <strong>\(say("Ahora", en: "Now"))</strong> · \
            \(say("actualizado a las \(time), hora de allí", en: "updated at \(time), local time"))
            """
    }

    /// The source of the weather, in a sentence.
    private var origin: HTML {
        guard let source else {
            return """
                \(Icon.flask.html) <strong>\(say("Tiempo simulado.", en: "Simulated weather."))</strong> \
                \(say(
                    "Lo calcula este servidor; nadie lo ha medido.",
                    en: "This server reckons it; nobody has measured it."
                ))
                """
        }
        return "\(say("Datos de", en: "Data from")) \(source)."
    }

    private var measures: [HTML] {
        let readings = report.readings
        var rows: [(String, String)] = []
        if let feelsLike = readings.feelsLike {
            rows.append((say("Sensación", en: "Feels like"), amount.temperature(feelsLike)))
        }
        rows.append(
            (say("Humedad", en: "Humidity"), "\(amount.number(readings.humidity, decimals: 0)) %")
        )
        if let wind = report.wind {
            let from = wind.deg.map { amount.direction($0) }
            let words = from.map { say("del \($0)", en: "from the \($0)") }
            let text = [amount.speed(wind.speed), words].compactMap(\.self)
            rows.append((say("Viento", en: "Wind"), text.joined(separator: " ")))
        }
        rows.append(
            (
                say("Presión", en: "Pressure"),
                "\(amount.number(readings.pressure, decimals: 0)) hPa"
            )
        )
        if let clouds = report.clouds {
            rows.append(
                (say("Nubes", en: "Clouds"), "\(amount.number(clouds.all, decimals: 0)) %")
            )
        }
        rows += sun
        return rows.map { "<div><dt>\($0)</dt><dd class=\"number\">\($1)</dd></div>" }
    }

    /// The times of sunrise and sunset; empty if they are not known.
    private var sun: [(String, String)] {
        guard let system = report.system, let rise = system.sunrise, let set = system.sunset,
            rise > 0, set > 0
        else { return [] }
        let offset = report.utcOffset ?? 0
        return [
            (say("Sale el sol", en: "Sunrise"), Amount.clock(rise, offset: offset)),
            (say("Se pone el sol", en: "Sunset"), Amount.clock(set, offset: offset)),
        ]
    }
}
