// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCoding

@Suite struct `Reading numbers` {
    private func read<T: Decodable>(_ text: String, _ type: T.Type = T.self) throws -> T {
        try JSON().decode(type, from: text)
    }

    @Test(arguments: [
        "0.1", "1e23", "8.5e22", "9007199254740993", "9007199254740992.5", "1.7976931348623157e308",
        "2.2250738585072011e-308", "2.2250738585072014e-308", "4.9e-324", "5e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324", "123456789012345678901234567890",
        "0.000000000000000000000000000001",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126", "6.631236846766476e-316",
        "-65.613616999999977", "43.420273000000009", "1e-400", "0e400", "-0", "-0.0",
        "3.14159265358979323846",
        "7.2057594037927933e16", "9223372036854775808", "18446744073709551615",
        "18446744073709551616",
        "1e22", "1e-22", "9007199254740991e22", "9007199254740992e-22", "100000000000000000000e-20",
        "0.00000000000000000000000000000000000000000000000000000000000000000123e65", "1E+2",
        "12345678.12345678",
    ])
    func `a double is the nearest to the written number`(_ text: String) throws {
        let expected = try #require(Double(text))
        let value = try read(text, Double.self)
        #expect(value.bitPattern == expected.bitPattern)
    }

    @Test(arguments: [11, 12] as [UInt64])
    func `random doubles are read exactly`(_ seed: UInt64) throws {
        var random = Seeded(seed: seed)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
            guard value.isFinite else { continue }
            #expect(try read(value.description, Double.self).bitPattern == value.bitPattern)
            let digits = UInt64.random(in: 0...UInt64.max, using: &random)
            let text = "\(digits)e\(Int.random(in: -340...290, using: &random))"
            let expected = try #require(Double(text))
            guard expected.isFinite else { continue }
            #expect(try read(text, Double.self).bitPattern == expected.bitPattern, "\(text)")
        }
    }

    @Test(arguments: [21] as [UInt64])
    func `random floats are rounded correctly`(_ seed: UInt64) throws {
        var random = Seeded(seed: seed)
        for _ in 0..<20_000 {
            let float = Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
            guard float.isFinite, float.nextUp.isFinite else { continue }
            #expect(try read(float.description, Float.self).bitPattern == float.bitPattern)
            // Numbers just above and just below the midpoint between two neighbouring floats.
            let middle = (Double(float) + Double(float.nextUp)) / 2
            for text in ["\(middle)", "\(middle)".replacing("e", with: "0000000000000000001e")] {
                let expected = try #require(Float(text))
                guard expected.isFinite else { continue }
                #expect(try read(text, Float.self).bitPattern == expected.bitPattern, "\(text)")
            }
        }
    }

    @Test func `a float is not rounded through a double`() throws {
        // 1 + 2^-24 + 2^-60: as a double it is midway between two floats, and rounds to the wrong
        // one.
        let text = "1.00000005960464477626"
        #expect(try read(text, Float.self) == Float(1).nextUp)
        #expect(
            Float(try read(text, Double.self)) != Float(1).nextUp || Float(text) == Float(1).nextUp
        )
    }

    @Test(arguments: ["1e400", "-1e400", "1e999999999999", "179769313486231580793e289"])
    func `a number too large for a double is refused`(_ text: String) throws {
        let failure = try #require(throws: CodingError.self) { try read(text, Double.self) }
        #expect(failure.code == .outOfRange)
        #expect(throws: CodingError.self) { try read(text, Int.self) }
    }

    @Test func `a number too large for a float is refused`() {
        #expect(throws: CodingError.self) { try read("1e39", Float.self) }
    }

    @Test func `integers are exact up to their bounds`() throws {
        #expect(try read("-9223372036854775808", Int64.self) == .min)
        #expect(try read("9223372036854775807", Int64.self) == .max)
        #expect(try read("18446744073709551615", UInt64.self) == .max)
        #expect(try read("170141183460469231731687303715884105727", Int128.self) == .max)
        #expect(try read("-170141183460469231731687303715884105728", Int128.self) == .min)
        #expect(try read("340282366920938463463374607431768211455", UInt128.self) == .max)
        #expect(try read("00".dropLast() + "", Int.self) == 0)
        #expect(try read("-0", UInt8.self) == 0)
        #expect(try read("-128", Int8.self) == -128)
        #expect(try read("255", UInt8.self) == 255)
    }

    @Test func `integers beyond their bounds are refused`() {
        func refuses<T: FixedWidthInteger & Decodable>(_ type: T.Type, _ text: String) {
            do {
                _ = try read(text, type)
                Issue.record("\(type) accepted \(text)")
            } catch {
                #expect((error as? CodingError)?.code == .outOfRange)
            }
        }
        refuses(Int64.self, "9223372036854775808")
        refuses(Int64.self, "-9223372036854775809")
        refuses(UInt64.self, "18446744073709551616")
        refuses(UInt64.self, "-1")
        refuses(Int8.self, "128")
        refuses(UInt8.self, "256")
        refuses(Int16.self, "-32769")
        refuses(UInt128.self, "340282366920938463463374607431768211456")
        refuses(Int128.self, "170141183460469231731687303715884105728")
        refuses(Int.self, "99999999999999999999")
        refuses(Int.self, "1e19")
        refuses(Int.self, "1.5")
        refuses(Int.self, "1e-1")
        refuses(Int.self, "1e1000000")
    }

    @Test(arguments: [
        ("1.0", 1), ("1e3", 1000), ("34.00", 34), ("-12.500e1", -125), ("0.0", 0), ("-0.0e5", 0),
        ("1200e-2", 12), ("0e0", 0), ("0.00000000000000000000000000012e29", 12), ("0e99999", 0),
        ("9223372036854775807.000000000000000000000", Int.max),
    ])
    func `integers can have a decimal point or an exponent`(_ text: String, _ value: Int) throws {
        #expect(try read(text, Int.self) == value)
    }

    @Test(arguments: [
        "0.1", "123456789012345678901234567890.12345678", "-0.01", "1e10", "12.3400", "1e-20",
        "5e127",
        "99999999999999999999999999999999999999", "0", "-7", "1.000000000000000005",
    ])
    func `decimals are read exactly`(_ text: String) throws {
        let expected = try #require(Decimal(string: text))
        #expect(try read(text, Decimal.self) == expected)
    }

    @Test func `a decimal that would lose digits is refused`() {
        #expect(throws: CodingError.self) {
            try read("0.1234567890123456789012345678901234567890123", Decimal.self)
        }
        #expect(throws: CodingError.self) { try read("1e200", Decimal.self) }
    }

    @Test func `whole numbers can be read as floating-point numbers`() throws {
        #expect(try read("[1, 2.5, -3]", [Double].self) == [1, 2.5, -3])
        #expect(try read("[0.1, 3]", [Float].self) == [0.1, 3])
    }
}
