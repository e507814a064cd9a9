// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The climate of a place: a few numbers that describe its weather over the year.
///
/// The numbers are rough, but precise enough that July is hot in Sevilla and wet in Mumbai, and
/// that Yakutsk freezes.
struct Climate: Sendable {
    /// The difference between the mean temperature of the year and the typical mean at the
    /// latitude, in kelvins.
    let offset: Double
    /// Half the difference between summer and winter, in kelvins for each degree of latitude.
    let season: Double
    /// Half the difference between the afternoon and the night under a clear sky, in kelvins.
    let day: Double
    /// The dampness of the air in winter, from 0 to 1.
    let winterDampness: Double
    /// The dampness of the air in summer, from 0 to 1.
    let summerDampness: Double
    /// The mean wind speed, in meters per second.
    let wind: Double

    private init(
        _ offset: Double,
        _ season: Double,
        _ day: Double,
        _ dampness: ClosedRange<Double>,
        wetSummer: Bool,
        _ wind: Double
    ) {
        self.offset = offset
        self.season = season
        self.day = day
        winterDampness = wetSummer ? dampness.lowerBound : dampness.upperBound
        summerDampness = wetSummer ? dampness.upperBound : dampness.lowerBound
        self.wind = wind
    }

    /// Creates the climate for its letter in the table of cities.
    init?(code: Substring) {
        guard let climate = Self.table[code] else { return nil }
        self = climate
    }

    private static let table: [Substring: Climate] = [
        // Mediterranean, oceanic, continental, polar and subpolar
        "m": Climate(-0.5, 0.19, 4.5, 0.1...0.38, wetSummer: false, 3.6),
        "o": Climate(-1.5, 0.12, 3.2, 0.42...0.55, wetSummer: false, 4.8),
        "c": Climate(-3.5, 0.26, 4.5, 0.38...0.48, wetSummer: false, 3.6),
        "p": Climate(-9, 0.33, 4.5, 0.35...0.45, wetSummer: true, 3),
        // steppe, desert, highland of the tropics
        "s": Climate(-0.5, 0.22, 6, 0.12...0.3, wetSummer: false, 3.4),
        "d": Climate(1.5, 0.3, 7, 0.01...0.06, wetSummer: false, 3.8),
        "a": Climate(0.5, 0.06, 5.5, 0.25...0.5, wetSummer: true, 2.4),
        // humid subtropical, tropical with a dry season, equatorial
        "h": Climate(-3, 0.27, 4, 0.34...0.46, wetSummer: true, 3.2),
        "t": Climate(1, 0.14, 4, 0.18...0.58, wetSummer: true, 3.2),
        "e": Climate(0, 0.04, 3.5, 0.5...0.56, wetSummer: true, 2.2),
    ]
}
