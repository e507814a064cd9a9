// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoComparison
import RecadoEndpoints
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Unfinished comparisons` {
    private static let place = "PUT /club/films/{id}"

    /// Returns a schema inside `depth` nested objects.
    private static func nested(_ shape: String, in depth: Int) -> String {
        String(repeating: #"{"properties":{"a":"#, count: depth) + shape
            + String(repeating: "}}", count: depth)
    }

    /// Returns the schema of an object with `count` members.
    private static func object(of count: Int) -> String {
        let members = (0..<count).map { #""m\#($0)":{}"# }
        return #"{"properties":{\#(members.joined(separator: ","))}}"#
    }

    @Test func `schemas nested too deeply are reported as not compared`() throws {
        let old = try Documents.taking(Self.nested(#"{"type":"string"}"#, in: 70))
        let new = try Documents.taking(Self.nested(#"{"type":"integer"}"#, in: 70))
        let comparison = try APIComparison(old: old, new: new)
        let way = String(repeating: "/a", count: 64)
        #expect(
            comparison.changes.map(\.description) == [
                "unfinished: \(Self.place) content\(way): what is more than 64 shapes deep was not "
                    + "compared (comparison unfinished)"
            ]
        )
        #expect(!comparison.isBreaking)
        #expect(!comparison.isCompatible)
    }

    @Test func `a union of references to itself is compared once`() throws {
        let choice = ##"{"$ref":"#/components/schemas/A"}"##
        let choices = Array(repeating: choice, count: 10).joined(separator: ",")
        let document = try Documents.operation(
            #"{"requestBody":{"content":{"a/b":{"schema":\#(choice)}}}}"#,
            components: #"{"schemas":{"A":{"oneOf":[\#(choices)]}}}"#
        )
        #expect(try APIComparison(old: document, new: document).changes.isEmpty)
    }

    @Test func `server variables are not expanded inside one another`() throws {
        let variables = (0..<40).map { #""v\#($0)":{"default":"{v\#($0 + 1)}{v\#($0 + 1)}"}"# }
        let text =
            #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"servers":"#
            + #"[{"url":"https://h/{v0}","variables":{\#(variables.joined(separator: ","))}}]}"#
        let document = try JSON().value(from: Array(text.utf8))
        #expect(try APIComparison(old: document, new: document).changes.isEmpty)
    }

    @Test func `a schema of the maximum depth is compared`() throws {
        let old = try Documents.taking(Self.nested(#"{"type":"string"}"#, in: 63))
        let new = try Documents.taking(Self.nested(#"{"type":"integer"}"#, in: 63))
        #expect(try APIComparison(old: old, new: new).changes.map(\.level) == [.breaking])
        #expect(try APIComparison(old: old, new: old).isCompatible)
    }

    @Test func `the depth of a schema is that of its shortest path`() throws {
        var schemas = [#""s70":{"type":"string"}"#]
        for index in 0..<70 {
            let next = ##"{"$ref":"#/components/schemas/s\##(index + 1)"}"##
            schemas.append(#""s\#(index)":{"properties":{"a":\#(next)}}"#)
        }
        let ways = [0, 35].map { ##""w\##($0)":{"$ref":"#/components/schemas/s\##($0)"}"## }
        let shape = #"{"properties":{\#(ways.joined(separator: ","))}}"#
        let document = try Documents.operation(
            #"{"requestBody":{"content":{"a/b":{"schema":\#(shape)}}}}"#,
            components: #"{"schemas":{\#(schemas.joined(separator: ","))}}"#
        )
        #expect(try APIComparison(old: document, new: document).changes.isEmpty)
    }

    @Test func `schemas after the first 20000 are reported as not compared`() throws {
        let document = try Documents.answering(Self.object(of: 20_100))
        #expect(
            try Documents.changes(document, document) == [
                "unfinished: \(Self.place) 200/m19999: shapes after the first 20000 were not "
                    + "compared (comparison unfinished)"
            ]
        )
        let least = try Documents.answering(Self.object(of: 19_999))
        #expect(try Documents.changes(least, least).isEmpty)
    }

    @Test func `parts of allOf after the first 100 are reported as not compared`() throws {
        func document(_ count: Int) throws -> Value {
            let parts = (0..<count).map { #"{"properties":{"m\#($0)":{}}}"# }
            return try Documents.taking(#"{"allOf":[\#(parts.joined(separator: ","))]}"#)
        }
        let long = try document(101)
        #expect(
            try Documents.changes(long, long) == [
                "unfinished: \(Self.place) content: parts after the first 100 were not compared "
                    + "(comparison unfinished)"
            ]
        )
        #expect(try Documents.changes(document(100), document(100)).isEmpty)
    }

    @Test func `operations after a very large one are reported as not compared`() throws {
        func document(_ schema: String) throws -> Value {
            let content = #"{"content":{"a/b":{"schema":\#(schema)}}}"#
            return try Documents.document(
                paths: #"{"/a":{"put":{"requestBody":\#(content)}},"/b":{"get":{}}}"#
            )
        }
        let old = try document(Self.object(of: 10_100))
        let comparison = try APIComparison(old: old, new: document("{}"))
        let told =
            "unfinished: GET /club/b: this operation and those after it were not compared: "
            + "too much comes before (comparison unfinished)"
        #expect(comparison.changes.first?.description == told)
        #expect(comparison.count(of: .unfinished) == 1)
    }

    @Test func `other operations are compared if one comparison is unfinished`() throws {
        func document(_ type: String) throws -> Value {
            let deep = Self.nested("{}", in: 70)
            func taking(_ schema: String) -> String {
                #"{"requestBody":{"content":{"a/b":{"schema":\#(schema)}}}}"#
            }
            let other = taking(#"{"type":"\#(type)"}"#)
            return try Documents.document(
                paths: #"{"/a":{"put":\#(taking(deep))},"/b":{"put":\#(other)}}"#
            )
        }
        let changes = try APIComparison(old: document("string"), new: document("array")).changes
        #expect(changes.map(\.level) == [.breaking, .unfinished])
    }
}
