// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The weather of a city in one hour, in the units and the language of a call.
struct Forecast {
    let city: City
    /// The beginning of the hour, in Unix time.
    let hour: Int
    let units: Weather.Units
    let words: ConditionWords

    /// The weather as the report that the service sends.
    var report: WeatherReport { report(under: Sun(over: city, at: hour)) }

    /// Returns the weather as the report that the service sends, for a sunrise and sunset computed
    /// by the caller.
    func report(under sun: Sun) -> WeatherReport {
        let sky = Sky(over: city, at: hour)
        var report = WeatherReport(
            conditions: sky.conditions.map { condition($0, isDay: sun.isUp) },
            readings: readings(sky),
            time: hour,
            units: units
        )
        report.coordinates = .init(lon: city.longitude, lat: city.latitude)
        report.base = "stations"
        report.visibility = sky.visibility
        report.wind = .init(
            speed: speed(sky.windSpeed),
            deg: sky.windDirection.rounded(),
            gust: sky.windSpeed > 7 ? speed(sky.windSpeed * 1.6) : nil
        )
        (report.rain, report.snow) = Self.fallen(from: sky)
        report.clouds = .init(
            all: (sky.cloudiness * 100).rounded(),
            name: words.description(of: sky.clouds)
        )
        var system = WeatherReport.System(
            country: city.country,
            sunrise: sun.rise,
            sunset: sun.set
        )
        system.type = 1
        system.id = 6000 + city.id % 1000
        report.system = system
        report.utcOffset = city.offset(at: hour)
        report.cityID = city.id
        report.city = city.name
        report.code = StatusCode(200)
        return report
    }

    /// The rain and the snow of one hour.
    typealias Fallen = (rain: WeatherReport.Precipitation?, snow: WeatherReport.Precipitation?)

    /// The precipitation of the hour; both members are `nil` if the hour is dry.
    var fallen: Fallen { Self.fallen(from: Sky(over: city, at: hour)) }

    private static func fallen(from sky: Sky) -> Fallen {
        guard sky.precipitation > 0 else { return (nil, nil) }
        let fallen = WeatherReport.Precipitation(
            lastHour: max(0.01, sky.precipitation.rounded(to: 2))
        )
        return sky.isSnow ? (nil, fallen) : (fallen, nil)
    }

    private func readings(_ sky: Sky) -> WeatherReport.Readings {
        var readings = WeatherReport.Readings(
            temperature: degrees(sky.temperature),
            pressure: sky.pressure.rounded(),
            humidity: sky.humidity.rounded()
        )
        readings.feelsLike = degrees(sky.feelsLike)
        readings.least = degrees(sky.temperature - 0.8)
        readings.greatest = degrees(sky.temperature + 0.9)
        readings.seaLevel = sky.pressure.rounded()
        // This is the barometric formula for the standard atmosphere.
        let weight = PortableMath.exponential(-city.altitude / 8434)
        readings.groundLevel = (sky.pressure * weight).rounded()
        return readings
    }

    private func condition(_ id: Int, isDay: Bool) -> WeatherReport.Condition {
        .init(
            id: id,
            main: ConditionGroup.name(of: id),
            description: words.description(of: id),
            icon: ConditionGroup.icon(of: id) + (isDay ? "d" : "n")
        )
    }

    private func degrees(_ celsius: Double) -> Double {
        let value =
            switch units {
            case .standard: celsius + 273.15
            case .metric: celsius
            case .imperial: celsius * 1.8 + 32
            }
        return value.rounded(to: 2)
    }

    private func speed(_ metresPerSecond: Double) -> Double {
        (units == .imperial ? metresPerSecond / 0.44704 : metresPerSecond).rounded(to: 2)
    }
}

extension Double {
    /// Returns the nearest number with this many decimal places.
    func rounded(to decimals: Int) -> Double {
        let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        return (self * scale).rounded() / scale
    }
}
