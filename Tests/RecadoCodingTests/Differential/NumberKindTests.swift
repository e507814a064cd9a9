// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// A member for each numeric type and for `Bool`; a separate decoding method reads each of them.
private struct Numbers: Codable, Equatable {
    var int: Int = 0
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var int128: Int128 = 0
    var uint: UInt = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var uint128: UInt128 = 0
    var float: Float = 0
    var double: Double = 0
    var bool = false
}

/// The same types as elements of a list, in the same order.
private struct NumberList: Codable, Equatable {
    var numbers = Numbers()

    init(_ numbers: Numbers) { self.numbers = numbers }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        numbers.int = try list.decode(Int.self)
        numbers.int8 = try list.decode(Int8.self)
        numbers.int16 = try list.decode(Int16.self)
        numbers.int32 = try list.decode(Int32.self)
        numbers.int64 = try list.decode(Int64.self)
        numbers.int128 = try list.decode(Int128.self)
        numbers.uint = try list.decode(UInt.self)
        numbers.uint8 = try list.decode(UInt8.self)
        numbers.uint16 = try list.decode(UInt16.self)
        numbers.uint32 = try list.decode(UInt32.self)
        numbers.uint64 = try list.decode(UInt64.self)
        numbers.uint128 = try list.decode(UInt128.self)
        numbers.float = try list.decode(Float.self)
        numbers.double = try list.decode(Double.self)
        numbers.bool = try list.decode(Bool.self)
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(numbers.int)
        try list.encode(numbers.int8)
        try list.encode(numbers.int16)
        try list.encode(numbers.int32)
        try list.encode(numbers.int64)
        try list.encode(numbers.int128)
        try list.encode(numbers.uint)
        try list.encode(numbers.uint8)
        try list.encode(numbers.uint16)
        try list.encode(numbers.uint32)
        try list.encode(numbers.uint64)
        try list.encode(numbers.uint128)
        try list.encode(numbers.float)
        try list.encode(numbers.double)
        try list.encode(numbers.bool)
    }
}

@Suite struct `Parity with Foundation for numbers` {
    /// Expects agreement on an integer type at its bounds and just beyond them.
    private func expectBounds<Integer: FixedWidthInteger & Codable>(of type: Integer.Type) {
        let beyond = [
            Self.next(to: "\(type.max)"), type.min == 0 ? "-1" : Self.next(to: "\(type.min)"),
        ]
        expectAgreement(
            on: type,
            valid: ["\(type.min)", "\(type.max)", "0", "-0", "1.0", "10e-1", "0.5e1", "1e2"],
            broken: [
                #""1""#, "null", "true", "[]", "{}", "01", "+1", "1.", ".5", "-", "1e", "0x1",
            ],
            unplaced: beyond.map { ($0, "") } + [("1.5", ""), ("1e-1", ""), ("1e40", "")]
        )
        expectRoundTrips([type.min, type.max, 0, 1, 99])
    }

    /// Returns the digits of the number that is one further from zero; no bound ends in nine.
    private static func next(to digits: String) -> String {
        guard let last = digits.last?.wholeNumberValue else { return digits }
        return digits.dropLast() + "\(last + 1)"
    }

    @Test func `signed integers at their bounds are coded alike`() {
        expectBounds(of: Int.self)
        expectBounds(of: Int8.self)
        expectBounds(of: Int16.self)
        expectBounds(of: Int32.self)
        expectBounds(of: Int64.self)
    }

    @Test func `unsigned integers at their bounds are coded alike`() {
        expectBounds(of: UInt.self)
        expectBounds(of: UInt8.self)
        expectBounds(of: UInt16.self)
        expectBounds(of: UInt32.self)
        expectBounds(of: UInt64.self)
    }

    @Test func `128-bit integers at their bounds are coded alike`() {
        expectBounds(of: Int128.self)
        expectBounds(of: UInt128.self)
    }

    @Test func `integers with a fraction or an exponent are decoded alike`() {
        // From 2^63 on Foundation converts by way of a `Double`: see `Deliberate`.
        expectAgreement(
            on: Int64.self,
            valid: ["9007199254740993.0", "1000000000000000000000e-3", "0e5", "-0.0", "12.5e1"],
            unplaced: [
                ("9.223372036854775808e18", ""), ("90071992.5", ""), ("1e-5", ""), ("1e19", ""),
            ]
        )
        expectAgreement(
            on: UInt64.self,
            valid: ["9.2e18", "9007199254740993.0"],
            unplaced: [("18446744073709551616.0", ""), ("-1.0", "")]
        )
    }

    @Test func `all number types in members and arrays are coded alike`() {
        let all = Numbers(
            int: .min,
            int8: .min,
            int16: .max,
            int32: .min,
            int64: .max,
            int128: .min,
            uint: .max,
            uint8: .max,
            uint16: 1,
            uint32: .max,
            uint64: .max,
            uint128: .max,
            float: 0.1,
            double: 0.1,
            bool: true
        )
        expectRoundTrips([Numbers(), all])
        expectRoundTrips([NumberList(Numbers()), NumberList(all)])
        expectAgreement(
            on: NumberList.self,
            valid: ["[1,2,3,4,5,6,7,8,9,10,11,12,13.5,14.5,true]"],
            broken: [
                "[1,null]", "[1,2,true]", #"[1,2,3,"4"]"#, "[1,2,3,4,5,[]]",
                "[1,2,3,4,5,6,7,8,9,10,11,12,{}]", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,1]",
            ],
            unplaced: [
                ("[1,200]", "/1"), ("[1,2,3,4,5,6,-7]", "/6"),
                ("[1,2,3,4,5,6,7,8,9,10,11,12,1e39]", "/12"),
            ]
        )
    }

    @Test func `64-bit floating-point numbers are coded alike`() {
        expectAgreement(
            on: Double.self,
            valid: [
                "0", "-0", "-0.0", "0.1", "1e0", "1E+2", "1e-2", "1.7976931348623157e308", "5e-324",
                "2.2250738585072014e-308", "123456789012345678901234567890", "9007199254740993",
                "0.30000000000000004", "100000000000000000000000", "8.5", "1e22", "1e23",
                "179769313486231570000000000000000000000", "4.9406564584124654e-324", "2.5e-324",
                "9223372036854775807", "18446744073709551615", "0.000000000000000000000000000001",
            ],
            broken: [
                #""1""#, "null", "true", "NaN", "Infinity", "-Infinity", "01.5", "1.e5", "--1",
            ],
            unplaced: [("1e309", ""), ("-1e400", ""), ("1.7976931348623159e308", "")]
        )
        expectRoundTrips([
            Double.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .pi, 0.1,
            -0.0, 1e22, 1e23, 1e16, 123_456_789.0, 1e-5, 0.1 + 0.2, 0x1p53, 0x1p64, 0x1p63,
        ])
    }

    @Test func `32-bit floating-point numbers are coded alike`() {
        expectAgreement(
            on: Float.self,
            valid: [
                "0", "-0.0", "0.1", "3.4028234e38", "3.4028234663852886e38", "1e-45",
                "1.17549435e-38",
                "16777217", "16777219", "0.30000001192092896", "1.000000059604644775390625",
                "1.000000059604644775390626", "7.038531e-26",
            ],
            broken: [#""1""#, "null", "true"],
            unplaced: [("1e39", ""), ("-3.5e38", ""), ("1e309", "")]
        )
        expectRoundTrips([
            Float.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .pi, 0.1,
            -0.0, 16_777_216, 1e10, 0.3, 1e-7,
        ])
    }

    // Swift has no `Float16` on Intel Macs.
    #if !(os(macOS) && arch(x86_64))
    @Test func `16-bit floating-point numbers are coded alike`() {
        expectAgreement(
            on: Float16.self,
            valid: ["0", "1.5", "65504", "0.1", "6e-8", "-0.0"],
            broken: [#""1""#, "null", "true"]
        )
        expectRoundTrips([Float16.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, -2, 1.5])
    }
    #endif

    @Test func `NaN and infinity are refused alike`() {
        expectRefusals(of: [Double.nan, .infinity, -.infinity], "invalidValue")
        expectRefusals(of: [Float.nan, .infinity], "invalidValue")
        expectRefusals(of: [[1, Double.nan]], "invalidValue at /1")
        expectRefusals(of: [["a": [0, -Double.infinity]]], "invalidValue at /a/1")
        expectRefusals(of: [Numbers(float: .nan)], "invalidValue at /float")
        expectRefusals(of: [Numbers(double: .infinity)], "invalidValue at /double")
    }

    @Test func `NaN and infinity are coded alike as configured strings`() {
        var coders = Coders()
        coders.recado.nonFiniteNumbers = .texts(positive: "+", negative: "-", nan: "?")
        coders.decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+",
            negativeInfinity: "-",
            nan: "?"
        )
        coders.encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+",
            negativeInfinity: "-",
            nan: "?"
        )
        let text = theirWriting([Double.infinity, 1, -.infinity], coders)
        #expect(
            Outcome { try coders.recado.encodeToString([Double.infinity, 1, -.infinity]) } == text
        )
        for document in [#"["+",1,"-"]"#, #"["+",true]"#] {
            let theirs = theirOutcome([Double].self, document, coders)
            #expect(Outcome { try coders.recado.decode([Double].self, from: document) } == theirs)
            let floats = theirOutcome([Float].self, document, coders)
            #expect(Outcome { try coders.recado.decode([Float].self, from: document) } == floats)
        }
        let nan = Outcome { try coders.recado.decode([Float].self, from: #"["?"]"#)[0].isNaN }
        #expect(nan == .value(true))
    }
}
