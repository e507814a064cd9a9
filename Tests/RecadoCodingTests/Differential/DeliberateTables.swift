// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// A model that keeps its decoder and uses it after decoding.
private struct Kept: Decodable, CustomStringConvertible {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws { self.decoder = decoder }

    var description: String {
        Outcome { try decoder.singleValueContainer().decode(Int.self) }.description
    }
}

/// A model that reads three elements from a list, even if the list has fewer.
private struct Triple: Decodable {
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try list.decode(Int.self) }
    }
}

/// The index after reading an element with `decodeIfPresent`; an empty list has no such element.
private struct Behind: Decodable, CustomStringConvertible {
    var index: Int
    var description: String { "\(index)" }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decodeIfPresent(Int.self)
        index = list.currentIndex
    }
}

/// The error that a model catches when a number does not fit into its type.
private struct Caught: Decodable, CustomStringConvertible {
    var description = "fine"

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        do {
            _ = try list.decode(Int8.self)
        } catch let error as DecodingError {
            description = CoderRefusal(error).description
        } catch {
            description = "not a DecodingError"
        }
    }
}

/// A model that reads a superclass under `super`, a key that is missing.
private struct Orphan: Decodable {
    enum CodingKeys: CodingKey { case parent }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.superDecoder().singleValueContainer().decode(Int.self)
    }
}

/// A model that reads a superclass under a key of its own, which is missing.
private struct OwnOrphan: Decodable {
    enum CodingKeys: CodingKey { case parent }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.superDecoder(forKey: .parent).singleValueContainer().decode(Int.self)
    }
}

private struct Link: Codable, Sendable, CustomStringConvertible {
    var pageURL: Int
    var description: String { "\(pageURL)" }
}

private struct Titled: Decodable, CustomStringConvertible {
    var filmTitle: Int
    var description: String { "\(filmTitle)" }
}

private struct Accented: Decodable, CustomStringConvertible {
    var value: Int
    var description: String { "\(value)" }
    enum CodingKeys: String, CodingKey { case value = "\u{E9}" }
}

private struct Ignoring: Decodable, CustomStringConvertible {
    var a: Int
    var description: String { "\(a)" }
}

private struct Silent: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {}
}

private struct Ordered: Encodable, Sendable {
    var b = 1
    var a = 2
}

/// A model that writes the coding path of a superclass's encoder in a nested container.
private struct SuperPath: Encodable, Sendable {
    enum CodingKeys: CodingKey { case outer, inner }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .outer)
        let inner = nested.superEncoder(forKey: .inner)
        try CoderRefusal.pointer(inner.codingPath).encode(to: inner)
    }
}

private func snakeCase() -> Coders {
    var coders = Coders()
    coders.recado.keys = .snakeCase
    coders.decoder.keyDecodingStrategy = .convertFromSnakeCase
    coders.encoder.keyEncodingStrategy = .convertToSnakeCase
    return coders
}

private func textDates() -> Coders {
    let coders = Coders()
    coders.decoder.dateDecodingStrategy = .iso8601
    coders.encoder.dateEncodingStrategy = .iso8601
    return coders
}

extension Deliberate {
    static let numbers = [
        reading(
            [String: Int8].self,
            #"{"a":200}"#,
            foundation: "dataCorrupted",
            recado: "dataCorrupted at /a",
            because: "a number that does not fit has its place, and a code of its own"
        ),
        reading(
            [Int].self,
            "[1,2.5]",
            foundation: "dataCorrupted",
            recado: "dataCorrupted at /1",
            because: "so has a fraction where an integer is asked for"
        ),
        reading(
            Double.self,
            "1e-400",
            foundation: "dataCorrupted",
            recado: "0.0",
            because: "a number closer to zero than any other is zero, as IEEE 754 rounds it"
        ),
        reading(
            Float.self,
            "1e-60",
            foundation: "dataCorrupted",
            recado: "0.0",
            because: "so it is in 32 bits"
        ),
        reading(
            Int64.self,
            "9223372036854775807e0",
            foundation: "dataCorrupted",
            recado: "9223372036854775807",
            because: "an integer that is written with an exponent is read digit by digit"
        ),
        reading(
            Int64.self,
            "9007199254740993.5",
            foundation: "9007199254740993",
            recado: "dataCorrupted",
            because: "a fraction is none however large the number is"
        ),
        reading(
            Caught.self,
            "[300]",
            foundation: "not a DecodingError",
            recado: "dataCorrupted at /0",
            because: "within a model a number that does not fit is a DecodingError"
        ),
        reading(
            Decimal.self,
            "1234567890123456789012345678901234567890.5",
            foundation: "1234567890123456789012345678901234567890",
            recado: "dataCorrupted",
            because: "digits that a decimal cannot hold are not dropped"
        ),
        reading(
            [Bool].self,
            "[null]",
            foundation: "typeMismatch at /0",
            recado: "valueNotFound at /0",
            because: "null is no boolean as it is no number"
        ),
    ]

    static let texts = [
        reading(
            [Int].self,
            "[1,]",
            foundation: "[1]",
            recado: "dataCorrupted",
            because: "a comma behind the last element is no JSON"
        ),
        reading(
            [String: Int].self,
            #"{"a":1,}"#,
            foundation: #"["a": 1]"#,
            recado: "dataCorrupted",
            because: "nor is one behind the last member"
        ),
        reading(
            Ignoring.self,
            #"{"a":1,"b":01}"#,
            foundation: "1",
            recado: "dataCorrupted",
            because: "a number that the model skips is checked all the same"
        ),
        reading(
            Ignoring.self,
            #"{"a":1,"b":"\ud800"}"#,
            foundation: "1",
            recado: "dataCorrupted",
            because: "a text that the model skips is checked all the same"
        ),
        reading(
            Accented.self,
            "{\"e\u{301}\":1}",
            foundation: "1",
            recado: "keyNotFound at /\u{E9}",
            because: "keys are compared byte by byte"
        ),
        reading(
            [String: Int].self,
            "{\"e\u{301}\":1,\"\u{E9}\":2}",
            foundation: "[\"e\u{301}\": 1]",
            recado: "dataCorrupted at /\u{E9}",
            because: "a dictionary does not drop a key that Unicode calls equivalent to another"
        ),
    ]

    static let models = [
        reading(
            [String: Triple].self,
            #"{"a":[1]}"#,
            foundation: "valueNotFound at /a/1",
            recado: "valueNotFound at /a",
            because: "what ends too early is the list"
        ),
        reading(
            Behind.self,
            "[]",
            foundation: "1",
            recado: "0",
            because: "an index does not go beyond the end of its list"
        ),
        reading(
            Orphan.self,
            "{}",
            foundation: "valueNotFound at /super",
            recado: "keyNotFound at /super",
            because: "a superclass that is missing is missing, as the protocol documents it"
        ),
        reading(
            OwnOrphan.self,
            "{}",
            foundation: "valueNotFound at /parent",
            recado: "keyNotFound at /parent",
            because: "so it is with a key of its own"
        ),
        reading(
            Kept.self,
            "1",
            foundation: "1",
            recado: "dataCorrupted",
            because: "a decoder is of use only while its call runs"
        ),
        reading(
            Link.self,
            #"{"page_url":1}"#,
            foundation: "keyNotFound at /pageURL",
            recado: "1",
            by: snakeCase,
            because: "names are made from keys, not keys from names"
        ),
        reading(
            Titled.self,
            #"{"filmTitle":1}"#,
            foundation: "1",
            recado: "keyNotFound at /film_title",
            by: snakeCase,
            because: "a name that is not in snake case is another one"
        ),
        reading(
            [String: [Titled]].self,
            #"{"a":[{"film_title":"x"}]}"#,
            foundation: "typeMismatch at /a/0/filmTitle",
            recado: "typeMismatch at /a/0/film_title",
            by: snakeCase,
            because: "a pointer leads through the document, not through the model"
        ),
        reading(
            [Date].self,
            #"["x"]"#,
            foundation: "dataCorrupted",
            recado: "dataCorrupted at /0",
            by: textDates,
            because: "a text that is no date has its place"
        ),
        reading(
            [Date].self,
            "[0]",
            foundation: "[2001-01-01 00:00:00 +0000]",
            recado: "typeMismatch at /0",
            because: "dates are texts, unless seconds are chosen"
        ),
    ]

    static let written = [
        writing(
            Date(timeIntervalSince1970: 0.5),
            foundation: "-978307199.5",
            recado: #""1970-01-01T00:00:00.500Z""#,
            because: "dates are texts by default"
        ),
        writing(
            Date(timeIntervalSince1970: 0.5),
            foundation: #""1970-01-01T00:00:00Z""#,
            recado: #""1970-01-01T00:00:00.500Z""#,
            by: textDates,
            because: "a fraction of a second is not lost"
        ),
        writing(
            Silent(),
            foundation: "invalidValue",
            recado: "{}",
            because: "a value that writes nothing is an empty object at the root as elsewhere"
        ),
        writing(
            "a/b",
            foundation: #""a\/b""#,
            recado: #""a/b""#,
            because: "a slash needs no escape"
        ),
        writing(
            SuperPath(),
            foundation: #"{"outer":{"inner":"\/inner"}}"#,
            recado: #"{"outer":{"inner":"/outer/inner"}}"#,
            because: "the encoder of a superclass knows the nested container that it is of"
        ),
        writing(
            Decimal.nan,
            foundation: "NaN",
            recado: "invalidValue",
            because: "what is no number is refused, also as a decimal"
        ),
    ]
}
