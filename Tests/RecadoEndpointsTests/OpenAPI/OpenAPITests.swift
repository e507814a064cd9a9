// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoContracts
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import Testing

/// Compares a document with the copy beside the tests, so that reviews show changes to it.
///
/// `scripts/test` also checks that copy with an independent validator. To accept a change, run the
/// tests with `RECADO_UPDATE_GOLDEN=1`.
@Suite struct `OpenAPI documents` {
    private static var golden: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/videoclub.openapi.json")
    }

    @Test func `the videoclub's document equals the stored copy`() throws {
        let text = try OpenAPI(Videoclub.api).json()
        if ProcessInfo.processInfo.environment["RECADO_UPDATE_GOLDEN"] == "1" {
            try text.write(to: Self.golden, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.golden, encoding: .utf8) == text)
    }

    @Test func `every reference has a schema, even if two operations share an output`() throws {
        let api = API(
            name: "lists",
            title: "Lists",
            version: "1.0.0",
            prefix: "",
            endpoints: [ListFilms.self, ListOwnFilms.self]
        )
        let document = try OpenAPI(api).value
        let schemas = try #require(document["components"]?["schemas"]?.objectValue)
        let references = Self.references(in: document)
        #expect(references.contains("#/components/schemas/Film"))
        for reference in references where reference.hasPrefix("#/components/schemas/") {
            #expect(schemas[String(reference.dropFirst(21))] != nil, "\(reference)")
        }
    }

    /// Returns the targets of all references in a part of a document.
    private static func references(in value: Value) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: Set(members["$ref"]?.stringValue.map { [$0] } ?? [])) {
                $0.formUnion(references(in: $1.value))
            }
        case .array(let elements):
            elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: []
        }
    }

    @Test func `an operation lists its security, parameters, content and failures`() throws {
        let document = try OpenAPI(Videoclub.api).value
        let rent = document["paths"]?["/api/v1/catalog/{id}/rent"]?["put"]
        #expect(rent?["operationId"] == "rent-film")
        #expect(rent?["security"] == [["member": []]])
        #expect(rent?["parameters"]?[0]?["name"] == "id")
        #expect(rent?["parameters"]?[0]?["required"] == true)
        let codes = rent?["responses"]?.objectValue?.keys
        #expect(codes == ["200", "401", "403", "404", "409", "422", "default"])
        let conflict = rent?["responses"]?["409"]?["content"]?["application/problem+json"]
        #expect(conflict?["examples"]?["already-rented"]?["value"]?["title"] == "Ya está alquilada")
        let create = document["paths"]?["/api/v1/catalog"]?["post"]
        let content = create?["requestBody"]?["content"]?["application/json"]
        #expect(content?["schema"]?["$ref"] == "#/components/schemas/FilmDraft")
        #expect(create?["responses"]?["201"] != nil)
    }

    @Test func `schemas have the limits and optional members of the types`() throws {
        let schemas = try OpenAPI(Videoclub.api).value["components"]?["schemas"]
        let title = schemas?["FilmDraft"]?["properties"]?["title"]
        #expect(
            title == [
                "type": "string", "minLength": 1, "maxLength": 255, "pattern": #"^[^\u0000]*$"#,
            ]
        )
        #expect(schemas?["FilmDraft"]?["required"] == ["title", "year", "director"])
        let draft = schemas?["FilmDraft"]?["properties"]
        #expect(draft?["poster"]?["type"] == ["string", "null"])
        #expect(schemas?["Film"]?["properties"]?["poster"] == ["type": "string"])
        #expect(schemas?["Film"]?["required"]?.arrayValue?.contains("poster") == true)
    }

    struct Shelf: Codable, Sendable {
        var top: Box?
        var boxes: [Box]
    }

    struct Box: Codable, Sendable { var label: String }

    struct ShowShelf: Endpoint {
        static let route: Route = "GET /shelf"
        typealias Output = Shelf
    }

    @Test func `an optional property that is a reference is nullable`() throws {
        let api = API(name: "t", title: "T", version: "1", endpoints: [ShowShelf.self])
        let shelf = try OpenAPI(api).value["components"]?["schemas"]?["Shelf"]?["properties"]
        let reference: Value = ["$ref": "#/components/schemas/Box"]
        #expect(shelf?["top"] == ["anyOf": [reference, ["type": "null"]]])
        #expect(shelf?["boxes"] == ["type": "array", "items": reference])
    }
}
