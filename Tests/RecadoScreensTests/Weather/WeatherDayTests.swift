// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import Testing

/// The days of a forecast begin and end by the city's local time.
@Suite struct `Forecast days` {
    /// 2026-07-15 13:00:00 UTC, a Wednesday.
    private static let now = 1_784_120_400

    private func report(offset: Int? = 7200, time: Int = now) -> WeatherReport {
        var report = WeatherReport(
            conditions: [],
            readings: .init(temperature: 20, pressure: 1015, humidity: 50),
            time: time
        )
        report.utcOffset = offset
        return report
    }

    private func step(
        _ hours: Int,
        _ temperature: Double,
        fall: Double? = nil,
        chance: Double? = nil,
        icon: String = "01d"
    ) -> WeatherForecast.Step {
        var step = WeatherForecast.Step(
            time: Self.now + hours * 3600,
            readings: .init(temperature: temperature, pressure: 1015, humidity: 50),
            conditions: [.init(id: 800, main: "", description: icon, icon: icon)]
        )
        step.probability = chance
        step.rain = fall.map { .init(lastHour: $0) }
        return step
    }

    private func days(
        _ steps: [WeatherForecast.Step],
        of report: WeatherReport? = nil
    ) -> [WeatherDay] {
        let city = WeatherForecast.City(name: "Alicante", country: "ES", timezone: 7200)
        return WeatherDay.days(report ?? self.report(), WeatherForecast(steps, of: city))
    }

    @Test
    func `have lowest and highest temperature, total rain and the afternoon's sky`() throws {
        // It is 15:00 in the city. The steps are at 18:00 and 21:00, then at 00:00, 12:00, 15:00
        // and 21:00 of the next day.
        let found = days([
            step(3, 24), step(6, 21, fall: 0.4, chance: 0.2),
            step(9, 17, fall: 1.5, chance: 0.9, icon: "10n"), step(21, 26, icon: "02d"),
            step(24, 28, fall: 2, icon: "03d"), step(30, 22),
        ])
        #expect(found.map(\.distance) == [0, 1])
        #expect(found.map(\.weekday) == [3, 4])
        #expect(found.map(\.least) == [21, 17])
        #expect(found.map(\.greatest) == [24, 28])
        #expect(found.map(\.fall) == [0.4, 3.5])
        #expect(found.map(\.probability) == [0.2, 0.9])
        #expect(found.last?.condition?.icon == "02d")
    }

    @Test func `are at most five, and start tomorrow if today has no forecast`() {
        let week = (0..<60).map { step(9 + $0 * 3, Double($0)) }
        #expect(days(week).map(\.distance) == [1, 2, 3, 4, 5])
        #expect(days([step(3, 1)] + week).map(\.distance) == [0, 1, 2, 3, 4])
    }

    @Test(arguments: [(0, [0, 1]), (36_000, [1]), (-43_200, [0])] as [(Int, [Int])])
    func `end at local midnight`(offset: Int, distances: [Int]) {
        // It is 13:00 UTC; the steps are six and twelve hours later, at 19:00 and 01:00 UTC.
        let report = report(offset: offset)
        #expect(days([step(6, 1), step(12, 2)], of: report).map(\.distance) == distances)
    }

    @Test func `do not exist for missing, non-numeric or out-of-range data`() {
        #expect(days([]).isEmpty)
        #expect(days([step(3, .nan), step(3, .infinity)]).isEmpty)
        #expect(days([step(-48, 1), step(1_000_000, 1)]).isEmpty)
        var far = step(3, 1)
        for time in [Int.min, .max] {
            far.time = time
            #expect(days([far]).isEmpty)
            #expect(days([step(3, 1)], of: report(offset: 1, time: time)).isEmpty)
        }
        #expect(days([step(3, 1)], of: report(offset: .max)).isEmpty)
    }
}
