// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Unwanted: Error {}

private enum Keys: String, CodingKey {
    case a
    case b = "b/~b"
    case c
}

/// A model that throws an error of its own.
private struct Picky: Codable, Equatable {
    var year: Int

    init(_ year: Int) { self.year = year }

    init(from decoder: any Decoder) throws {
        year = try decoder.singleValueContainer().decode(Int.self)
        if year < 1895 { throw Unwanted() }
    }

    func encode(to encoder: any Encoder) throws {
        if year < 1895 { throw Unwanted() }
        var container = encoder.singleValueContainer()
        try container.encode(year)
    }
}

/// A model that throws each kind of `DecodingError` itself, by each way that Swift offers.
private enum Thrower: String, Decodable, Equatable {
    case fine, keyed, unkeyed, single, mismatch, missing, nothing, elsewhere

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let wish = Thrower(rawValue: text) else { throw Unwanted() }
        let context = DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "as you wish",
            underlyingError: Unwanted()
        )
        switch wish {
        case .fine: self = wish
        case .mismatch: throw DecodingError.typeMismatch(Int.self, context)
        case .missing: throw DecodingError.keyNotFound(Keys.b, context)
        case .nothing: throw DecodingError.valueNotFound(Int.self, context)
        case .elsewhere:
            throw DecodingError.dataCorrupted(
                .init(codingPath: [Keys.a, Keys.b], debugDescription: "")
            )
        case .keyed, .unkeyed, .single:
            throw DecodingError.dataCorruptedError(
                in: try decoder.singleValueContainer(),
                debugDescription: "no \(wish)"
            )
        }
    }
}

/// A model that refuses decoded values by errors made with its containers.
private struct Range: Codable, Equatable {
    var low: Int
    var high: [Int]

    init(low: Int, high: [Int]) { (self.low, self.high) = (low, high) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        low = try container.decode(Int.self, forKey: .a)
        guard low >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .a,
                in: container,
                debugDescription: "negative"
            )
        }
        var list = try container.nestedUnkeyedContainer(forKey: .b)
        high = []
        while !list.isAtEnd {
            let value = try list.decode(Int.self)
            guard value >= low else {
                throw DecodingError.dataCorruptedError(in: list, debugDescription: "too low")
            }
            high.append(value)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(low, forKey: .a)
        guard high.allSatisfy({ $0 >= low }) else {
            throw EncodingError.invalidValue(
                high,
                .init(codingPath: container.codingPath + [Keys.b], debugDescription: "too low")
            )
        }
        try container.encode(high, forKey: .b)
    }
}

/// A model that catches one error and continues, and turns another into an error of its own.
private struct Catching: Decodable, Equatable {
    var list: [Int]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        do {
            list = try container.decode([Picky].self, forKey: .a).map(\.year)
        } catch is Unwanted {
            list = try container.decode([Int].self, forKey: .b)
        } catch DecodingError.typeMismatch(let type, let context) {
            throw DecodingError.dataCorrupted(
                .init(codingPath: context.codingPath, debugDescription: "\(type)")
            )
        }
    }
}

/// A model that tries every type for each of its values, and records the outcomes.
private struct Recorded: Decodable, Equatable {
    var texts: [String] = []

    struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            note { _ = try container.decode(Int.self, forKey: key) }
            note { _ = try container.decode(Bool?.self, forKey: key) }
            note { _ = try container.decode(String.self, forKey: key) }
            note { _ = try container.decode([Int].self, forKey: key) }
            note { _ = try container.decode([String: Picky].self, forKey: key) }
            note { _ = try container.decode(Thrower.self, forKey: key) }
            note { _ = try container.decode(UUID.self, forKey: key) }
            note { _ = try container.nestedContainer(keyedBy: Name.self, forKey: key) }
            note { try Self.read(container.nestedUnkeyedContainer(forKey: key)) }
            note { _ = try UInt8(from: container.superDecoder(forKey: key)) }
        }
        let missing = Name(stringValue: "~/")
        guard let missing else { return }
        note { _ = try container.decode(Int.self, forKey: missing) }
        note { _ = try container.decodeNil(forKey: missing) }
        note { _ = try container.decodeIfPresent(Int.self, forKey: missing) }
        note { _ = try container.nestedContainer(keyedBy: Name.self, forKey: missing) }
        note { _ = try container.nestedUnkeyedContainer(forKey: missing) }
    }

    private mutating func note(_ body: () throws -> Void) {
        guard let refusal = Outcome(body).refusal else { return texts.append("fine") }
        // For numbers that do not fit, Foundation throws an error of its own without a coding path.
        let isCorrupted = ["dataCorrupted", "JSONError"].contains(refusal.kind)
        texts.append(isCorrupted ? "dataCorrupted" : refusal.description)
    }

    private static func read(_ container: any UnkeyedDecodingContainer) throws {
        var container = container
        while !container.isAtEnd {
            if (try? container.decode(Picky.self)) == nil { _ = try container.decode(String.self) }
        }
    }
}

@Suite struct `Parity with Foundation for errors` {
    @Test func `errors of the model's own type are thrown alike`() {
        expectAgreement(
            on: Picky.self,
            valid: ["1972"],
            broken: ["1", #""1972""#, "null", "[1]"]
        )
        expectAgreement(
            on: [String: [Picky?]].self,
            valid: [#"{"a":[1972,null]}"#],
            broken: [#"{"a":[1972,1]}"#, #"{"a":["1972"]}"#]
        )
        expectRoundTrips([Picky(1972)])
        expectRefusals(of: [Picky(1)], "Unwanted")
        expectRefusals(of: [["a": [Picky(1972), Picky(1)]]], "Unwanted")
    }

    @Test func `each DecodingError thrown by a model is reported alike`() {
        expectAgreement(
            on: Thrower.self,
            valid: [#""fine""#],
            broken: [
                #""keyed""#, #""unkeyed""#, #""single""#, #""mismatch""#, #""missing""#,
                #""nothing""#, #""x""#, "1",
            ]
        )
        expectAgreement(
            on: [String: [Thrower]].self,
            valid: [#"{"~":["fine"]}"#],
            broken: [
                #"{"~":["fine","mismatch"]}"#, #"{"~":["missing"]}"#, #"{"":["nothing"]}"#,
                #"{"a":["elsewhere"]}"#, #"{"a":["single"]}"#,
            ]
        )
    }

    @Test func `errors created with a container are reported alike`() {
        expectAgreement(
            on: Range.self,
            valid: [#"{"a":1,"b/~b":[1,2]}"#],
            broken: [
                #"{"a":-1,"b/~b":[]}"#, #"{"a":1,"b/~b":[2,0,3]}"#, #"{"a":1,"b/~b":[0]}"#,
                #"{"a":1}"#, #"{"b/~b":[]}"#, #"{"a":1,"b/~b":[[]]}"#,
            ]
        )
        expectRoundTrips([Range(low: 1, high: [1, 2])])
        expectRefusals(of: [Range(low: 5, high: [1])], "invalidValue at /b~1~0b")
        expectRefusals(of: [[Range(low: 5, high: [1])]], "invalidValue at /0/b~1~0b")
    }

    @Test func `errors caught by a model are the same`() {
        expectAgreement(
            on: Catching.self,
            valid: [#"{"a":[1972]}"#, #"{"a":[1972,1],"b/~b":[5]}"#],
            broken: [
                #"{"a":[1],"b/~b":["5"]}"#, #"{"a":[1972,"x"]}"#, #"{"a":[1]}"#, #"{"a":null}"#,
                "{}",
            ]
        )
    }

    @Test func `errors caught while trying every type are the same`() {
        expectAgreement(
            on: Recorded.self,
            valid: [
                "{}", #"{"a":1,"b":-1.5,"c":"x","d":null,"e":true,"f":[],"g":{}}"#,
                #"{"a/":["x",1972,1,[]],"~":{"x":1972,"y":1},"":{"x":[]},"é\n":["fine"]}"#,
                #"{"a":300,"b":1e300,"c":"missing","d":"elsewhere","e":"mismatch","f":[1,null]}"#,
                #"{"a":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","b":[[[]]],"c":{"d":{"e":1}}}"#,
            ],
            broken: ["[]", "null", "1"]
        )
    }
}
