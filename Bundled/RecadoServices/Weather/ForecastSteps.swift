// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts

/// The weather of a city in the next days, in the units and the language of a call.
struct ForecastSteps {
    let city: City
    let units: Weather.Units
    let words: ConditionWords

    /// The number of steps in five days.
    static let greatestCount = 40
    private static let length = 3 * 3600

    /// Returns a forecast that starts at the next hour of UTC that is divisible by three.
    func forecast(after time: Int, count: Int) -> WeatherForecast {
        let isUsual = (1...Self.greatestCount).contains(count)
        let first = time - (time % Self.length + Self.length) % Self.length + Self.length
        let steps = (0..<(isUsual ? count : Self.greatestCount)).map {
            step(at: first + $0 * Self.length)
        }
        let sun = Sun(over: city, at: time)
        var place = WeatherForecast.City(
            name: city.name,
            country: city.country,
            timezone: city.offset(at: time)
        )
        place.id = city.id
        place.coord = .init(lon: city.longitude, lat: city.latitude)
        place.sunrise = sun.rise
        place.sunset = sun.set
        return WeatherForecast(steps, of: place)
    }

    private func step(at time: Int) -> WeatherForecast.Step {
        let sun = Sun(over: city, at: time)
        let report = forecast(of: time).report(under: sun)
        let hours = [
            forecast(of: time - 7200).fallen, forecast(of: time - 3600).fallen,
            (rain: report.rain, snow: report.snow),
        ]
        var step = WeatherForecast.Step(
            time: time,
            readings: report.readings,
            conditions: report.conditions
        )
        step.clouds = report.clouds
        step.wind = report.wind
        step.visibility = report.visibility
        let wetHours = hours.count { $0.rain != nil || $0.snow != nil }
        step.probability = (Double(wetHours) / 3).rounded(to: 2)
        step.rain = Self.sum(hours.compactMap(\.rain))
        step.snow = Self.sum(hours.compactMap(\.snow))
        step.partOfDay = .init(isDay: sun.isUp)
        return step
    }

    private func forecast(of hour: Int) -> Forecast {
        Forecast(city: city, hour: hour, units: units, words: words)
    }

    /// Returns the precipitation of three hours, from the precipitation of each hour.
    private static func sum(
        _ parts: [WeatherReport.Precipitation]
    ) -> WeatherReport.Precipitation? {
        guard !parts.isEmpty else { return nil }
        let amount = parts.reduce(0) { $0 + ($1.lastHour ?? 0) }
        var sum = WeatherReport.Precipitation(lastHour: 0)
        (sum.lastHour, sum.lastThreeHours) = (nil, amount.rounded(to: 2))
        return sum
    }
}
