// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoEndpoints
import RecadoScreens

/// The weather of the next 24 hours as a drawing and as a table.
struct DayCurveView: Sendable {
    let curve: DayCurve
    let amount: Amount
    let icons: WeatherIconView

    private var say: AppLanguage { amount.language }

    /// The size and the margins of the drawing, in SVG units.
    private static let (width, height) = (400.0, 236.0)
    private static let (side, top, bottom) = (22.0, 72.0, 62.0)
    /// The precipitation that a bar of full height shows, in millimeters per three hours.
    private static let downpour = 10.0
    /// The width of an icon in the row above the curve.
    private static let iconSize = 34.0

    var html: HTML {
        """
        <section class="day" aria-labelledby="day">
        <h2 id="day">\(say("Las próximas 24 horas", en: "The next 24 hours"))</h2>
        \(drawing)
        \(legend)
        <details><summary>\(say("En una tabla", en: "As a table"))</summary>
        \(table)
        </details>
        </section>
        """
    }

    // MARK: - Drawing

    private var drawing: HTML {
        let least = amount.temperature(curve.least, decimals: 0)
        let greatest = amount.temperature(curve.greatest, decimals: 0)
        return """
            <svg class="curve" viewBox="0 0 \(short(Self.width)) \(short(Self.height))" role="img" \
            aria-label="\(say("Temperaturas de \(least) a \(greatest)", en: "Temperatures from \(least) to \(greatest)"))">
            <path class="area" d="\(line) L\(x(1, orEnd: true)) \(short(Self.floor)) L\(short(Self.side)) \(short(Self.floor)) Z"/>
            \(curve.points.map(rain))
            <path class="line" d="\(line)"/>
            <path class="ground" d="M0 \(short(Self.floor)) H\(short(Self.width))"/>
            \(curve.points.map(mark))
            </svg>
            """
    }

    /// The explanation of the bars; empty if there are none.
    private var legend: HTML {
        guard curve.points.contains(where: { $0.fall > 0 }) else { return "" }
        return """
            <p class="legend">\(say(
                "Barras: lluvia o nieve en tres horas, en milímetros.",
                en: "Bars: rain or snow in three hours, in millimetres."
            ))</p>
            """
    }

    private static var floor: Double { height - bottom + 14 }

    /// The curve as SVG path commands.
    private var line: String {
        guard let first = curve.points.first else { return "" }
        let pieces = curve.pieces.map { piece in
            let places = [piece.first, piece.second, piece.end]
            return "C" + places.map { "\(x($0.x)) \(y($0.y))" }.joined(separator: " ")
        }
        return "M\(x(first.x)) \(y(first.y))" + pieces.joined()
    }

    private func mark(_ point: DayCurve.Point) -> HTML {
        let degrees = amount.number(point.temperature, decimals: 0)
        return """
            <circle cx="\(x(point.x))" cy="\(y(point.y))" r="3"/>\
            <text class="degrees" x="\(x(point.x))" y="\(short(top(of: point) - 11))">\(degrees)°</text>\
            \(sky(point))\
            <text class="hour" x="\(x(point.x))" y="\(short(Self.height - 24))">\(clock(point))</text>
            """
    }

    private func sky(_ point: DayCurve.Point) -> HTML {
        guard let address = icons.address(of: point.condition) else { return "" }
        return """
            <image href="\(link: address)" x="\(short(place(point.x) - Self.iconSize / 2))" y="2" \
            width="\(short(Self.iconSize))" height="\(short(Self.iconSize))"/>
            """
    }

    /// Returns the time of a point; the first point is labeled as now.
    private func clock(_ point: DayCurve.Point) -> String {
        point.x == 0 ? say("Ahora", en: "Now") : hour(point)
    }

    /// Returns the bar and the label for the precipitation at a point; empty if there is none.
    private func rain(_ point: DayCurve.Point) -> HTML {
        guard point.fall > 0 else { return "" }
        let share = min(1, point.fall / Self.downpour)
        let length = max(3, share * (Self.floor - Self.top))
        return """
            <rect class="rain" x="\(short(place(point.x) - 8))" y="\(short(Self.floor - length))" \
            width="16" height="\(short(length))" rx="2"/>\
            <text class="wet" x="\(x(point.x))" y="\(short(Self.height - 6))">\(fall(point))</text>
            """
    }

    /// Returns the rain or snow in millimeters; an amount below 0.1 is shown as `<0.1`.
    private func fall(_ point: DayCurve.Point) -> String {
        point.fall < 0.1 ? "<\(amount.number(0.1))" : amount.number(point.fall)
    }

    private func place(_ x: Double) -> Double { Self.side + x * (Self.width - 2 * Self.side) }

    private func x(_ x: Double, orEnd: Bool = false) -> String {
        short(place(orEnd ? curve.points.last?.x ?? x : x))
    }

    private func top(of point: DayCurve.Point) -> Double {
        Self.top + (1 - point.y) * (Self.height - Self.top - Self.bottom)
    }

    private func y(_ y: Double) -> String {
        short(Self.top + (1 - y) * (Self.height - Self.top - Self.bottom))
    }

    /// Returns a number with one decimal in SVG notation, which does not depend on the language.
    private func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }

    private func hour(_ point: DayCurve.Point) -> String {
        point.hour < 10 ? "0\(point.hour)" : "\(point.hour)"
    }

    // MARK: - Table

    private var table: HTML {
        let rows: [HTML] = curve.points.map { point in
            """
            <tr><th scope="row" class="number">\(point.x == 0 ? clock(point) : "\(hour(point)):00")</th>\
            <td>\(point.condition?.description ?? "–")</td>\
            <td class="number">\(amount.temperature(point.temperature))</td>\
            <td class="number">\(amount.number(point.fall)) mm</td></tr>
            """
        }
        return """
            <table>
            <thead><tr><th scope="col">\(say("Hora", en: "Hour"))</th>\
            <th scope="col">\(say("Cielo", en: "Sky"))</th>\
            <th scope="col">\(say("Temperatura", en: "Temperature"))</th>\
            <th scope="col">\(say("Lluvia o nieve", en: "Rain or snow"))</th></tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            """
    }
}
