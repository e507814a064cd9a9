// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The names of winds in OpenWeatherMap's XML, which are English whatever the call's language.
enum WindName {
    /// Returns the name of a speed on the Beaufort scale.
    static func beaufort(metresPerSecond speed: Double) -> String {
        scale.last { speed >= $0.from }?.name ?? "Calm"
    }

    private static let scale: [(from: Double, name: String)] = [
        (0, "Calm"), (0.3, "Light air"), (1.6, "Light breeze"), (3.4, "Gentle Breeze"),
        (5.5, "Moderate breeze"), (8, "Fresh Breeze"), (10.8, "Strong breeze"),
        (13.9, "High wind, near gale"), (17.2, "Gale"), (20.8, "Severe Gale"), (24.5, "Storm"),
        (28.5, "Violent Storm"), (32.7, "Hurricane"),
    ]

    /// Returns the code and the name of the nearest of the sixteen points of the compass.
    static func point(degrees: Double) -> (code: String, name: String) {
        guard degrees.isFinite else { return points[0] }
        let turns = degrees / 360
        let part = (turns - turns.rounded(.down)) * 16
        return points[Int(part.rounded()) % 16]
    }

    private static let points: [(code: String, name: String)] = [
        ("N", "North"), ("NNE", "North-northeast"), ("NE", "NorthEast"),
        ("ENE", "East-northeast"), ("E", "East"), ("ESE", "East-southeast"), ("SE", "SouthEast"),
        ("SSE", "South-southeast"), ("S", "South"), ("SSW", "South-southwest"),
        ("SW", "Southwest"), ("WSW", "West-southwest"), ("W", "West"), ("WNW", "West-northwest"),
        ("NW", "Northwest"), ("NNW", "North-northwest"),
    ]
}

/// The groups of weather conditions, and their icons.
public enum ConditionGroup: Sendable {
    /// Returns the name of the group to which a condition belongs; a group of one condition has
    /// that condition's name.
    public static func name(of id: Int) -> String {
        switch id {
        case 200..<300: "Thunderstorm"
        case 300..<400: "Drizzle"
        case 500..<600: "Rain"
        case 600..<700: "Snow"
        case 711: "Smoke"
        case 721: "Haze"
        case 731, 761: "Dust"
        case 741: "Fog"
        case 751: "Sand"
        case 762: "Ash"
        case 771: "Squall"
        case 781: "Tornado"
        case 701..<800: "Mist"
        case 800: "Clear"
        default: "Clouds"
        }
    }

    /// Returns the name of a condition's icon, without the final letter for day or night.
    public static func icon(of id: Int) -> String {
        switch id {
        case 200..<300: "11"
        case 300..<400, 520..<600: "09"
        case 511, 600..<700: "13"
        case 500..<511: "10"
        case 701..<800: "50"
        case 800: "01"
        case 801: "02"
        case 802: "03"
        default: "04"
        }
    }
}
