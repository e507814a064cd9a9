// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The weather of a coming day, from midnight to midnight in local time.
public struct WeatherDay: Sendable, Hashable, Identifiable {
    /// The number of days since 1970-01-01.
    public let id: Int
    /// The number of days from today; 0 is today.
    public let distance: Int
    /// The day of the week; 0 is Sunday.
    public let weekday: Int
    /// The least temperature, in the unit of the call.
    public let least: Double
    /// The greatest temperature, in the unit of the call.
    public let greatest: Double
    /// The total precipitation, in millimeters.
    public let fall: Double
    /// The probability of precipitation, from 0 to 1; `nil` if the service does not report it.
    public let probability: Double?
    /// The condition of the sky at the forecast time nearest to 13:00.
    public let condition: WeatherReport.Condition?

    /// The greatest number of days of a forecast.
    public static let limit = 5
    /// The number of steps of three hours in five days.
    public static let steps = 40

    private static let length = 86_400
    /// The time that represents a day: 13:00, in seconds after midnight.
    private static let noon = 46_800

    /// Summarizes the days of a forecast; today may consist only of the evening.
    ///
    /// - Parameters:
    ///   - report: The current weather.
    ///   - forecast: The forecast.
    /// - Returns: At most five days in order; empty if times or temperatures are not usable
    ///   numbers.
    public static func days(_ report: WeatherReport, _ forecast: WeatherForecast) -> [WeatherDay] {
        let offset = report.utcOffset ?? forecast.city.timezone ?? 0
        let (start, isFarOff) = report.time.addingReportingOverflow(offset)
        guard !isFarOff else { return [] }
        let today = day(of: start)
        var steps: [Int: [(clock: Int, step: WeatherForecast.Step)]] = [:]
        for step in forecast.list where step.readings.temperature.isFinite {
            let (local, isWrong) = step.time.addingReportingOverflow(offset)
            let (distance, isApart) = day(of: local).subtractingReportingOverflow(today)
            guard !isWrong, !isApart, (0..<limit + 1).contains(distance) else { continue }
            steps[distance, default: []].append((clock(of: local), step))
        }
        return steps.sorted { $0.key < $1.key }.prefix(limit).map { distance, steps in
            WeatherDay(today + distance, distance, steps)
        }
    }

    private init(
        _ day: Int,
        _ distance: Int,
        _ steps: [(clock: Int, step: WeatherForecast.Step)]
    ) {
        let temperatures = steps.map(\.step.readings.temperature)
        let middle = steps.min { abs($0.clock - Self.noon) < abs($1.clock - Self.noon) }
        id = day
        self.distance = distance
        // 1970-01-01 was a Thursday.
        weekday = ((day % 7 + 7) % 7 + 4) % 7
        least = temperatures.min() ?? 0
        greatest = temperatures.max() ?? 0
        fall = steps.reduce(0) { $0 + $1.step.fall }
        probability = steps.compactMap(\.step.probability).max()
        condition = middle?.step.conditions.first
    }

    private static func day(of seconds: Int) -> Int {
        seconds / length - (seconds % length < 0 ? 1 : 0)
    }

    private static func clock(of seconds: Int) -> Int {
        (seconds % length + length) % length
    }
}
