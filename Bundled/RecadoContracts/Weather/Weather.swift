// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints

/// The weather of cities, in the form of OpenWeatherMap's API 2.5.
///
/// The declaration describes both the service that stands in for OpenWeatherMap and OpenWeatherMap
/// itself, whose base is `https://api.openweathermap.org/data/2.5`.
public enum Weather: Sendable {
    /// The declaration of the service.
    public static let api = API(
        name: "weather",
        title: "Weather",
        version: "2.5.0",
        prefix: "/data/2.5",
        about: """
            The present weather of a city, by name, number, coordinates or postal code, in JSON, XML \
            or HTML, in the manner of OpenWeatherMap, and that of the days to come. Errors are JSON in \
            that manner, too.
            """,
        endpoints: [CurrentWeather.self, ForecastWeather.self, ListCities.self]
    )

    /// The units of temperatures and speeds.
    public enum Units: String, Codable, Sendable, CaseIterable {
        /// Kelvin and metres a second, the default.
        case standard
        /// Degrees Celsius and metres a second.
        case metric
        /// Degrees Fahrenheit and miles an hour.
        case imperial

        /// Creates the units with a name; the standard units if the name is unknown or missing.
        ///
        /// - Parameter name: The value of the parameter `units`.
        public init(named name: String?) {
            self = name.flatMap { Units(rawValue: $0) } ?? .standard
        }

        /// The unit of temperatures as XML names it.
        public var temperature: String {
            switch self {
            case .standard: "kelvin"
            case .metric: "celsius"
            case .imperial: "fahrenheit"
            }
        }

        /// The unit of speeds as XML names it.
        public var speed: String {
            self == .imperial ? "mph" : "m/s"
        }

        /// Creates the units from the name of a temperature unit in XML; `metric` is an older name
        /// of degrees Celsius.
        init(ofTemperature name: String) {
            switch name {
            case "celsius", "metric": self = .metric
            case "fahrenheit", "imperial": self = .imperial
            default: self = .standard
            }
        }
    }
}
