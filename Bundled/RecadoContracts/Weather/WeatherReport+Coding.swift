// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension WeatherReport: Codable {
    /// The names of the members in JSON.
    public enum CodingKeys: String, CodingKey {
        /// The coordinates of the place.
        case coordinates = "coord"
        /// The conditions of the sky.
        case conditions = "weather"
        /// The source of the readings.
        case base
        /// Temperature, pressure and humidity.
        case readings = "main"
        /// The visibility.
        case visibility
        /// The wind.
        case wind
        /// The rain.
        case rain
        /// The snow.
        case snow
        /// The clouds.
        case clouds
        /// The time of the observation.
        case time = "dt"
        /// The country, sunrise and sunset.
        case system = "sys"
        /// The offset of local time from UTC.
        case utcOffset = "timezone"
        /// The number of the city.
        case cityID = "id"
        /// The name of the city.
        case city = "name"
        /// The status.
        case code = "cod"
    }

    /// OpenWeatherMap's XML, whose structure differs from that of OpenWeatherMap's JSON.
    static let xml = {
        var xml = XML()
        xml.root = "current"
        xml.emptyElements = .long
        if let key { xml.userInfo[key] = true }
        return xml
    }()

    /// The key in `userInfo` that is present if the format is XML.
    private static let key = CodingUserInfoKey(rawValue: "recado.weather.xml")

    private static func isXML(_ userInfo: [CodingUserInfoKey: Any]) -> Bool {
        key.flatMap { userInfo[$0] } != nil
    }

    /// Reads a report from OpenWeatherMap's JSON, or from OpenWeatherMap's XML if the format is
    /// XML.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` when a member is missing or wrong.
    public init(from decoder: any Decoder) throws {
        if Self.isXML(decoder.userInfo) {
            self = try WeatherDocument(from: decoder).report
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            conditions: try container.decode([Condition].self, forKey: .conditions),
            readings: try container.decode(Readings.self, forKey: .readings),
            time: try container.decode(Int.self, forKey: .time)
        )
        coordinates = try container.decodeIfPresent(Coordinates.self, forKey: .coordinates)
        base = try container.decodeIfPresent(String.self, forKey: .base)
        visibility = try container.decodeIfPresent(Double.self, forKey: .visibility)
        wind = try container.decodeIfPresent(Wind.self, forKey: .wind)
        rain = try container.decodeIfPresent(Precipitation.self, forKey: .rain)
        snow = try container.decodeIfPresent(Precipitation.self, forKey: .snow)
        clouds = try container.decodeIfPresent(Clouds.self, forKey: .clouds)
        system = try container.decodeIfPresent(System.self, forKey: .system)
        utcOffset = try container.decodeIfPresent(Int.self, forKey: .utcOffset)
        cityID = try container.decodeIfPresent(Int.self, forKey: .cityID)
        city = try container.decodeIfPresent(String.self, forKey: .city)
        code = try container.decodeIfPresent(StatusCode.self, forKey: .code)
    }

    /// Writes OpenWeatherMap's JSON, or OpenWeatherMap's XML if the format is XML.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        if Self.isXML(encoder.userInfo) {
            try WeatherDocument(self).encode(to: encoder)
            return
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(coordinates, forKey: .coordinates)
        try container.encode(conditions, forKey: .conditions)
        try container.encodeIfPresent(base, forKey: .base)
        try container.encode(readings, forKey: .readings)
        try container.encodeIfPresent(visibility, forKey: .visibility)
        try container.encodeIfPresent(wind, forKey: .wind)
        try container.encodeIfPresent(rain, forKey: .rain)
        try container.encodeIfPresent(snow, forKey: .snow)
        try container.encodeIfPresent(clouds, forKey: .clouds)
        try container.encode(time, forKey: .time)
        try container.encodeIfPresent(system, forKey: .system)
        try container.encodeIfPresent(utcOffset, forKey: .utcOffset)
        try container.encodeIfPresent(cityID, forKey: .cityID)
        try container.encodeIfPresent(city, forKey: .city)
        try container.encodeIfPresent(code, forKey: .code)
    }
}
