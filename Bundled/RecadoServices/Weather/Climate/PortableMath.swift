// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Functions of real numbers whose results are the same, to the last bit, on every machine.
///
/// C libraries differ in the last bits of sines and exponentials. These functions use only
/// additions, multiplications and divisions, which IEEE 754 defines exactly; the results are
/// accurate to ten digits.
enum PortableMath {
    static func radians(_ degrees: Double) -> Double { degrees / 180 * .pi }
    static func degrees(_ radians: Double) -> Double { radians / .pi * 180 }

    /// Returns the sine, by the power series around zero.
    static func sine(_ angle: Double) -> Double {
        let turns = (angle / (2 * .pi)).rounded()
        let x = angle - turns * 2 * .pi
        var (term, sum) = (x, x)
        for n in stride(from: 2.0, through: 24, by: 2) {
            term *= -x * x / (n * (n + 1))
            sum += term
        }
        return sum
    }

    static func cosine(_ angle: Double) -> Double { sine(angle + .pi / 2) }

    static func tangent(_ angle: Double) -> Double { sine(angle) / cosine(angle) }

    /// Returns the angle from 0 to π for a cosine from -1 to 1, by bisection.
    static func arcCosine(_ value: Double) -> Double {
        var (low, high) = (0.0, Double.pi)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if cosine(middle) > value { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Returns the exponential of a number from -50 to 50, by the power series for a 1024th of the
    /// number.
    static func exponential(_ x: Double) -> Double {
        let part = x / 1024
        var (term, sum) = (1.0, 1.0)
        for n in 1...8 {
            term *= part / Double(n)
            sum += term
        }
        // Squaring ten times results in the 1024th power.
        for _ in 0..<10 { sum *= sum }
        return sum
    }
}
