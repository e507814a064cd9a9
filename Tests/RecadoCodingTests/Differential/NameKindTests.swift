// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

private struct Film: Codable, Equatable {
    var createdAt: Int
    var longTitleOfFilm: String
    var cast: [Person]
    var scoresByPress: [String: Int]
    var plain: Bool?
    var user2Name: String?

    struct Person: Codable, Equatable {
        var fullName: String
    }
}

/// A key of one letter, one with an underscore in front, and some with capitals and digits.
private struct Odd: Codable, Equatable {
    var a: Int
    var hidden: Int
    var aB: Int
    var x1Y2: Int

    enum CodingKeys: String, CodingKey {
        case a
        case hidden = "_hidden"
        case aB, x1Y2
    }
}

private enum Act: Codable, Equatable {
    case openCurtain(byHand: Bool)
    case end
}

@Suite struct `Parity with Foundation for snake-case keys` {
    private static var coders: Coders {
        var coders = Coders()
        coders.recado.keys = .snakeCase
        coders.decoder.keyDecodingStrategy = .convertFromSnakeCase
        coders.encoder.keyEncodingStrategy = .convertToSnakeCase
        return coders
    }

    private static let film =
        #"{"created_at":1,"long_title_of_film":"x","cast":[{"full_name":"y"}],"#
        + #""scores_by_press":{"Daily_News":1,"theTimes":2},"user2_name":"z"}"#

    @Test func `member names are converted, dictionary keys are not`() {
        expectAgreement(on: Film.self, valid: [Self.film], by: Self.coders)
        expectRoundTrips(
            [
                Film(
                    createdAt: 1,
                    longTitleOfFilm: "x",
                    cast: [.init(fullName: "y")],
                    scoresByPress: ["Daily_News": 1, "theTimes": 2],
                    plain: true,
                    user2Name: "z"
                )
            ],
            by: Self.coders
        )
    }

    @Test func `unusual names are converted alike`() {
        expectRoundTrips(
            [Odd(a: 1, hidden: 3, aB: 4, x1Y2: 5)],
            by: Self.coders
        )
    }

    @Test func `names of enum cases and payloads are converted alike`() {
        expectAgreement(
            on: Act.self,
            valid: [#"{"open_curtain":{"by_hand":true}}"#, #"{"end":{}}"#],
            broken: ["{}", #"{"shut_curtain":{}}"#],
            by: Self.coders
        )
        expectRoundTrips([Act.openCurtain(byHand: false), .end], by: Self.coders)
    }

    @Test func `wrong values are refused alike, and errors have the document's key names`() {
        let parts = [
            ("1,", #""1","#), (#""created_at""#, #""created""#), (#""y""#, "null"),
            (#""full_name""#, #""full""#), (#":{"Daily"#, #":{"x":[],"Daily"#), (#""z""#, "2"),
        ]
        for (part, other) in parts {
            let document = Self.film.replacingOccurrences(of: part, with: other)
            let theirs = theirOutcome(Film.self, document, Self.coders)
            #expect(theirs.refusal != nil)
            for (way, ours) in ourOutcomes(Film.self, document, Self.coders) {
                #expect(ours.refusal?.kind == theirs.refusal?.kind, "\(document) \(way)")
                // Foundation reports the names of the model, Recado those of the document.
                let snake = JSONEncoder.KeyEncodingStrategy.convertToSnakeCase
                let pointer = theirs.refusal?.pointer.map { Self.converted($0, snake) }
                #expect(ours.refusal?.pointer == pointer, "\(document) \(way)")
            }
        }
    }

    /// Returns a pointer whose names are converted as Foundation's encoder converts keys.
    private static func converted(
        _ pointer: String,
        _ strategy: JSONEncoder.KeyEncodingStrategy
    ) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = strategy
        return pointer.split(separator: "/").map { name in
            let key = Key(stringValue: String(name))
            let text = (try? encoder.encode(OneMember(key: key))).map {
                String(decoding: $0, as: UTF8.self)
            }
            return "/" + (text?.dropFirst(2).prefix { $0 != "\"" } ?? "")
        }.joined()
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private struct OneMember: Encodable {
        var key: Key
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: key)
        }
    }
}
