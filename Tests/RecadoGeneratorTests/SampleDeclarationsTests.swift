// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoGenerator
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Swift models from JSON samples` {
    private func text(_ json: String, _ name: String = "film") throws -> String {
        try SwiftDeclarations(samples: [JSON().value(from: json)], named: name).text
    }

    @Test func `all elements of a list form one model`() throws {
        let text = try text(
            """
            [{"id": 1, "title": "Alien", "released_at": "1979-05-25T00:00:00Z", "rating": 8,
              "cast": [{"name": "S. Weaver", "born": 1949}, {"name": "I. Holm"}], "note": null,
              "key": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "class": true, "tags": []},
             {"id": 2, "title": null, "released_at": "1986-07-18T00:00:00+02:00", "rating": 8.4,
              "cast": [], "key": "6ba7b811-9dad-11d1-80b4-00c04fd430c8", "class": false, "tags": ["a"]}]
            """
        )
        for line in [
            "struct Film: SchemaModel {", "var id: Int", "@OrNull var title: String?",
            "case releasedAt = \"released_at\"", "var releasedAt: Date", "var rating: Double",
            "var cast: [CastItem]", "var born: Int?", "@Nullable var note: Value? = nil",
            "var key: UUID", "var `class`: Bool", "var tags: [String]",
        ] {
            #expect(text.contains(line), "\(line)\n\(text)")
        }
        #expect(try Compiler.check(text) == [], "\(text)")
    }

    @Test(arguments: ["12", "\"a\"", "null", "[]", "[1, \"a\"]", "{}", "{\"a b\": {\"\": []}}"])
    func `any JSON value becomes a model that compiles`(_ json: String) throws {
        let text = try text(json, "a sample")
        #expect(try Compiler.check(text) == [], "\(text)")
    }
}
