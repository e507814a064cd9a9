// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Sunrise and sunset, by the formulas of NOAA's solar calculator.
struct Sun: Sendable {
    /// The sunrise, in Unix time; 0 if the sun does not rise or set on the day.
    let rise: Int
    /// The sunset, in Unix time; 0 if the sun does not rise or set on the day.
    let set: Int
    /// True if the sun is above the horizon.
    let isUp: Bool

    /// Computes the sun over a city at a Unix time.
    init(over city: City, at time: Int) {
        let local = time + city.offset(at: time)
        let today = HTTPDate(secondsSince1970: Int64(local))
        let day = today.daysSince1970
        let newYear = HTTPDate(year: today.year, month: 1, day: 1)?.daysSince1970 ?? day
        // The fractional year at noon, as an angle.
        let gamma = 2 * Double.pi / 365 * Double(day - newYear)
        let declination = Self.declination(gamma)
        let phi = PortableMath.radians(city.latitude)
        // With refraction, the sun's upper edge becomes visible at 90.833 degrees from the zenith.
        let edge = PortableMath.cosine(PortableMath.radians(90.833))
        let cosine =
            edge / (PortableMath.cosine(phi) * PortableMath.cosine(declination))
            - PortableMath.tangent(phi) * PortableMath.tangent(declination)
        guard cosine > -1, cosine < 1 else {
            (rise, set, isUp) = (0, 0, cosine <= -1)
            return
        }
        let angle = PortableMath.degrees(PortableMath.arcCosine(cosine))
        let noon = 720 - 4 * city.longitude - Self.equationOfTime(gamma)
        let midnight = day * 86_400
        rise = midnight + Int(((noon - 4 * angle) * 60).rounded())
        set = midnight + Int(((noon + 4 * angle) * 60).rounded())
        isUp = rise <= time && time < set
    }

    /// Returns the minutes by which solar time is ahead of clock time.
    private static func equationOfTime(_ gamma: Double) -> Double {
        let first =
            0.001868 * PortableMath.cosine(gamma) - 0.032077 * PortableMath.sine(gamma)
        let second =
            0.014615 * PortableMath.cosine(2 * gamma) + 0.040849 * PortableMath.sine(2 * gamma)
        return 229.18 * (0.000075 + first - second)
    }

    /// Returns the declination of the sun: its angle north of the equator, in radians.
    private static func declination(_ gamma: Double) -> Double {
        let first = -0.399912 * PortableMath.cosine(gamma) + 0.070257 * PortableMath.sine(gamma)
        let second =
            -0.006758 * PortableMath.cosine(2 * gamma) + 0.000907 * PortableMath.sine(2 * gamma)
        let third =
            -0.002697 * PortableMath.cosine(3 * gamma) + 0.00148 * PortableMath.sine(3 * gamma)
        return 0.006918 + first + second + third
    }
}
