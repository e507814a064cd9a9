// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import RecadoCoding

@Suite struct `Generic values` {
    private let film: Value = [
        "title": "Solaris", "year": 1972, "rating": 8.1, "rented": false, "owner": nil,
        "cast": [["name": "Banionis"], ["name": "Bondarchuk"]],
    ]

    @Test(arguments: [
        0.00010572419992136042, 0x1p53 + 2, 912_345_678_901_234_560, -0x1.23456789ABCDFp62,
        0x1.FFFFFp63,
    ])
    func `a floating-point number of any size is read back unchanged`(_ number: Double) throws {
        let value = Value(floatLiteral: number)
        #expect(value.doubleValue == number)
        #expect(try JSON().value(from: JSON().encode(value)) == value)
        #expect(try JSON().value(from: value.description) == value)
    }

    @Test func `parts are found by key, index and path`() {
        #expect(film["title"]?.stringValue == "Solaris")
        #expect(film["year"]?.intValue == 1972 && film["year"]?.doubleValue == 1972)
        #expect(film["rented"]?.boolValue == false && film["owner"]?.isNull == true)
        #expect(film["cast"]?[1]?["name"] == "Bondarchuk")
        #expect(film[path: "cast.0.name"] == "Banionis")
        #expect(
            film[path: "cast.2.name"] == nil && film[path: "title.x"] == nil && film["x"] == nil
        )
        #expect(film["cast"]?[-1] == nil && film[0] == nil)
    }

    @Test func `members can be set and removed`() {
        var value = film
        value["year"] = 1973
        value["new"] = [1, 2]
        value["title"] = nil
        #expect(value.objectValue?.keys == ["year", "rating", "rented", "owner", "cast", "new"])
        #expect(value["year"] == 1973)
        var empty: Value = nil
        empty["a"] = true
        #expect(empty == ["a": true])
    }

    @Test func `equality compares content, not order or notation`() {
        #expect(["a": 1, "b": 2] as Value == ["b": 2.0, "a": 1])
        #expect(["a": 1] as Value != ["a": 1, "b": nil])
        #expect([1, 2] as Value != [2, 1])
        #expect(
            (["a": 1, "b": [1.0]] as Value).hashValue == (["b": [1], "a": 1.0] as Value).hashValue
        )
        #expect("1" as Value != 1)
    }

    @Test(arguments: [
        "0", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
        "18446744073709551616", "123456789012345678901234567890", "0.5", "-1.25e-9", "1e400",
        "3.14159265358979323846264338327950288",
    ])
    func `numbers keep their digits`(_ text: String) throws {
        let value = try JSON().value(from: text)
        guard case .number(let number) = value else {
            Issue.record("no number")
            return
        }
        let expected = Double(text).map { "\($0)" == text || "\($0)" == text + ".0" } ?? false
        #expect(
            number.description == text || expected || Double(number.description) == Double(text)
        )
        if text.count > 20 { #expect(number.description == text) }
    }

    @Test func `64-bit integers stay exact`() throws {
        let value = try JSON().value(from: "[18446744073709551615, -9223372036854775808, 1.0]")
        guard case .number(let large) = value[0], case .number(let small) = value[1] else {
            Issue.record("no numbers")
            return
        }
        #expect(large.exactly(UInt64.self) == .max && large.exactly(Int64.self) == nil)
        #expect(small.exactly(Int64.self) == .min)
        #expect(value[2]?.intValue == 1)
    }

    @Test func `the order of members is kept`() throws {
        let text = #"{"z":1,"a":{"y":2,"b":[]},"m":null}"#
        let value = try JSON().value(from: text)
        #expect(value.objectValue?.keys == ["z", "a", "m"])
        #expect(
            value.description
                == "{\n  \"z\": 1,\n  \"a\": {\n    \"y\": 2,\n    \"b\": []\n  },\n  \"m\": null\n}"
        )
    }

    @Test func `Foundation's coders read and write values`() throws {
        let text = #"{"a":[1,-2,2.5,18446744073709551615,true,null,"x",{}],"b":{"c":""}}"#
        let expected = try JSON().value(from: text)
        let read = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        #expect(read == expected)
        let written = try JSONEncoder().encode(expected)
        #expect(try JSON().value(from: Array(written)) == expected)
    }

    @Test func `a value can be a property of a model`() throws {
        struct Event: Codable, Equatable {
            var name: String
            var payload: Value
            var note: Value?
        }
        let event = try JSON().decode(
            Event.self,
            from: #"{"name":"n","payload":{"b":1,"a":[1e400]}}"#
        )
        #expect(event.payload.objectValue?.keys == ["b", "a"] && event.note == nil)
        #expect(event.payload[path: "a.0"]?.doubleValue == .infinity)
    }

    @Test func `members of large objects are found`() throws {
        let members = (0..<1000).map { ("key \($0)", Value.number(Value.Number($0))) }
        var value = Value.object(Value.Object(members))
        #expect(value["key 999"] == 999 && value["key 1000"] == nil)
        value["key 500"] = nil
        #expect(
            value["key 999"] == 999 && value["key 500"] == nil && value.objectValue?.count == 999
        )
    }

    // MARK: - Cursors

    @Test func `a cursor reads members and elements of a document`() throws {
        let text =
            #"{"a": [1, 2.5, "x\n", null, true], "b": {}, "a": 5, "c": 123456789012345678901}"#
        let root = try JSON().document(from: Array(text.utf8)).root
        #expect(root.kind == .object && root.count == 3)
        #expect(root.members.map(\.key) == ["a", "b", "c"])
        let list = try #require(root["a"])
        #expect(list.elements.map(\.kind) == [.integer, .number, .string, .null, .bool])
        let elements = Array(list.elements)
        #expect(elements[0].integer == 1 && elements[1].double == 2.5 && elements[1].integer == nil)
        #expect(
            elements[2].string == "x\n" && elements[2].double == nil && elements[4].bool == true
        )
        #expect(elements[1].numberText == "2.5" && elements[1].pointer == "/a/1")
        #expect(root["c"]?.numberText == "123456789012345678901" && root["c"]?.integer == nil)
        #expect(
            root["x"] == nil && Array(elements[0].elements).isEmpty && Array(list.members).isEmpty
        )
        #expect(elements[1].place?.column == 11)
        #expect(try list.decode([Value].self).count == 5)
    }

    @Test func `a cursor reads the fields of a form`() throws {
        let root = try URLEncodedForm().document(from: Array("a=5&b=x&b=y".utf8)).root
        #expect(root["a"]?.kind == .text && root["a"]?.integer == 5 && root["a"]?.string == "5")
        #expect(root["b"]?.kind == .array && root["b"]?.isRepeated == true)
    }
}
