// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The weather of a place, and the day to come.
struct WeatherReportView: Sendable {
    let report: WeatherReport
    let curve: DayCurve?
    let amount: Amount
    let icons: String

    private var say: AppLanguage { amount.language }

    var html: HTML {
        let condition = report.conditions.first
        return """
            <h1 class="place">\(report.city ?? "")</h1>
            <div class="now">
            \(icon(condition?.icon ?? ""))
            <p class="temperature number">\(amount.temperature(report.readings.temperature))</p>
            <p class="words">\(condition?.description ?? "")</p>
            </div>
            <dl class="measures">
            \(measures)
            </dl>
            \(curve.map { DayCurveView(curve: $0, amount: amount).html })
            """
    }

    /// The icon, which the words beside it describe; names of another form are left out.
    private func icon(_ name: String) -> HTML {
        guard name.utf8.count == 3, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return "" }
        return """
            <img src="\(link: "\(icons)/img/wn/\(name)@2x.png")" alt="" width="100" height="100">
            """
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
        rows.append((say("País", en: "Country"), report.system?.country ?? "–"))
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

    /// When the sun rises and sets, where it does.
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
