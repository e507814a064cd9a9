// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints

/// The weather as HTML, like OpenWeatherMap's small widget, with an icon of 45 pixels.
struct WeatherWidget {
    private let report: WeatherReport

    init(_ report: WeatherReport) {
        self.report = report
    }

    var page: HTML.Page {
        let name = report.city ?? ""
        var page = HTML.Page(title: name, content: content(name))
        page.summary = "A layer with current weather conditions in cities for world wide"
        page.style = Self.style
        return page
    }

    private func content(_ name: String) -> HTML {
        let condition = report.conditions.first
        let readings = report.readings
        let icon = condition?.icon ?? "01d"
        return """
            <div class="city">\(name)</div>
            <div class="widget">
            <div class="now">
            <img height="45" width="45" src="/img/w/\(icon).png" \
            alt="\(condition?.description ?? "")" title="\(condition?.description ?? "")">
            <div class="temperature" title="Current Temperature">\(temperature(readings))</div>
            </div>
            <div class="clouds">Clouds: \(number(report.clouds?.all))%</div>
            <div class="rest">Humidity: \(number(readings.humidity))%</div>
            <div class="rest">Wind: \(number(report.wind?.speed)) \(report.units.speed)</div>
            <div class="rest">Pressure: \(number(readings.pressure))hpa</div>
            </div>

            """
    }

    private func temperature(_ readings: WeatherReport.Readings) -> String {
        let unit =
            switch report.units {
            case .standard: "K"
            case .metric: "°C"
            case .imperial: "°F"
            }
        return number(readings.temperature) + unit
    }

    /// Returns a number without `.0` at its end; `–` for `nil`.
    private func number(_ value: Double?) -> String {
        guard let value else { return "–" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static let style = HTML.trusted(
        """
        .city { font-size: medium; font-weight: bold; }
        .widget { width: 130px; }
        .now { display: flex; align-items: center; }
        .temperature { font-size: medium; font-weight: bold; padding: 0 3pt; }
        .clouds { font-size: small; }
        .rest { color: gray; font-size: x-small; }
        """
    )
}
