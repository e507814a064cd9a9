// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoGenerator
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Swift declarations from OpenAPI` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    private func generated(_ name: String) throws -> Generated {
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        return try Generated(text)
    }

    @Test(arguments: ["petstore.yaml", "museum.yaml", "features.yaml"])
    func `declarations compile without warnings and describe the same service`(
        _ name: String
    ) throws {
        let found = try generated(name)
        #expect(try found.complaints() == [])
        #expect(try found.breakingChanges() == [])
    }

    @Test func `the documentation snippet equals the generated declarations`() throws {
        let snippet = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Snippets/ForeignFilms.swift")
        let header = """
            // Part of Recado. See LICENSE.
            // SPDX-License-Identifier: Apache-2.0


            """
        // After the generated declarations the snippet contains code that calls them.
        let program = try String(contentsOf: snippet, encoding: .utf8)
            .replacing("import RecadoClient\n", with: "")
            .replacing("import RecadoTesting\n", with: "")
        #expect(program.hasPrefix(header + (try generated("films.yaml").declarations.text)))
    }

    @Test func `unsupported features are listed in the generated file and in the remarks`() throws {
        let found = try generated("features.yaml").declarations
        for words in ["the cookie “session” is no input", "webhooks are not called"] {
            #expect(found.remarks.contains { $0.contains(words) }, "\(found.remarks)")
            #expect(found.text.contains(words))
        }
    }

    @Test func `models and endpoints are declared in the expected style`() throws {
        let text = try generated("features.yaml").declarations.text
        for line in [
            "enum Feature {", "static let address = \"https://api.example.org/v1\"",
            "prefix: \"/v1\",", "struct ThingItem: SchemaModel {",
            "static var schemaName: String? { \"thing-item\" }", "var `class`: String",
            "@OrNull var maybe: Int?", "@Nullable var sometimes: String? = nil",
            "@Indirect var parent: ThingItem? = nil", "var children: [ThingItem]?",
            "var open: String?", "static let route: Route = \"GET /things/{thing-id}\"",
            "static let name = \"things/get-one\"", "\"pageSize\": \"pageSize\",",
            "\"ids\": ParameterStyle(lists: .commas),", "@Query var ids: [Int]? = nil",
            "\"thingId\": \"thing-id\",", "case plus1 = \"+1\"", "case empty = \"\"",
            "static let discriminator: String? = \"kind\"",
            "SchemaChoice(Shape.circle, for: [\"round\"]),", "case notFound(ErrorModel?)",
            "case clientError(Status, ClientErrorContent?)", "typealias Output = EventFeed<Shape>",
            ".json(as: \"application/merge-patch+json\")", "var file: FormFile",
            "@Body var body: ByteUpload", ".bytes(as: \"image/png\")",
            "The field Link leads to further pages: `client.pages(of:)` follows it.",
            "Owner leads to things/get-one with thing-id = $response.body#/owner.",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test func `a document in several files becomes one service`() throws {
        let found = try Generated(
            """
            openapi: 3.0.3
            info: {title: Pieces, version: "1"}
            paths:
              /pets: {$ref: "paths/pets.yaml"}
            """,
            others: [
                "api/paths/pets.yaml": """
                get:
                  parameters: [{$ref: "../common.yaml#/parameters/limit"}]
                  responses:
                    "200":
                      description: Pets
                      content:
                        application/json:
                          schema: {type: array, items: {$ref: "../pet.yaml"}}
                """,
                "api/common.yaml":
                    "parameters: {limit: {name: limit, in: query, schema: {type: integer}}}",
                "api/pet.yaml":
                    "{type: object, properties: {name: {type: string}, friend: {$ref: '#'}}}",
            ]
        )
        #expect(found.declarations.text.contains("@Indirect var friend: Pet? = nil"))
        #expect(found.declarations.text.contains("@Query var limit: Int? = nil"))
        #expect(try found.complaints() == [])
    }

    @Test func `unquoted YAML scalars that become strings keep their spelling`() throws {
        let found = try Generated(
            """
            openapi: 3.1
            info: {title: 2.0, version: 1.10}
            servers: [{url: "https://{v}.example.org", variables: {v: {default: 0x1F}}}]
            paths:
              /a:
                get:
                  operationId: 10e3
                  tags: [1.10, no]
                  parameters: [{name: 7.10, in: query, schema: {type: string}}]
                  responses: {200: {description: 1_0.50}}
            components:
              schemas:
                Code: {type: string, enum: [01234, 1.10, True, no, 0o17, +1, 1.1]}
                Whole: {type: [string, null], enum: [1.20, null]}
                Other: {type: integer, enum: [1, 2]}
                Held: {required: [1.50, true], properties: {1.50: {type: string}, "true": {type: integer}}}
                Only: {type: string, const: 1.30}
            """
        )
        let text = found.declarations.text
        for line in [
            "title: \"2.0\",", "version: \"1.10\",", "https://0x1F.example.org",
            "static let name = \"10e3\"", "\"1.10\", \"no\"", "\"7.10\"", "\"1_0.50\"",
            "= \"01234\"", "= \"1.10\"", "= \"True\"", "= \"0o17\"", "= \"+1\"", "= \"1.1\"",
            "case no\n", "= \"1.20\"", "= \"1.30\"", "var value150: String\n", "var `true`: Int\n",
            "case value1 = 1\n",
        ] {
            #expect(text.contains(line), "\(line)\n\(text)")
        }
        #expect(try found.complaints() == [])
    }

    private static func pieces(_ paths: String, _ schemas: String = "{}") -> String {
        """
        openapi: 3.0.3
        info: {title: T, version: "1"}
        paths: \(paths)
        components: {schemas: \(schemas)}
        """
    }

    @Test(arguments: [
        ("swagger: 2.0", "api/service.yaml#/swagger: this is Swagger 2.0"),
        ("openapi: 4.0", "#/openapi: this is OpenAPI 4.0"), ("openapi: [3]", "expected the member"),
        ("swagger: '2.0'", "api/service.yaml#/swagger: this is Swagger 2.0"),
        ("openapi: 4.0.0", "#/openapi: this is OpenAPI 4.0.0"), ("[]", "expected an object"),
        ("{}", "expected the member “openapi”"),
        (
            pieces("{/a: {get: {responses: {'200': {$ref: '#/components/responses/x'}}}}}"),
            "api/service.yaml#/paths/~1a/get/responses/200: “#/components/responses/x” leads to nothing"
        ),
        (
            pieces("{/a: {get: {parameters: [{$ref: 'other.yaml'}]}}}"),
            "#/paths/~1a/get/parameters/0: “other.yaml” leads to a missing document"
        ),
        (
            pieces("{/a: {get: {parameters: [{in: query}]}}}"),
            "#/paths/~1a/get/parameters/0: expected a parameter with “name” and “in”"
        ),
        (
            pieces(
                "{}",
                "{A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}"
            ),
            "leads back to itself"
        ),
        (
            pieces("{/a: {get: {security: [{x: []}]}}}"),
            "#/paths/~1a/get/security: the security scheme “x” is not declared"
        ),
    ])
    func `an error names the document and the location`(_ text: String, _ words: String) throws {
        let error = #expect(throws: OpenAPIError.self) { try Generated(text) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: [
        "{A: {allOf: [{$ref: '#/components/schemas/A'}]}}",
        "{A: {allOf: [{$ref: '#/components/schemas/B'}, {type: object}]}, B: {allOf: [{$ref: '#/components/schemas/A'}]}}",
    ])
    func `schemas that contain themselves by allOf are refused`(_ schemas: String) throws {
        #expect(throws: OpenAPIError.self) { try Generated(Self.pieces("{}", schemas)) }
    }

    @Test(arguments: [
        "{A: {type: array, items: {$ref: '#/components/schemas/A'}}}",
        "{A: {oneOf: [{$ref: '#/components/schemas/A'}, {type: string}]}}",
        "{A: {type: object, additionalProperties: {$ref: '#/components/schemas/A'}}}",
        "{A: {type: object, required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}}",
        "{A: {enum: []}, B: {enum: [1, a, null, {}]}, C: {oneOf: []}, D: {allOf: []}, E: true}",
        "{A: {type: [], items: 3, properties: 4}, B: {type: object, properties: {a: 7, b: null}}}",
    ])
    func `recursive and malformed schemas become Swift types`(_ schemas: String) throws {
        let found = try Generated(Self.pieces("{}", schemas))
        let isEndless = schemas.contains("required: [a]")
        #expect(try isEndless || found.complaints() == [], "\(found.declarations.text)")
    }

    @Test func `schemas nested too deeply are listed in the remarks`() throws {
        var schema = "{type: string}"
        for _ in 0..<60 { schema = "{type: object, properties: {a: \(schema)}}" }
        let found = try Generated(Self.pieces("{}", "{A: \(schema)}"))
        #expect(found.declarations.remarks.contains { $0.contains("schemas deep") })
    }
}
