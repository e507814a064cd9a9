// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// A hostile input that is made to be costly, and an innocent one to compare it with.
struct Attack {
    let name: String
    let hostile: () -> [UInt8]
    /// Makes an innocent input of about the given number of bytes.
    let innocent: (Int) throws -> [UInt8]
    let read: ([UInt8]) throws -> Void
    let readInnocent: ([UInt8]) throws -> Void

    /// A model with fifty members.
    struct Fifty: Codable {
        var k0: Int?, k1: Int?, k2: Int?, k3: Int?, k4: Int?, k5: Int?, k6: Int?, k7: Int?
        var k8: Int?, k9: Int?, k10: Int?, k11: Int?, k12: Int?, k13: Int?, k14: Int?, k15: Int?
        var k16: Int?, k17: Int?, k18: Int?, k19: Int?, k20: Int?, k21: Int?, k22: Int?, k23: Int?
        var k24: Int?, k25: Int?, k26: Int?, k27: Int?, k28: Int?, k29: Int?, k30: Int?, k31: Int?
        var k32: Int?, k33: Int?, k34: Int?, k35: Int?, k36: Int?, k37: Int?, k38: Int?, k39: Int?
        var k40: Int?, k41: Int?, k42: Int?, k43: Int?, k44: Int?, k45: Int?, k46: Int?, k47: Int?
        var k48: Int?, k49: Int?
    }

    /// Returns a text repeated `count` times.
    static func many(_ count: Int, _ text: String) -> String {
        String(repeating: text, count: count)
    }

    /// Returns `count` texts, joined by a separator.
    static func many(_ count: Int, _ separator: String = "", _ make: (Int) -> String) -> String {
        (0..<count).map(make).joined(separator: separator)
    }

    /// Returns enough films for about `size` bytes, at 300 bytes each.
    static func films(_ size: Int) -> [Payloads.Film] { Payloads.films(max(1, size / 300)) }
}
