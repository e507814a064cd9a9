// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// A city that the service has weather for.
struct City: Sendable {
    /// The number of the city at GeoNames.
    let id: Int
    /// The name.
    let name: String
    /// The country's code of two letters.
    let country: String
    /// The latitude, in degrees north of the equator.
    let latitude: Double
    /// The longitude, in degrees east of Greenwich.
    let longitude: Double
    /// The approximate altitude above the sea, in meters.
    let altitude: Double
    /// The offset of standard time from UTC, in seconds.
    let winterOffset: Int
    /// The rule for daylight saving time; `nil` if there is none.
    let daylightRule: DaylightRule?
    /// The climate.
    let climate: Climate
    /// Other names of the city.
    let aliases: [String]

    /// Reads a line of the table; returns `nil` if it is invalid.
    init?(line: Substring) {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        guard fields.count == 10, let id = Int(fields[0]), let latitude = Double(fields[3]),
            let longitude = Double(fields[4]), let altitude = Double(fields[5]),
            let offset = Int(fields[6]), let climate = Climate(code: fields[8])
        else { return nil }
        self.id = id
        name = String(fields[1])
        country = String(fields[2])
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        winterOffset = offset * 60
        daylightRule = DaylightRule(rawValue: String(fields[7]))
        self.climate = climate
        aliases = fields[9].split(separator: ",").map(String.init)
    }

    /// The city, as lists for callers show it.
    var listed: ListedCity {
        ListedCity(
            id: id,
            name: name,
            country: country,
            coord: .init(lon: longitude, lat: latitude)
        )
    }

    /// Returns the offset of local time from UTC, in seconds, at a Unix time.
    func offset(at time: Int) -> Int {
        guard let daylightRule, daylightRule.isSummer(at: time, winterOffset: winterOffset) else {
            return winterOffset
        }
        return winterOffset + 3600
    }
}
