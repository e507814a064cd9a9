// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private func formats<Format: CodingFormat>(
    _ format: Format,
    _ change: (inout Format) -> Void
) -> Format {
    var format = format
    change(&format)
    return format
}

@Suite struct `Strategies for scalars` {
    @Test(arguments: [
        (DataStrategy.base64, "+/8A"), (.base64URL, "-_8A"), (.hexadecimal, "fbff00"),
        (
            .custom(
                read: { Data($0.split(separator: ".").compactMap { UInt8($0) }) },
                write: { $0.map { String($0) }.joined(separator: ".") }
            ), "251.255.0"
        ),
    ])
    func `data is coded with every strategy`(_ strategy: DataStrategy, _ text: String) throws {
        let data = ["k": Data([0xFB, 0xFF, 0])]
        let json = formats(JSON()) { $0.data = strategy }
        #expect(try json.encodeToString(data) == "{\"k\":\"\(text)\"}".replacing("/", with: "/"))
        #expect(try json.decode([String: Data].self, from: json.encode(data)) == data)
        let xml = formats(XML()) { $0.data = strategy }
        #expect(try xml.decode([String: Data].self, from: xml.encode(data)) == data)
        let form = formats(URLEncodedForm()) { $0.data = strategy }
        #expect(try form.decode([String: Data].self, from: form.encode(data)) == data)
    }

    @Test(arguments: [
        (DataStrategy.base64, "+/8"), (.base64, "-_8A"), (.base64, "+/8A\n"),
        (.base64URL, "+/8A"), (.base64URL, "-_8A="), (.hexadecimal, "fb f"),
        (.hexadecimal, "fbf"), (.hexadecimal, "0g"),
    ])
    func `data in another encoding is refused`(_ strategy: DataStrategy, _ text: String) throws {
        let json = formats(JSON()) { $0.data = strategy }
        let bytes = try JSON().encode(["k": text])
        let failure = #expect(throws: CodingError.self) {
            try json.decode([String: Data].self, from: bytes)
        }
        #expect(failure?.pointer == "/k" && failure?.code == .invalidValue)
    }

    @Test func `an error thrown by a custom strategy is the underlying error`() {
        struct Refusal: Error {}
        let json = formats(JSON()) {
            $0.data = .custom(read: { _ in throw Refusal() }, write: { _ in throw Refusal() })
        }
        let read = #expect(throws: CodingError.self) {
            try json.decode([Data].self, from: #"["x"]"#)
        }
        let written = #expect(throws: CodingError.self) { try json.encode([Data()]) }
        #expect(read?.underlying is Refusal && written?.underlying is Refusal)
        #expect(read?.pointer == "/0" && written?.pointer == "/0")
    }

    @Test func `NaN and infinity are coded as configured`() throws {
        let numbers: [Double] = [Double.infinity, -Double.infinity, 1]
        let json = formats(JSON()) { $0.nonFiniteNumbers = .texts() }
        #expect(try json.encodeToString(numbers) == #"["Infinity","-Infinity",1]"#)
        #expect(try json.decode([Double].self, from: json.encode(numbers)) == numbers)
        #expect(try json.decode([Float].self, from: #"["NaN"]"#).first?.isNaN == true)
        #expect(try json.encodeToString(["k": Float.nan]) == #"{"k":"NaN"}"#)
        #expect(throws: CodingError.self) { try json.decode([Double].self, from: #"["INF"]"#) }
        #expect(throws: CodingError.self) { try json.decode([Int].self, from: #"["NaN"]"#) }
        #expect(throws: CodingError.self) { try JSON().encode(numbers) }
        #expect(throws: CodingError.self) { try JSON().decode([Double].self, from: #"["INF"]"#) }
        #expect(try XML().decode([Double].self, from: XML().encode(numbers)) == numbers)
        let form = formats(URLEncodedForm()) { $0.nonFiniteNumbers = .xmlSchema }
        let members = ["k": -Double.infinity]
        #expect(try form.encodeToString(members) == "k=-INF")
        #expect(try form.decode([String: Double].self, from: "k=-INF") == members)
        #expect(throws: CodingError.self) {
            try URLEncodedForm().decode([String: Double].self, from: "k=INF")
        }
    }

    @Test(arguments: [
        ("true", true), ("1", true), (#""1""#, true), (#""yes""#, true), (#""On""#, true),
        (#""TRUE""#, true), ("0", false), (#""off""#, false), (#""No""#, false),
    ])
    func `lenient booleans are read from numbers and words`(_ text: String, _ value: Bool) throws {
        let json = formats(JSON()) { $0.booleans = .lenient }
        #expect(try json.decode([Bool].self, from: "[\(text)]") == [value])
        if text != "true" {
            #expect(throws: CodingError.self) {
                try JSON().decode([Bool].self, from: "[\(text)]")
            }
        }
        let bare = text.replacing("\"", with: "")
        #expect(try XML().decode([Bool].self, from: "<a><b> \(bare) </b></a>") == [value])
        #expect(try URLEncodedForm().decode([String: Bool].self, from: "k=\(bare)")["k"] == value)
    }

    @Test(arguments: ["2", "-1", "1.0", #""yEs""#, "\"\"", #""2""#, "null", "[]"])
    func `other values are refused as lenient booleans`(_ text: String) {
        let json = formats(JSON()) { $0.booleans = .lenient }
        #expect(throws: CodingError.self) { try json.decode([Bool].self, from: "[\(text)]") }
    }

    @Test func `strict and numeric booleans are coded as configured`() throws {
        let strict = formats(URLEncodedForm()) { $0.booleans = .strict }
        #expect(try strict.decode([String: Bool].self, from: "k=true")["k"] == true)
        #expect(throws: CodingError.self) {
            try strict.decode([String: Bool].self, from: "k=1")
        }
        let exact = formats(XML()) { $0.booleans = .strict }
        #expect(throws: CodingError.self) {
            try exact.decode([Bool].self, from: "<a><b>1</b></a>")
        }
        for sortsKeys in [false, true] {
            let json = formats(JSON()) { ($0.booleans, $0.sortsKeys) = (.numbers, sortsKeys) }
            #expect(try json.encodeToString(["k": true]) == #"{"k":1}"#)
            #expect(try json.encodeToString([true, false]) == "[1,0]")
            #expect(try json.decode([Bool].self, from: "[1,false]") == [true, false])
        }
        let form = formats(URLEncodedForm()) { $0.booleans = .numbers }
        #expect(try form.encodeToString(["k": true]) == "k=1")
    }
}
