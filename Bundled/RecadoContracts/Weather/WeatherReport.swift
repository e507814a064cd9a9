// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The current weather of a place.
///
/// The names on the wire are OpenWeatherMap's. Values that OpenWeatherMap sometimes leaves out, and
/// values that its older versions lack, are optional.
public struct WeatherReport: Sendable, Hashable {
    /// The coordinates of the place.
    public var coordinates: Coordinates?
    /// The conditions of the sky; the first is the main one.
    public var conditions: [Condition]
    /// The source of the readings, such as `stations`.
    public var base: String?
    /// Temperature, pressure and humidity.
    public var readings: Readings
    /// The visibility in metres, 10 000 at most.
    public var visibility: Double?
    /// The speed and the direction of the wind.
    public var wind: Wind?
    /// The rain, if there is any.
    public var rain: Precipitation?
    /// The snow, if there is any.
    public var snow: Precipitation?
    /// The clouds.
    public var clouds: Clouds?
    /// The Unix time of the observation.
    public var time: Int
    /// The country, sunrise and sunset.
    public var system: System?
    /// The offset of local time from UTC, in seconds.
    public var utcOffset: Int?
    /// The number of the city.
    public var cityID: Int?
    /// The name of the city.
    public var city: String?
    /// The status of the response, which the JSON repeats.
    public var code: StatusCode?

    /// The units that the call asked for; JSON does not contain them.
    public var units = Weather.Units.standard

    /// Creates a report from the members that every report has.
    ///
    /// - Parameters:
    ///   - conditions: The conditions of the sky.
    ///   - readings: Temperature, pressure and humidity.
    ///   - time: The Unix time of the observation.
    ///   - units: The units of temperatures and speeds.
    public init(
        conditions: [Condition],
        readings: Readings,
        time: Int,
        units: Weather.Units = .standard
    ) {
        self.conditions = conditions
        self.readings = readings
        self.time = time
        self.units = units
    }

    // MARK: - Parts

    /// A point on the globe, in degrees.
    public struct Coordinates: Codable, Sendable, Hashable {
        /// The longitude, positive in the east.
        public var lon: Double
        /// The latitude, positive in the north.
        public var lat: Double

        /// Creates a point from its longitude and latitude.
        public init(lon: Double, lat: Double) {
            self.lon = lon
            self.lat = lat
        }
    }

    /// A condition of the sky, such as clouds or rain.
    public struct Condition: Codable, Sendable, Hashable {
        /// The number of the condition, such as 804.
        public var id: Int
        /// The group of the condition, in English: `Clouds`.
        public var main: String
        /// A description of the condition, in the language of the call.
        public var description: String
        /// The name of the icon: `04d`.
        public var icon: String

        /// Creates a condition.
        ///
        /// - Parameters:
        ///   - id: The number of the condition.
        ///   - main: The group of the condition.
        ///   - description: A description of the condition.
        ///   - icon: The name of the icon.
        public init(id: Int, main: String, description: String, icon: String) {
            self.id = id
            self.main = main
            self.description = description
            self.icon = icon
        }
    }

    /// Temperature, pressure and humidity.
    public struct Readings: Codable, Sendable, Hashable {
        /// The temperature, in the unit that the call requested.
        public var temperature: Double
        /// The perceived temperature.
        public var feelsLike: Double?
        /// The lowest current temperature within a large city.
        public var least: Double?
        /// The highest current temperature within a large city.
        public var greatest: Double?
        /// The pressure at sea level, in hectopascals.
        public var pressure: Double
        /// The relative humidity, in percent.
        public var humidity: Double
        /// The pressure at sea level, in hectopascals.
        public var seaLevel: Double?
        /// The pressure on the ground, in hectopascals.
        public var groundLevel: Double?

        /// The names on the wire.
        public enum CodingKeys: String, CodingKey {
            /// The temperature.
            case temperature = "temp"
            /// The perceived temperature.
            case feelsLike = "feels_like"
            /// The least temperature.
            case least = "temp_min"
            /// The greatest temperature.
            case greatest = "temp_max"
            /// The pressure.
            case pressure
            /// The humidity.
            case humidity
            /// The pressure at sea level.
            case seaLevel = "sea_level"
            /// The pressure on the ground.
            case groundLevel = "grnd_level"
        }

        /// Creates readings.
        ///
        /// - Parameters:
        ///   - temperature: The temperature, in the unit that the call requested.
        ///   - pressure: The pressure at sea level, in hectopascals.
        ///   - humidity: The relative humidity, in percent.
        public init(temperature: Double, pressure: Double, humidity: Double) {
            self.temperature = temperature
            self.pressure = pressure
            self.humidity = humidity
        }
    }

    /// The wind.
    public struct Wind: Codable, Sendable, Hashable {
        /// The speed, in the unit that the call requested.
        public var speed: Double
        /// The direction that the wind comes from, in degrees clockwise from north; `nil` for calm
        /// air.
        public var deg: Double?
        /// The speed of gusts, if there are any.
        public var gust: Double?

        /// Creates a wind.
        ///
        /// - Parameters:
        ///   - speed: The speed, in the unit that the call requested.
        ///   - deg: The direction that the wind comes from, in degrees clockwise from north.
        ///   - gust: The speed of gusts.
        public init(speed: Double, deg: Double?, gust: Double? = nil) {
            self.speed = speed
            self.deg = deg
            self.gust = gust
        }
    }

    /// The clouds.
    public struct Clouds: Codable, Sendable, Hashable {
        /// The share of the sky that clouds cover, in percent.
        public var all: Double
        /// A description of the clouds, in the language of the call; JSON does not contain it.
        public var name: String?

        /// The names of the members in JSON.
        public enum CodingKeys: String, CodingKey {
            /// The share of the sky that clouds cover.
            case all
        }

        /// Creates clouds.
        ///
        /// - Parameters:
        ///   - all: The share of the sky that clouds cover, in percent.
        ///   - name: A description of the clouds.
        public init(all: Double, name: String? = nil) {
            self.all = all
            self.name = name
        }
    }

    /// The amount of precipitation, in millimetres.
    public struct Precipitation: Codable, Sendable, Hashable {
        /// The amount during the last hour.
        public var lastHour: Double?
        /// The amount during the last three hours.
        public var lastThreeHours: Double?

        /// The names on the wire.
        public enum CodingKeys: String, CodingKey {
            /// The amount during the last hour.
            case lastHour = "1h"
            /// The amount during the last three hours.
            case lastThreeHours = "3h"
        }

        /// Creates an amount that fell during the last hour, in millimetres.
        public init(lastHour: Double) {
            self.lastHour = lastHour
        }
    }

    /// The country, sunrise and sunset.
    public struct System: Codable, Sendable, Hashable {
        /// The kind of the station.
        public var type: Int?
        /// The number of the station.
        public var id: Int?
        /// An internal value of the station; only the answers of older versions have it.
        public var message: Double?
        /// The country, by its code of two letters.
        public var country: String?
        /// The sunrise of the day, in Unix time; 0 if there is none.
        public var sunrise: Int?
        /// The sunset of the day, in Unix time; 0 if there is none.
        public var sunset: Int?

        /// Creates the country, the sunrise and the sunset of a report.
        ///
        /// - Parameters:
        ///   - country: The country, by its code of two letters.
        ///   - sunrise: The sunrise of the day, in Unix time.
        ///   - sunset: The sunset of the day, in Unix time.
        public init(country: String?, sunrise: Int?, sunset: Int?) {
            self.country = country
            self.sunrise = sunrise
            self.sunset = sunset
        }
    }
}
