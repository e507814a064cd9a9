// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The temperature of the next twenty-four hours, as a curve in a unit square.
public struct DayCurve: Sendable, Hashable {
    /// A time with its weather.
    public struct Point: Sendable, Hashable {
        /// The hour of the day in local time.
        public let hour: Int
        /// The temperature, in the unit of the call.
        public let temperature: Double
        /// The precipitation before this time, in millimeters.
        ///
        /// The current weather has the amount of the last hour, and a forecast has the amount of
        /// three hours. If the service reports only the other of the two amounts, that one is used.
        public let fall: Double
        /// The main condition of the sky; `nil` if the service does not report it.
        public let condition: WeatherReport.Condition?
        /// The horizontal position of the point, from 0 at the left to 1 at the right.
        public let x: Double
        /// The height of the point, from 0 for the lowest temperature to 1 for the highest.
        public let y: Double
    }

    /// A segment of the curve: a cubic Bézier curve, which begins at the preceding point.
    public struct Piece: Sendable, Hashable {
        /// The control point near the start.
        public let first: Position
        /// The control point near the end.
        public let second: Position
        /// The end of the segment.
        public let end: Position
    }

    /// A position in the square.
    public struct Position: Sendable, Hashable {
        /// The horizontal position, from 0 at the left to 1 at the right.
        public let x: Double
        /// The height, from 0 at the bottom to 1 at the top.
        public let y: Double
    }

    /// The points, beginning with the current weather.
    public let points: [Point]

    /// The least temperature.
    public var least: Double { points.map(\.temperature).min() ?? 0 }
    /// The greatest temperature.
    public var greatest: Double { points.map(\.temperature).max() ?? 0 }

    private static let length = 86_400
    /// The least time between the current weather and a forecast, in seconds; the point of a nearer
    /// forecast would cover the current point.
    private static let gap = 5_400

    /// Creates the curve, or returns `nil` if the data is insufficient.
    ///
    /// - Parameters:
    ///   - report: The current weather.
    ///   - forecast: The forecast.
    public init?(_ report: WeatherReport, _ forecast: WeatherForecast) {
        let offset = report.utcOffset ?? forecast.city.timezone ?? 0
        let (start, isFarOff) = report.time.addingReportingOverflow(offset)
        let steps = forecast.list.filter {
            let (distance, isWrong) = $0.time.subtractingReportingOverflow(report.time)
            return !isWrong && (Self.gap...Self.length).contains(distance)
        }
        // Times are seconds after the current weather; no time in an answer can cause an overflow.
        let readings =
            [(0, report.readings.temperature, report.fall, report.conditions.first)]
            + steps.map {
                ($0.time - report.time, $0.readings.temperature, $0.fall, $0.conditions.first)
            }
        let temperatures = readings.map(\.1)
        guard let least = temperatures.min(), let greatest = temperatures.max(), !steps.isEmpty,
            (greatest - least).isFinite, temperatures.allSatisfy(\.isFinite), !isFarOff
        else { return nil }
        let clock = (start % Self.length + Self.length) % Self.length
        // A constant temperature results in a line in the middle.
        let height = greatest - least
        points = readings.map { seconds, temperature, fall, condition in
            Point(
                hour: (clock + seconds) % Self.length / 3600,
                temperature: temperature,
                fall: fall,
                condition: condition,
                x: Double(seconds) / Double(Self.length),
                y: height > 0 ? (temperature - least) / height : 0.5
            )
        }
    }

    /// The segments of the curve after its first point.
    ///
    /// They pass through every point; between two points, the curve stays within their heights.
    ///
    /// The slopes follow Fritsch and Carlson, so that the curve is monotonic between points.
    public var pieces: [Piece] {
        let slopes = slopes
        return zip(points.indices, points.indices.dropFirst()).map { index, next in
            let (point, end) = (points[index], points[next])
            let third = (end.x - point.x) / 3
            return Piece(
                first: Position(x: point.x + third, y: point.y + slopes[index] * third),
                second: Position(x: end.x - third, y: end.y - slopes[next] * third),
                end: Position(x: end.x, y: end.y)
            )
        }
    }

    /// The slope of the curve at each point.
    private var slopes: [Double] {
        let secants = zip(points, points.dropFirst()).map { point, next in
            next.x > point.x ? (next.y - point.y) / (next.x - point.x) : 0
        }
        guard let first = secants.first, let last = secants.last else { return [0] }
        let inner = zip(secants, secants.dropFirst()).map { before, after in
            // The curve is level where it turns; elsewhere the harmonic mean keeps it within
            // bounds.
            before * after > 0 ? 2 * before * after / (before + after) : 0
        }
        return [first] + inner + [last]
    }
}

extension WeatherReport {
    /// The precipitation, in millimeters.
    fileprivate var fall: Double {
        [rain, snow].compactMap { $0 }.reduce(0) { $0 + ($1.lastHour ?? $1.lastThreeHours ?? 0) }
    }
}

extension WeatherForecast.Step {
    /// The precipitation, in millimeters.
    var fall: Double {
        [rain, snow].compactMap { $0 }.reduce(0) { $0 + ($1.lastThreeHours ?? $1.lastHour ?? 0) }
    }
}
