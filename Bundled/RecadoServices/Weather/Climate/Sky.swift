// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The weather over a city in one hour, in metric units.
///
/// The weather is computed, not measured: from the climate, the season, the hour, and random curves
/// that vary like weather. The same city has the same weather in the same hour on every machine.
struct Sky: Sendable {
    /// The temperature, in degrees Celsius.
    let temperature: Double
    /// The relative humidity, in percent.
    let humidity: Double
    /// The pressure at sea level, in hectopascals.
    let pressure: Double
    /// The wind speed, in meters per second.
    let windSpeed: Double
    /// The wind direction, in degrees clockwise from north.
    let windDirection: Double
    /// The share of the sky covered by clouds, from 0 to 1.
    let cloudiness: Double
    /// The precipitation of the hour, in millimeters of water.
    let precipitation: Double
    /// The tendency to thunderstorms, from 0 to 1.
    let unrest: Double

    /// Computes the weather over a city in the hour that begins at a time, in seconds since 1970.
    init(over city: City, at hour: Int) {
        let days = Double(hour) / 86_400
        let chance = Chance(city: city.id, days: days)
        let climate = city.climate
        // July 19 is the height of summer; in the south it is half a year later.
        let year = PortableMath.cosine(2 * .pi * (days - 199) / 365.2425)
        let summer = (city.latitude < 0 ? -year : year)
        let solarHour = Double(hour % 86_400) / 3600 + city.longitude / 15
        let noon = PortableMath.cosine(2 * .pi * (solarHour - 14.5) / 24)

        let dampness =
            climate.winterDampness
            + (climate.summerDampness - climate.winterDampness) * (summer + 1) / 2
        let afternoonStorms = climate.summerDampness > 0.4 && city.latitude.magnitude < 30
        let moisture =
            chance.system * 0.75 + dampness * 0.75 - 0.14
            + (afternoonStorms ? noon * 0.05 : 0)
        cloudiness = Self.limited((moisture - 0.2) / 0.5)
        let isWet = moisture > 0.66
        precipitation = isWet ? (moisture - 0.66) * 22 * (0.4 + chance.hour) : 0

        temperature = Self.temperature(
            city,
            summer: summer,
            noon: noon * (1 - 0.55 * cloudiness),
            chance
        )
        let dryness = noon * 14 * (1 - cloudiness)
        humidity =
            Self.limited(
                (34 + 62 * Self.limited(moisture * 0.7 + dampness * 0.9 + 0.05) - dryness) / 100
            ) * 100
        pressure = 1015 + (0.45 - chance.system) * 34 + chance.hour * 2
        let gustiness = 0.35 + 1.3 * chance.wind + (isWet ? 0.3 : 0)
        windSpeed = climate.wind * gustiness * (1 + 0.25 * noon)
        windDirection = (chance.direction * 900).truncatingRemainder(dividingBy: 360)
        unrest = temperature > 15 ? Self.limited((moisture - 0.72) * 4 + chance.hour * 0.3) : 0
    }

    private static func temperature(
        _ city: City,
        summer: Double,
        noon: Double,
        _ chance: Chance
    ) -> Double {
        let latitude = city.latitude.magnitude
        let mean = 28 - 0.0055 * latitude * latitude + city.climate.offset
        let height = city.altitude * 0.0055
        // Weather varies more where the seasons differ more.
        let range = 2.5 + latitude * 0.12
        // The southern hemisphere has more sea, which makes seasons more alike.
        let contrast = city.latitude < 0 ? 0.65 : 1
        let season = city.climate.season * latitude * summer * contrast
        let front = (chance.front - 0.5) * 2 * range
        return mean - height + season + city.climate.day * noon + front + chance.hour - 0.5
    }

    /// The random values at a moment, each from 0 to 1.
    private struct Chance {
        /// The value that varies with high and low pressure, over about a week.
        let system: Double
        /// The value that varies with warm and cold air.
        let front: Double
        let wind: Double
        let direction: Double
        /// The value that each hour has independently of other hours.
        let hour: Double

        init(city: Int, days: Double) {
            system =
                0.7 * Noise(city: city, aspect: 1).value(at: days * 0.4)
                + 0.3 * Noise(city: city, aspect: 2).value(at: days * 1.7)
            front = Noise(city: city, aspect: 3).value(at: days * 0.3)
            wind = Noise(city: city, aspect: 4).value(at: days * 2.1)
            direction = Noise(city: city, aspect: 5).value(at: days * 0.8)
            hour = Noise(city: city, aspect: 6).point(Int64((days * 24).rounded()))
        }
    }

    private static func limited(_ value: Double) -> Double { min(max(value, 0), 1) }

    // MARK: - What follows from it

    /// The perceived temperature, by Steadman's formula for the shade.
    var feelsLike: Double {
        let vapour =
            humidity / 100 * 6.105
            * PortableMath.exponential(17.27 * temperature / (237.7 + temperature))
        return temperature + 0.33 * vapour - 0.7 * windSpeed - 4
    }

    /// True if the precipitation is snow.
    var isSnow: Bool { temperature < 1 }

    /// The visibility in metres, 10 000 at most.
    var visibility: Double {
        if isFoggy { return 300 + (100 - humidity) * 60 }
        let lost = precipitation * (isSnow ? 2600 : 700)
        return ((10_000 - min(lost, 9_200)) / 100).rounded() * 100
    }

    private var isFoggy: Bool { precipitation == 0 && humidity > 91 && windSpeed < 2.6 }

    /// OpenWeatherMap's condition code for the clouds alone, without precipitation or fog.
    var clouds: Int {
        switch (cloudiness * 100).rounded() {
        case ..<11: 800
        case ..<25: 801
        case ..<51: 802
        case ..<85: 803
        default: 804
        }
    }

    /// OpenWeatherMap's codes of the conditions, the main condition first.
    var conditions: [Int] {
        if precipitation > 0 {
            if unrest > 0.45 { return [precipitation < 1 ? 200 : precipitation < 4 ? 201 : 202] }
            if isSnow { return [precipitation < 0.6 ? 600 : precipitation < 2.5 ? 601 : 602] }
            if temperature < 2 { return [616] }
            if precipitation < 0.25 { return [300] }
            if precipitation < 0.5 { return [cloudiness < 1 ? 520 : 500] }
            return [precipitation < 2.5 ? 500 : precipitation < 7.5 ? 501 : 502]
        }
        if isFoggy { return [humidity > 94 ? 741 : 701] }
        if humidity < 12, windSpeed > 6 { return [731] }
        return [clouds]
    }
}
