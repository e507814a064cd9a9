// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoMultipart
import Testing

/// A type with a lowest and a highest value.
private protocol Bounded: Codable, Equatable, Sendable {
    static func end(isHighest: Bool) -> Self
}

extension FixedWidthInteger {
    fileprivate static func end(isHighest: Bool) -> Self { isHighest ? .max : .min }
}

extension BinaryFloatingPoint {
    fileprivate static func end(isHighest: Bool) -> Self {
        isHighest ? .greatestFiniteMagnitude : -.leastNonzeroMagnitude
    }
}

extension Int: Bounded {}
extension Int8: Bounded {}
extension Int16: Bounded {}
extension Int32: Bounded {}
extension Int64: Bounded {}
extension Int128: Bounded {}
extension UInt: Bounded {}
extension UInt8: Bounded {}
extension UInt16: Bounded {}
extension UInt32: Bounded {}
extension UInt64: Bounded {}
extension UInt128: Bounded {}
extension Float: Bounded {}
extension Double: Bounded {}

extension Bool: Bounded {
    fileprivate static func end(isHighest: Bool) -> Bool { isHighest }
}

extension String: Bounded {
    fileprivate static func end(isHighest: Bool) -> String {
        isHighest ? "\u{10FFFD} \"<&>\"" : "-"
    }
}

/// A value that passes its coder on to its own type, which uses a single-value container.
private struct Single<Value: Bounded>: Codable, Equatable, Sendable {
    var value: Value

    init(isHighest: Bool) { value = Value.end(isHighest: isHighest) }

    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A value of each type, each coded by a single-value container.
private struct Singles: Codable, Equatable, Sendable {
    var int: Single<Int>
    var int8: Single<Int8>
    var int16: Single<Int16>
    var int32: Single<Int32>
    var int64: Single<Int64>
    var int128: Single<Int128>
    var uint: Single<UInt>
    var uint8: Single<UInt8>
    var uint16: Single<UInt16>
    var uint32: Single<UInt32>
    var uint64: Single<UInt64>
    var uint128: Single<UInt128>
    var float: Single<Float>
    var double: Single<Double>
    var bool: Single<Bool>
    var string: Single<String>

    init(isHighest: Bool) {
        int = Single(isHighest: isHighest)
        int8 = Single(isHighest: isHighest)
        int16 = Single(isHighest: isHighest)
        int32 = Single(isHighest: isHighest)
        int64 = Single(isHighest: isHighest)
        int128 = Single(isHighest: isHighest)
        uint = Single(isHighest: isHighest)
        uint8 = Single(isHighest: isHighest)
        uint16 = Single(isHighest: isHighest)
        uint32 = Single(isHighest: isHighest)
        uint64 = Single(isHighest: isHighest)
        uint128 = Single(isHighest: isHighest)
        float = Single(isHighest: isHighest)
        double = Single(isHighest: isHighest)
        bool = Single(isHighest: isHighest)
        string = Single(isHighest: isHighest)
    }
}

/// A value of each type as an element of a list.
private struct Elements: Codable, Equatable, Sendable {
    var values: Singles

    init(isHighest: Bool) { values = Singles(isHighest: isHighest) }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        values = Singles(isHighest: false)
        values.int.value = try list.decode(Int.self)
        values.int8.value = try list.decode(Int8.self)
        values.int16.value = try list.decode(Int16.self)
        values.int32.value = try list.decode(Int32.self)
        values.int64.value = try list.decode(Int64.self)
        values.int128.value = try list.decode(Int128.self)
        values.uint.value = try list.decode(UInt.self)
        values.uint8.value = try list.decode(UInt8.self)
        values.uint16.value = try list.decode(UInt16.self)
        values.uint32.value = try list.decode(UInt32.self)
        values.uint64.value = try list.decode(UInt64.self)
        values.uint128.value = try list.decode(UInt128.self)
        values.float.value = try list.decode(Float.self)
        values.double.value = try list.decode(Double.self)
        values.bool.value = try list.decode(Bool.self)
        values.string.value = try list.decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(values.int.value)
        try list.encode(values.int8.value)
        try list.encode(values.int16.value)
        try list.encode(values.int32.value)
        try list.encode(values.int64.value)
        try list.encode(values.int128.value)
        try list.encode(values.uint.value)
        try list.encode(values.uint8.value)
        try list.encode(values.uint16.value)
        try list.encode(values.uint32.value)
        try list.encode(values.uint64.value)
        try list.encode(values.uint128.value)
        try list.encode(values.float.value)
        try list.encode(values.double.value)
        try list.encode(values.bool.value)
        try list.encode(values.string.value)
    }
}

/// A value of each type in each kind of container.
private struct Everything: Resource, Equatable {
    static let resourceType = "everything"

    var id = "1"
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var int128: Int128
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var uint128: UInt128
    var float: Float
    var double: Double
    var bool: Bool
    var string: String
    var maybeInt: Int?
    var maybeInt8: Int8?
    var maybeInt16: Int16?
    var maybeInt32: Int32?
    var maybeInt64: Int64?
    var maybeInt128: Int128?
    var maybeUInt: UInt?
    var maybeUInt8: UInt8?
    var maybeUInt16: UInt16?
    var maybeUInt32: UInt32?
    var maybeUInt64: UInt64?
    var maybeUInt128: UInt128?
    var maybeFloat: Float?
    var maybeDouble: Double?
    var maybeBool: Bool?
    var maybeString: String?
    var singles: Singles
    var elements: Elements

    init(isHighest: Bool) {
        int = .end(isHighest: isHighest)
        int8 = .end(isHighest: isHighest)
        int16 = .end(isHighest: isHighest)
        int32 = .end(isHighest: isHighest)
        int64 = .end(isHighest: isHighest)
        int128 = .end(isHighest: isHighest)
        uint = .end(isHighest: isHighest)
        uint8 = .end(isHighest: isHighest)
        uint16 = .end(isHighest: isHighest)
        uint32 = .end(isHighest: isHighest)
        uint64 = .end(isHighest: isHighest)
        uint128 = .end(isHighest: isHighest)
        float = .end(isHighest: isHighest)
        double = .end(isHighest: isHighest)
        bool = .end(isHighest: isHighest)
        string = .end(isHighest: isHighest)
        singles = Singles(isHighest: isHighest)
        elements = Elements(isHighest: isHighest)
    }

    /// Gives each optional property the value of the property of its type.
    mutating func fill() {
        maybeInt = int
        maybeInt8 = int8
        maybeInt16 = int16
        maybeInt32 = int32
        maybeInt64 = int64
        maybeInt128 = int128
        maybeUInt = uint
        maybeUInt8 = uint8
        maybeUInt16 = uint16
        maybeUInt32 = uint32
        maybeUInt64 = uint64
        maybeUInt128 = uint128
        maybeFloat = float
        maybeDouble = double
        maybeBool = bool
        maybeString = string
    }
}

@Suite struct `Integers of every type` {
    private func check(_ value: Everything) throws {
        for sortsKeys in [false, true] {
            var (json, xml, form, parts) = (JSON(), XML(), URLEncodedForm(), MultipartForm())
            (json.sortsKeys, xml.sortsKeys) = (sortsKeys, sortsKeys)
            (form.sortsKeys, parts.sortsKeys) = (sortsKeys, sortsKeys)
            #expect(try json.decode(Everything.self, from: json.encode(value)) == value)
            #expect(try xml.decode(Everything.self, from: xml.encode(value)) == value)
            #expect(try form.decode(Everything.self, from: form.encode(value)) == value)
            let (bytes, mediaType) = try parts.encode(value)
            #expect(try parts.decode(Everything.self, from: bytes, mediaType: mediaType) == value)
        }
        let resource = JSONAPI()
        #expect(try resource.decode(Everything.self, from: resource.encode(value)) == value)
    }

    @Test(arguments: [false, true])
    func `are read back at their bounds, in every kind of container`(isHighest: Bool) throws {
        var value = Everything(isHighest: isHighest)
        value.fill()
        try check(value)
    }

    @Test(arguments: [false, true])
    func `can be missing if optional, in every format`(isHighest: Bool) throws {
        try check(Everything(isHighest: isHighest))
    }

    @Test func `are written with all their digits`() throws {
        let text = try JSON().encodeToString(Elements(isHighest: true))
        #expect(
            text.hasPrefix(
                """
                [9223372036854775807,127,32767,2147483647,9223372036854775807,\
                170141183460469231731687303715884105727,\
                18446744073709551615,255,65535,4294967295,18446744073709551615,\
                340282366920938463463374607431768211455,
                """
            )
        )
        #expect(try JSON().encodeToString(Singles(isHighest: false)).contains("\"int8\":-128,"))
    }

    @Test(arguments: [
        ("007", 7), ("+5", 5), (" 7 ", 7), ("-0", 0), ("1e2", 100), ("12.0", 12), ("-128", -128),
        ("0000000000000000000000000127", 127),
    ])
    func `are read from text in several notations`(_ text: String, _ number: Int8) throws {
        let typed = text.replacing("+", with: "%2B").replacing(" ", with: "+")
        let form = try URLEncodedForm().decode([String: Int8].self, from: "n=\(typed)")
        let xml = try XML().decode([String: Int8].self, from: "<v><n>\(text)</n></v>")
        #expect(form == ["n": number] && xml == form)
    }

    @Test(arguments: ["128", "-129", "1.5", "", "--1", "+-1", "1a", "0x1", "18446744073709551616"])
    func `are refused in text that is out of range or not an integer`(_ text: String) {
        #expect(throws: CodingError.self) {
            try XML().decode([String: Int8].self, from: "<v><n>\(text)</n></v>")
        }
    }
}
