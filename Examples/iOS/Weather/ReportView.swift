// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoContracts
import RecadoScreens
import SwiftUI

/// The weather in a place, and the temperature of the next 24 hours.
struct ReportView: View {
    let report: WeatherReport
    let curve: DayCurve?
    let units: Weather.Units

    var body: some View {
        Section {
            HStack {
                AsyncImage(url: icon)
                    .frame(width: 100, height: 100)
                VStack(alignment: .leading) {
                    Text(verbatim: temperature(report.readings.temperature)).font(.largeTitle)
                    Text(verbatim: report.conditions.first?.description ?? "")
                }
            }
            LabeledContent("weather.humidity", value: "\(number(report.readings.humidity)) %")
            if let wind = report.wind {
                LabeledContent("weather.wind", value: "\(number(wind.speed)) \(units.speed)")
            }
            LabeledContent("weather.country", value: report.system?.country ?? "–")
        } header: {
            Text(verbatim: report.city ?? "")
        }
        if let curve {
            Section("weather.day") {
                DayCurveShape(curve: curve)
                    .stroke(.tint, lineWidth: 2)
                    .frame(height: 120)
                LabeledContent("weather.least", value: temperature(curve.least))
                LabeledContent("weather.greatest", value: temperature(curve.greatest))
            }
        }
    }

    /// The URL of the icon for the main condition, on the weather service.
    private var icon: URL? {
        guard let name = report.conditions.first?.icon else { return nil }
        return URL(string: AppServer.address)?.appending(path: "img/wn/\(name)@2x.png")
    }

    private func number(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...1)))
    }

    private func temperature(_ value: Double) -> String { "\(number(value)) \(units.degree)" }
}

/// The curve of a day, drawn into a rectangle.
struct DayCurveShape: Shape {
    let curve: DayCurve

    nonisolated func path(in rect: CGRect) -> Path {
        var path = Path()
        guard let first = curve.points.first else { return path }
        path.move(to: point(first.x, first.y, in: rect))
        for piece in curve.pieces {
            path.addCurve(
                to: point(piece.end.x, piece.end.y, in: rect),
                control1: point(piece.first.x, piece.first.y, in: rect),
                control2: point(piece.second.x, piece.second.y, in: rect)
            )
        }
        return path
    }

    private nonisolated func point(_ x: Double, _ y: Double, in rect: CGRect) -> CGPoint {
        CGPoint(x: rect.minX + x * rect.width, y: rect.maxY - y * rect.height)
    }
}

extension Weather.Units {
    /// The symbol of the unit of temperature.
    var degree: String {
        switch self {
        case .standard: "K"
        case .metric: "°C"
        case .imperial: "°F"
        }
    }
}
