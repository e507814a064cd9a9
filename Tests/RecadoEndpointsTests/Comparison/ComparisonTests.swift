// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoComparison
import RecadoContracts
import RecadoDescriptions
import RecadoEndpoints
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Comparison of OpenAPI documents` {
    @Test func `a document has no changes compared with itself`() throws {
        let document = try OpenAPI(Videoclub.api).value
        #expect(try APIComparison(old: document, new: document).changes.isEmpty)
    }

    @Test func `a status changed from 201 to 200 is a breaking change`() throws {
        let declared = try OpenAPI(Videoclub.api).value
        let course = try OpenAPI(Videoclub.api(in: .course)).value
        let comparison = try APIComparison(old: declared, new: course)
        #expect(comparison.isBreaking)
        #expect(
            comparison.changes.map(\.description) == [
                "breaking: POST /videoclub/api/v1/catalog 201: the status is no longer answered "
                    + "(status removed)",
                "breaking: POST /videoclub/api/v1/catalog 200: the status is new, and no failure "
                    + "(status added)",
            ]
        )
    }

    @Test func `breaking changes are listed first`() throws {
        let old = try Documents.operation(#"{"operationId":"a","responses":{"200":{}}}"#)
        let new = try Documents.operation(
            #"{"operationId":"b","deprecated":true,"security":[{"x":[]}],"responses":{"200":{}}}"#
        )
        let comparison = try APIComparison(old: old, new: new)
        #expect(comparison.changes.map(\.level) == [.breaking, .warning, .note])
        #expect(comparison.count(of: .breaking) == 1)
    }

    // MARK: - References

    private static func shelf(_ member: String) throws -> Value {
        let boxes = ##"{"type":"array","items":{"$ref":"#/components/schemas/Shelf"}}"##
        return try Documents.operation(
            ##"{"requestBody":{"$ref":"#/components/requestBodies/Shelf"}}"##,
            components: """
                {"requestBodies":{"Shelf":{"content":{"application/json":{"schema":\
                {"$ref":"#/components/schemas/Shelf"}}}}},"schemas":{"Shelf":{"type":"object",\
                "properties":{"boxes":\(boxes),"label":\(member)}}}}
                """
        )
    }

    @Test func `recursive schemas are compared once`() throws {
        let old = try Self.shelf(#"{"type":"string"}"#)
        let new = try Self.shelf(#"{"type":"integer"}"#)
        #expect(
            try Documents.changes(old, new) == [
                "breaking: PUT /club/films/{id} content/label: integer is taken, not string "
                    + "(input type narrowed)"
            ]
        )
    }

    @Test func `a reference that may become null is a breaking change of the output`() throws {
        func document(_ schema: String) throws -> Value {
            let content = #"{"application/json":{"schema":{"properties":{"a":\#(schema)}}}}"#
            return try Documents.operation(
                #"{"responses":{"200":{"content":\#(content)}}}"#,
                components: #"{"schemas":{"A":{"type":"object","properties":{"b":{}}}}}"#
            )
        }
        let reference = ##"{"$ref":"#/components/schemas/A"}"##
        let old = try document(reference)
        let new = try document(#"{"anyOf":[\#(reference),{"type":"null"}]}"#)
        let place = "PUT /club/films/{id} 200/a"
        #expect(
            try Documents.changes(old, new)
                == ["breaking: \(place): null may be answered (output may be missing)"]
        )
        #expect(try Documents.changes(new, old).isEmpty)
    }

    @Test func `members of all parts of allOf are compared`() throws {
        let old = try Documents.answering(
            #"{"allOf":[{"properties":{"a":{}},"required":["a"]},{"properties":{"b":{}}}]}"#
        )
        let new = try Documents.answering(#"{"properties":{"a":{}},"required":["a"]}"#)
        #expect(try APIComparison(old: old, new: new).changes.map(\.rule) == ["output members"])
    }

    // MARK: - Documents that mean no good

    @Test(arguments: [
        ##"{"a":{"$ref":"#/components/schemas/a"}}"##,
        ##"{"a":{"$ref":"#/components/schemas/b"},"b":{"$ref":"#/components/schemas/a"}}"##,
        ##"{"a":{"oneOf":[{"$ref":"#/components/schemas/a"},{"$ref":"#/components/schemas/a"}]}}"##,
        ##"{"a":{"allOf":[{"$ref":"#/components/schemas/a"}]}}"##,
        ##"{"a":{"properties":{"b":{"oneOf":[{"$ref":"#/components/schemas/a"},{"type":"string"}]}}}}"##,
        #"{"a":{"$ref":"https://example.org/a.json"}}"#,
        ##"{"a":{"$ref":"#/nothing/at/all"}}"##,
        #"{"a":{"type":7,"required":"a","properties":[],"enum":{},"minimum":"x"}}"#,
        #"{"a":[[]]}"#,
    ])
    func `circular references and members of wrong types are tolerated`(_ schemas: String) throws {
        let document = try Documents.operation(
            ##"{"requestBody":{"content":{"a/b":{"schema":{"$ref":"#/components/schemas/a"}}}}}"##,
            components: #"{"schemas":\#(schemas)}"#
        )
        #expect(try APIComparison(old: document, new: document).changes.isEmpty)
    }

    @Test func `references that expand to very many schemas are compared quickly`() throws {
        // Each schema uses the next one twice, so that expanding them all would give 2^60.
        var schemas: [String] = []
        for index in 0..<60 {
            let next = ##"{"$ref":"#/components/schemas/s\##(index + 1)"}"##
            schemas.append(#""s\#(index)":{"properties":{"a":\#(next),"b":\#(next)}}"#)
        }
        let document = try Documents.operation(
            ##"{"requestBody":{"content":{"a/b":{"schema":{"$ref":"#/components/schemas/s0"}}}}}"##,
            components: #"{"schemas":{\#(schemas.joined(separator: ","))}}"#
        )
        #expect(try APIComparison(old: document, new: document).changes.isEmpty)
    }

    @Test(
        arguments: [
            ("[]", "the new document is no OpenAPI document: it has no member “openapi”"),
            (#"{"swagger":"2.0","paths":{}}"#, "it has no member “openapi”"),
            (#"{"openapi":"4.0.0","paths":{}}"#, "is of OpenAPI 4.0.0, not of version 3"),
            (#"{"openapi":"3.1.0"}"#, "the new document has no paths"),
            (#"{"openapi":3}"#, "it has no member “openapi”"),
        ] as [(String, String)]
    )
    func `a value that is not an OpenAPI 3 document is refused with a reason`(
        _ text: String,
        _ words: String
    ) throws {
        let old = try Documents.operation("{}")
        let new = try JSON().value(from: Array(text.utf8))
        let flaw = #expect(throws: DocumentError.self) { try APIComparison(old: old, new: new) }
        #expect(try #require(flaw).description.contains(words))
    }
}
