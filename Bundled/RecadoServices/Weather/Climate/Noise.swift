// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reproducible random values: smooth curves through random points.
struct Noise: Sendable {
    private let seed: UInt64

    /// Creates the random values of a city for one aspect of the weather.
    init(city: Int, aspect: UInt64) {
        seed = Self.mixed(UInt64(truncatingIfNeeded: city) &* 0x9E37_79B9_7F4A_7C15 ^ aspect)
    }

    /// Returns a value from 0 to 1 on a smooth curve through the random points at whole numbers.
    func value(at position: Double) -> Double {
        let point = position.rounded(.down)
        let part = position - point
        let weight = part * part * (3 - 2 * part)
        let index = Int64(point)
        return self.point(index) * (1 - weight) + self.point(index &+ 1) * weight
    }

    /// Returns the random point at a whole number, from 0 to 1.
    func point(_ index: Int64) -> Double {
        let bits = Self.mixed(seed ^ UInt64(bitPattern: index) &* 0xD1B5_4A32_D192_ED03)
        return Double(bits >> 11) / Double(UInt64(1) << 53)
    }

    /// Mixes bits with the finalizer of SplitMix64.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
