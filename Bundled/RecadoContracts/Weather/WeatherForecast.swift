// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// The forecast for a place; the names on the wire are OpenWeatherMap's.
public struct WeatherForecast: Codable, Sendable, Hashable {
    /// The status, which is written as a text.
    public var cod = StatusCode(200, isText: true)
    /// An internal value of OpenWeatherMap.
    public var message: Double? = 0
    /// The number of steps.
    public var cnt: Int?
    /// The steps, in order of time.
    public var list: [Step]
    /// The place.
    public var city: City

    /// Creates a forecast.
    ///
    /// - Parameters:
    ///   - list: The steps, in order of time.
    ///   - city: The place.
    public init(_ list: [Step], of city: City) {
        cnt = list.count
        self.list = list
        self.city = city
    }

    /// The forecast for a point in time; amounts of rain and snow are those of the three hours
    /// before it.
    public struct Step: Codable, Sendable, Hashable {
        /// The Unix time of the step.
        public var time: Int
        /// Temperature, pressure and humidity.
        public var readings: WeatherReport.Readings
        /// The conditions of the sky; the first is the main one.
        public var conditions: [WeatherReport.Condition]
        /// The clouds.
        public var clouds: WeatherReport.Clouds?
        /// The wind.
        public var wind: WeatherReport.Wind?
        /// The visibility in metres, 10 000 at most.
        public var visibility: Double?
        /// The probability of precipitation, from 0 to 1.
        public var probability: Double?
        /// The rain of the three hours, if there is any.
        public var rain: WeatherReport.Precipitation?
        /// The snow of the three hours, if there is any.
        public var snow: WeatherReport.Precipitation?
        /// The part of the day: day or night.
        public var partOfDay: PartOfDay?
        /// The time in UTC: `2026-11-22 09:00:00`.
        public var timeText: String?

        /// The names on the wire.
        public enum CodingKeys: String, CodingKey {
            /// The time.
            case time = "dt"
            /// Temperature, pressure and humidity.
            case readings = "main"
            /// The conditions of the sky.
            case conditions = "weather"
            /// The clouds.
            case clouds
            /// The wind.
            case wind
            /// The visibility.
            case visibility
            /// The probability of precipitation.
            case probability = "pop"
            /// The rain.
            case rain
            /// The snow.
            case snow
            /// The part of the day: day or night.
            case partOfDay = "sys"
            /// The time in UTC.
            case timeText = "dt_txt"
        }

        /// Creates a step from the members that every step has.
        ///
        /// - Parameters:
        ///   - time: The Unix time of the step.
        ///   - readings: Temperature, pressure and humidity.
        ///   - conditions: The conditions of the sky.
        public init(
            time: Int,
            readings: WeatherReport.Readings,
            conditions: [WeatherReport.Condition]
        ) {
            self.time = time
            self.readings = readings
            self.conditions = conditions
            timeText = HTTPDate(secondsSince1970: Int64(time)).iso8601(separator: " ", zone: "")
        }
    }

    /// Day or night.
    public struct PartOfDay: Codable, Sendable, Hashable {
        /// `d` or `n`.
        public var pod: String

        /// Creates a part of the day.
        ///
        /// - Parameter isDay: True for day, false for night.
        public init(isDay: Bool) {
            pod = isDay ? "d" : "n"
        }
    }

    /// The place of a forecast.
    public struct City: Codable, Sendable, Hashable {
        /// The number of the city.
        public var id: Int?
        /// The name.
        public var name: String
        /// The coordinates of the city.
        public var coord: WeatherReport.Coordinates?
        /// The country, by its code of two letters.
        public var country: String?
        /// The offset of local time from UTC, in seconds.
        public var timezone: Int?
        /// The sunrise, in Unix time; 0 if there is none.
        public var sunrise: Int?
        /// The sunset, in Unix time; 0 if there is none.
        public var sunset: Int?

        /// Creates a place.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - country: The country, by its code of two letters.
        ///   - timezone: The offset of local time from UTC, in seconds.
        public init(name: String, country: String?, timezone: Int?) {
            self.name = name
            self.country = country
            self.timezone = timezone
        }
    }
}
