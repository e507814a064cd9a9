// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import Testing

/// The curve of a day, which is drawn in a square whose sides are 1.
@Suite struct `Points of a day's temperature curve` {
    /// 2026-07-15 13:00:00 UTC.
    private static let now = 1_784_120_400

    private func draw(
        _ temperatures: [Double],
        offset: Int? = 7200,
        first wait: Int = 7200
    ) -> DayCurve? {
        guard let first = temperatures.first else { return nil }
        var report = WeatherReport(
            conditions: [],
            readings: .init(temperature: first, pressure: 1015, humidity: 50),
            time: Self.now
        )
        report.utcOffset = offset
        let steps = temperatures.dropFirst().enumerated().map { index, temperature in
            WeatherForecast.Step(
                time: Self.now + wait + index * 10_800,
                readings: .init(temperature: temperature, pressure: 1015, humidity: 50),
                conditions: []
            )
        }
        let city = WeatherForecast.City(name: "Alicante", country: "ES", timezone: 3600)
        return DayCurve(report, WeatherForecast(steps, of: city))
    }

    @Test func `have the lowest temperature at the bottom and the highest at the top`() throws {
        let curve = try #require(draw([28, 31, 25, 19, 22]))
        #expect(curve.least == 19)
        #expect(curve.greatest == 31)
        #expect(curve.points.map(\.y) == [0.75, 1, 0.5, 0, 0.25])
        #expect(curve.points.map(\.hour) == [15, 17, 20, 23, 2])
        #expect(curve.points.first?.x == 0)
        #expect(curve.points[1].x == 2 / 24.0)
    }

    @Test func `end after 24 hours, however long the forecast is`() throws {
        let curve = try #require(draw(Array(repeating: 20, count: 41)))
        #expect(curve.points.count == 9)
        #expect(curve.points.allSatisfy { $0.x <= 1 })
    }

    @Test func `leave out a forecast that is close to now`() throws {
        let points = try #require(draw([20, 21, 22], first: 3600)).points
        #expect(points.map(\.temperature) == [20, 22])
        #expect(draw([20, 21], first: 3600) == nil)
    }

    @Test func `form a line in the middle when the temperature is constant`() throws {
        let curve = try #require(draw([20, 20, 20]))
        #expect(curve.points.allSatisfy { $0.y == 0.5 })
        #expect(curve.pieces.allSatisfy { $0.first.y == 0.5 && $0.second.y == 0.5 })
    }

    @Test func `use the city's UTC offset if the report has none`() throws {
        #expect(try #require(draw([1, 2, 3], offset: nil)).points[0].hour == 14)
    }

    @Test(arguments: [
        [28, 31, 25, 19, 22, 30, 29, 29, 12], [0, 0, 40, 0, 0], [-3, -2, -1.5, -1.4, 9],
        [5, 4, 3, 2, 1, 0],
    ])
    func `are joined without overshooting`(temperatures: [Double]) throws {
        let curve = try #require(draw(temperatures))
        var start = try #require(curve.points.first).y
        for piece in curve.pieces {
            let span = min(start, piece.end.y) - 1e-9...max(start, piece.end.y) + 1e-9
            #expect(span.contains(piece.first.y))
            #expect(span.contains(piece.second.y))
            start = piece.end.y
        }
    }

    @Test(arguments: [[], [20], [20, .nan, 21]] as [[Double]])
    func `do not exist for too few or non-numeric temperatures`(temperatures: [Double]) {
        #expect(draw(temperatures) == nil)
    }
}
