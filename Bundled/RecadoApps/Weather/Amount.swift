// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// Formats the numbers of the weather for a language and a system of units.
struct Amount: Sendable {
    let units: Weather.Units
    let language: AppLanguage

    /// Returns a number without trailing zeros: `28,4` in Spanish.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - decimals: The greatest number of decimals; one by default.
    /// - Returns: The digits; a dash if the value is not a number, or is impossible for weather.
    func number(_ value: Double, decimals: Int = 1) -> String {
        guard value.isFinite, value.magnitude < 1e9 else { return "–" }
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        let rounded = (value * scale).rounded() / scale
        // Avoids “-0”.
        let text = "\(rounded == 0 ? 0 : rounded)"
        let short = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        return language == .spanish ? short.replacing(".", with: ",") : short
    }

    /// Returns a temperature with its unit.
    func temperature(_ value: Double, decimals: Int = 1) -> String {
        "\(number(value, decimals: decimals)) \(units.degree)"
    }

    /// Returns a speed with its unit.
    func speed(_ value: Double) -> String {
        "\(number(value)) \(units.speed)"
    }

    /// Returns a local time of day: `07:05`.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970-01-01 00:00:00 UTC.
    ///   - offset: The number of seconds by which local time is ahead of UTC.
    /// - Returns: The hour and the minute.
    static func clock(_ time: Int, offset: Int) -> String {
        let (local, overflows) = time.addingReportingOverflow(offset)
        guard !overflows else { return "–" }
        let minutes = (local % 86_400 + 86_400) % 86_400 / 60
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// Returns the compass direction from which a wind blows.
    func direction(_ degrees: Double) -> String {
        guard degrees.isFinite else { return "–" }
        let turn = degrees / 360
        let index = Int(((turn - turn.rounded(.down)) * 8).rounded()) % 8
        let names =
            language == .spanish
            ? ["norte", "nordeste", "este", "sudeste", "sur", "sudoeste", "oeste", "noroeste"]
            : [
                "north", "northeast", "east", "southeast", "south", "southwest", "west",
                "northwest",
            ]
        return names[index]
    }
}

extension Weather.Units {
    /// The symbol of the temperature unit, such as °C.
    var degree: String {
        switch self {
        case .standard: "K"
        case .metric: "°C"
        case .imperial: "°F"
        }
    }
}
