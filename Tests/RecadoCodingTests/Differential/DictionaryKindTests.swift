// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private enum Colour: String, Codable, CodingKeyRepresentable {
    case red
    case green = "vert/é"
}

private enum Level: Int, Codable, CodingKeyRepresentable {
    case low = -1
    case high = 10
}

private enum Plain: String, Codable { case one, two }

/// A dictionary key that chooses the text that stands for it in a document.
private struct Code: Codable, Hashable, CodingKeyRepresentable {
    var letters: String

    struct Name: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) {
            stringValue = "\(intValue)"
            self.intValue = intValue
        }
    }

    var codingKey: any CodingKey { Name(stringValue: "code:" + letters) }

    init(letters: String) { self.letters = letters }

    init?(codingKey: some CodingKey) {
        guard codingKey.stringValue.hasPrefix("code:") else { return nil }
        letters = String(codingKey.stringValue.dropFirst(5))
    }
}

/// Members whose coding keys have integer values, which both coders ignore.
private struct Numbered: Codable, Equatable {
    var one: String
    var ten: [Int]?

    enum CodingKeys: Int, CodingKey {
        case one = 1
        case ten = 10
    }
}

/// A model that takes its keys from the document.
private struct Listing: Codable, Equatable {
    var pairs: [String: Int] = [:]
    var numbers: [Int] = []

    struct Name: CodingKey {
        var stringValue: String
        var intValue: Int?
        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = Int(stringValue)
        }
        init(intValue: Int) {
            stringValue = "\(intValue)"
            self.intValue = intValue
        }
    }

    init(_ pairs: [String: Int]) {
        self.pairs = pairs
        numbers = pairs.keys.compactMap { Int($0) }.sorted()
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for key in container.allKeys {
            pairs[key.stringValue] = try container.decode(Int.self, forKey: key)
            if let number = key.intValue {
                numbers.append(number)
                let other = Name(intValue: number)
                guard container.contains(other) else { throw CancellationError() }
                _ = try container.decode(Int.self, forKey: other)
            }
        }
        numbers.sort()
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in pairs { try container.encode(value, forKey: Name(stringValue: name)) }
    }
}

@Suite struct `Parity with Foundation for dictionaries and keys` {
    @Test func `string keys are coded alike`() {
        expectAgreement(
            on: [String: Double].self,
            valid: ["{}", #"{"":1,"a\nb":2,"\u00e9":0.5,"\ud83d\ude00":-1}"#, #"{"a":1,"a":2}"#],
            broken: [#"{"":"x"}"#, #"{"~/":null}"#, #"{"é\n":[]}"#, "[]", #"{1:1}"#, "null"]
        )
        expectRoundTrips([["": 1, "é": 0.1, "a\"\\/\u{1}": 1e300, "😀": -0.0], [:]])
    }

    @Test func `nested dictionaries and arrays are coded alike`() {
        expectAgreement(
            on: [String: [[String: [Int?]]]].self,
            valid: [#"{"a":[{"b":[1,null]},{}],"c":[]}"#],
            broken: [#"{"a":[{"b":[1,"2"]}]}"#, #"{"a":[{},{"b":{}}]}"#, #"{"a":[null]}"#]
        )
        expectRoundTrips([["a": [["b": [1, nil]], [:]], "c": []]])
    }

    @Test func `integer keys are coded alike`() {
        expectAgreement(
            on: [Int: String].self,
            valid: ["{}", #"{"1":"a","-20":"b","9223372036854775807":"c"}"#, #"{"007":"x"}"#],
            broken: [
                #"{"x":"a"}"#, #"{"1.0":"a"}"#, #"{"9223372036854775808":"a"}"#, #"{"1":1}"#,
                #"{"":"a"}"#, #"[1,"a"]"#,
            ]
        )
        expectRoundTrips([[1: "a", -5: "b", .max: "c"], [:]])
        expectAgreement(on: [Int8: Int].self, valid: ["[1,2]", "[]"], broken: ["[1]", "{}"])
        expectRoundTrips([[Int8.min: 1, .max: 2]])
    }

    @Test func `enum keys with CodingKeyRepresentable are coded alike`() {
        expectAgreement(
            on: [Colour: Int].self,
            valid: [#"{"red":1,"vert\/é":2}"#, "{}"],
            broken: [#"{"blue":1}"#, #"{"red":"1"}"#, #"["red",1]"#]
        )
        expectRoundTrips([[Colour.red: 1, .green: 2], [:]])
        expectAgreement(
            on: [Level: Bool].self,
            valid: [#"{"-1":true,"10":false}"#],
            broken: [#"{"2":true}"#, #"{"low":true}"#, #"{"10":1}"#]
        )
        expectRoundTrips([[Level.low: true, .high: false]])
    }

    @Test func `plain enum keys are coded alike, as an array of keys and values`() {
        expectAgreement(
            on: [Plain: Int?].self,
            valid: [#"["one",1,"two",null]"#, "[]"],
            broken: [
                #"{"one":1}"#, #"["one"]"#, #"["one",1,"two"]"#, #"["three",1]"#, #"["one","1"]"#,
            ]
        )
        expectRoundTrips([[Plain.one: 1], [:]])
    }

    @Test func `UUID keys are coded alike, as an array of keys and values`() {
        let id = "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"
        expectAgreement(
            on: [UUID: [Int]].self,
            valid: [#"["\#(id)",[1]]"#, #"["\#(id.lowercased())",[]]"#],
            broken: [#"["\#(id)"]"#, #"["x",[1]]"#, #"["\#(id)",1]"#, #"{"\#(id)":[1]}"#, "[1,[]]"]
        )
        expectRoundTrips([[UUID(): [1], UUID(): []]])
    }

    @Test func `model keys with CodingKeyRepresentable are coded alike`() {
        expectAgreement(
            on: [Code: Int].self,
            valid: [#"{"code:de":1,"code:":2}"#],
            broken: [#"{"de":1}"#, #"{"code:de":null}"#, #"["code:de",1]"#]
        )
        expectRoundTrips([[Code(letters: "de"): 1, Code(letters: ""): 2]])
    }

    @Test func `coding keys with integer values are coded alike`() {
        expectAgreement(
            on: Numbered.self,
            valid: [#"{"one":"a","ten":[1]}"#, #"{"one":"a","1":1}"#],
            broken: [
                #"{"1":"a"}"#, #"{"one":2}"#, #"{"one":"a","ten":[1,"x"]}"#, #"["a"]"#, "{}",
            ]
        )
        expectRoundTrips([Numbered(one: "x", ten: [1, 2]), Numbered(one: "", ten: nil)])
    }

    @Test func `members found by allKeys are decoded alike`() {
        expectAgreement(
            on: Listing.self,
            valid: [#"{"b":1,"2":2,"é":3,"-7":4}"#, "{}", #"{"a":1,"a":2}"#],
            broken: [#"{"b":1,"2":"2"}"#, #"{"b":null}"#, #"{"x~y":[]}"#]
        )
        expectRoundTrips([Listing(["a": 1, "12": 2, "": 3])])
    }
}
