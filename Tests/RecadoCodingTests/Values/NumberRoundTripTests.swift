// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

private struct Numbers: Codable, Equatable {
    var int64: [Int64] = [.min, .max, 0, -1, 1 << 53 + 1]
    var uint64: [UInt64] = [.max, 1 << 63, 0]
    var int128: [Int128] = [.min, .max, 1 << 64]
    var uint128: [UInt128] = [.max, 0]
    var small: [Int8] = [.min, .max]
    var decimals: [Decimal] = []
    var doubles: [Double] = [
        0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .leastNormalMagnitude, 1e21,
        123456789.123,
    ]
    var floats: [Float] = [0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 16_777_216]

    init() throws {
        for text in [
            "12345678901234567890123456789012345678", "-0.00000000000000000000000000000000000001",
            "99.95", "1e127", "0",
        ] {
            decimals.append(try #require(Decimal(string: text)))
        }
    }
}

@Suite struct `Exact numbers` {
    @Test(arguments: [false, true])
    func `every format reads back its numbers exactly`(_ sortsKeys: Bool) throws {
        let numbers = try Numbers()
        var (json, xml, form, parts) = (JSON(), XML(), URLEncodedForm(), MultipartForm())
        (json.sortsKeys, xml.sortsKeys) = (sortsKeys, sortsKeys)
        (form.sortsKeys, parts.sortsKeys) = (sortsKeys, sortsKeys)
        #expect(try json.decode(Numbers.self, from: json.encode(numbers)) == numbers)
        #expect(try xml.decode(Numbers.self, from: xml.encode(numbers)) == numbers)
        #expect(try form.decode(Numbers.self, from: form.encode(numbers)) == numbers)
        let (bytes, mediaType) = try parts.encode(numbers)
        #expect(try parts.decode(Numbers.self, from: bytes, mediaType: mediaType) == numbers)
    }

    @Test(arguments: [
        "42.1e12000001101", "1234567890123456789012345678901234567890",
        "3.14159265358979323846264338327950288419716", "-1e-400000", "18446744073709551616", "1.50",
        "1.0", "-0.0", "-0", "0.0", "1e2", "1E+2", "-12.5", "0.00001", "0.1e-6",
        "9007199254740993.0",
        "0.10000000000000001", "100000000000000000000000",
    ])
    func `a number in a generic value keeps its digits in every format`(_ digits: String) throws {
        let value = try JSON().value(from: "{\"k\":[\(digits)]}")
        for sortsKeys in [false, true] {
            var json = JSON()
            json.sortsKeys = sortsKeys
            #expect(try json.encodeToString(value) == "{\"k\":[\(digits)]}")
            #expect(try json.encodeToString(["v": value]) == "{\"v\":{\"k\":[\(digits)]}}")
            #expect(try json.value(from: json.encode(value)) == value)
        }
        var xml = XML()
        xml.root = "v"
        #expect(try xml.encodeToString(value).contains("<k>\(digits)</k>"))
        let form = try URLEncodedForm().encodeToString(value)
        #expect(form.hasSuffix("=" + digits.replacing("+", with: "%2B")))
        #expect(value[path: "k.0"]?.description == digits)
        let number = try JSON().decode([String: [Value.Number]].self, from: "{\"k\":[\(digits)]}")
        #expect(try JSON().encodeToString(number) == "{\"k\":[\(digits)]}")
    }

    @Test func `numbers are equal by value, not by notation`() throws {
        let groups = [
            ["1", "1.0", "1e0", "10e-1", "1.00"], ["0", "-0", "0.0", "-0.0", "0e9"],
            ["100", "1e2", "1E+2", "100.0"], ["0.1", "0.10", "1e-1", "0.100000000000000000000"],
            ["9007199254740993", "9007199254740993.0"], ["9007199254740992", "9007199254740992.0"],
            ["1e300", "1.0e300"], ["100000000000000000000", "1e20"],
        ]
        var values: [Value: Int] = [:]
        for (place, group) in groups.enumerated() {
            for text in group {
                let value = try JSON().value(from: text)
                #expect(values.updateValue(place, forKey: value) ?? place == place, "\(text)")
                #expect(value.doubleValue == Double(text))
            }
        }
        #expect(values.count == groups.count)
        #expect(values[1.0] == 0 && values[-0.0] == 1 && values[1e20] == 7)
        #expect(try JSON().value(from: "1e2").intValue == 100)
        #expect(try JSON().value(from: "9007199254740993.0").intValue == 9_007_199_254_740_993)
        #expect(try JSON().value(from: "1.5").intValue == nil)
    }

    @Test func `a number of forty digits is kept exactly, and converts only if it fits`() throws {
        let digits = "1234567890123456789012345678901234567890"
        let value = try JSON().value(from: "[\(digits),170141183460469231731687303715884105727]")
        guard case .number(let number) = try #require(value[0]),
            case .number(let large) = try #require(value[1])
        else {
            Issue.record("no numbers")
            return
        }
        #expect(number.description == digits && number.exactly(Int128.self) == nil)
        #expect(number.double == 1.2345678901234568e39)
        #expect(large.exactly(Int128.self) == .max && large.exactly(Int64.self) == nil)
        #expect(number != large && number == number)
    }

    @Test func `a Foundation encoder writes a long number as exactly as it can`() throws {
        let value = try JSON().value(from: #"{"a":12345678901234567890.5,"b":42.1e300}"#)
        let data = try JSONEncoder().encode(value)
        let back = try JSON().value(from: Array(data))
        #expect(back["a"]?.description == "12345678901234567890.5")
        #expect(back["b"]?.doubleValue == 42.1e300)
    }
}
