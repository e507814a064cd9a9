// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The weather of the next days: the condition, the precipitation, and the lowest and highest
/// temperatures.
struct WeatherDaysView: Sendable {
    let days: [WeatherDay]
    let amount: Amount
    let icons: WeatherIconView

    private var say: AppLanguage { amount.language }

    var html: HTML {
        guard !days.isEmpty else { return "" }
        return """
            <section aria-labelledby="days">
            <h2 id="days">\(say("Los próximos \(days.count) días", en: "The next \(days.count) days"))</h2>
            <ol class="days">
            \(days.map(row))
            </ol>
            </section>
            """
    }

    private func row(_ day: WeatherDay) -> HTML {
        """
        <li><span class="when">\(name(of: day))</span>\
        <span class="icon-of">\(icons.html(of: day.condition, size: 44, byDay: true))</span>\
        <span class="sky">\(day.condition?.description ?? "")\(rain(day))</span>\
        <span class="least number"><span class="hidden">\(say("mínima", en: "low")) </span>\
        \(amount.number(day.least, decimals: 0))°</span>\
        \(bar(day))\
        <span class="greatest number"><span class="hidden">\(say("máxima", en: "high")) </span>\
        \(amount.number(day.greatest, decimals: 0))°</span></li>
        """
    }

    private func rain(_ day: WeatherDay) -> HTML {
        let chance = day.probability.map { "\(amount.number($0 * 100, decimals: 0))\u{A0}%" }
        let fall = day.fall >= 0.05 ? "\(amount.number(day.fall))\u{A0}mm" : nil
        guard fall != nil || (day.probability ?? 0) >= 0.05 else { return "" }
        let words = [chance, fall].compactMap(\.self).joined(separator: " · ")
        return """
            <span class="wet number"><span class="hidden">\(say("lluvia o nieve", en: "rain or snow")) </span>\
            \(words)</span>
            """
    }

    /// Returns a bar from the day's lowest to its highest temperature, on a scale that covers all
    /// days.
    private func bar(_ day: WeatherDay) -> HTML {
        let least = days.map(\.least).min() ?? 0
        let height = max(1, (days.map(\.greatest).max() ?? 0) - least)
        func place(_ temperature: Double) -> Int {
            Int((min(1, max(0, (temperature - least) / height)) * 100).rounded())
        }
        let (start, end) = (place(day.least), place(day.greatest))
        return """
            <svg class="span" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="all" width="100" height="6"/>\
            <rect x="\(start)" width="\(max(4, end - start))" height="6"/></svg>
            """
    }

    private func name(of day: WeatherDay) -> String {
        switch day.distance {
        case 0: say("Hoy", en: "Today")
        case 1: say("Mañana", en: "Tomorrow")
        default: say.weekdays[day.weekday % 7]
        }
    }
}

extension AppLanguage {
    /// The names of the weekdays, from Sunday.
    fileprivate var weekdays: [String] {
        switch self {
        case .spanish:
            ["Domingo", "Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado"]
        case .english:
            ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        }
    }
}
