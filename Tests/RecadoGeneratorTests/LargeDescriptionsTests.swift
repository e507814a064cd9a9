// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoGenerator
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Swift declarations from large OpenAPI documents` {
    /// Generates declarations from a description with the given schemas and members.
    private func declarations(
        schemas: [(String, Value)] = [],
        members: [(String, Value)] = [],
        limits: SwiftDeclarations.Limits = SwiftDeclarations.Limits()
    ) throws(OpenAPIError) -> SwiftDeclarations {
        let description: [(String, Value)] = [
            ("openapi", "3.1.0"), ("info", ["title": "Large", "version": "1"]),
            ("components", ["schemas": .object(Value.Object(schemas))]),
        ]
        var documents = OpenAPIDocuments()
        _ = try documents.add(.object(Value.Object(description + members)), at: "large.json")
        return try SwiftDeclarations(of: documents, limits: limits)
    }

    /// Returns schemas each of which contains a reference to the next one.
    private func chain(_ count: Int, _ schema: (Value) -> Value) -> [(String, Value)] {
        (0..<count).map { number in
            let next: Value = ["$ref": .string("#/components/schemas/S\(number + 1)")]
            return ("S\(number)", schema(next))
        } + [("S\(count)", ["type": "string"])]
    }

    // MARK: - Chains

    @Test(
        arguments: [
            ["type": "object", "properties": ["next": "NEXT"]],
            ["oneOf": ["NEXT", ["type": "integer"]]],
            ["type": "object", "properties": ["a": ["properties": ["b": "NEXT"]]]],
            ["type": "array", "items": ["properties": ["next": "NEXT"]]],
            ["type": "object", "additionalProperties": ["properties": ["next": "NEXT"]]],
        ] as [Value]
    )
    func `a chain of 10000 schema references is declared`(_ schema: Value) throws {
        let text = try declarations(schemas: chain(10_000) { schema.replacing("NEXT", with: $0) })
            .text
        #expect(text.contains("S9999") || text.contains("next: String?"))
    }

    @Test(
        arguments: [
            "NEXT", ["type": "array", "items": "NEXT"], ["allOf": ["NEXT"]],
            ["type": "object", "additionalProperties": "NEXT"], ["oneOf": ["NEXT"]],
            ["allOf": ["NEXT", ["properties": ["a": .object([:])]]]],
        ] as [Value]
    )
    func `a chain of schema aliases above the limit is refused`(_ schema: Value) throws {
        let error = #expect(throws: OpenAPIError.self) {
            try declarations(schemas: chain(10_000) { schema.replacing("NEXT", with: $0) })
        }
        #expect(error?.reason.contains("more than") == true, "\(String(describing: error))")
        #expect(error?.pointer.contains("/components/schemas/S") == true)
    }

    @Test func `100000 alternative security schemes become one type`() throws {
        let ways = (0..<100_000).map { number -> Value in
            .object(["way\(number)": .array([])])
        }
        let schemes = (0..<100_000).map { number -> (String, Value) in
            ("way\(number)", ["type": "http", "scheme": "basic"])
        }
        let text = try declarations(members: [
            ("security", .array(ways)), ("paths", ["/a": ["get": .object([:])]]),
            ("components", ["securitySchemes": .object(Value.Object(schemes))]),
        ]).text
        #expect(text.contains("EitherCredentials<BasicCredentials, EitherCredentials<"))
    }

    // MARK: - Uses

    private func object(_ names: [String], _ schema: Value) -> Value {
        let members = names.map { ($0, schema) }
        return ["type": "object", "properties": .object(Value.Object(members))]
    }

    @Test func `members of a shared schema count toward the limit at each use`() throws {
        let base = object((0..<100).map { "a\($0)" }, ["type": "string"])
        let uses = (0..<100).map { number -> (String, Value) in
            (
                "Use\(number)",
                ["allOf": [["$ref": "#/components/schemas/Base"], ["type": "object"]]]
            )
        }
        var limits = SwiftDeclarations.Limits()
        limits.members = 20_000
        let schemas = [("Base", base)] + uses
        #expect(throws: Never.self) { try declarations(schemas: schemas, limits: limits) }
        limits.members = 5_000
        let error = #expect(throws: OpenAPIError.self) {
            try declarations(schemas: schemas, limits: limits)
        }
        #expect(error?.reason == "the description comes to more than 5000 members")
        #expect(error?.pointer.contains("/components/schemas/") == true)
    }

    @Test(
        arguments: [
            ["oneOf": [["$ref": "#/components/schemas/Part"], ["type": "integer"]]],
            ["type": "string", "enum": ["a", "b", "c"]],
            ["oneOf": [["required": ["a"]]], "properties": ["a": .object([:])]],
        ] as [Value]
    )
    func `enum values and choices of a shared schema count toward the limit at each use`(
        _ part: Value
    ) throws {
        let base = object((0..<50).map { "a\($0)" }, part)
        let uses = (0..<50).map { number -> (String, Value) in
            (
                "Use\(number)",
                ["allOf": [["$ref": "#/components/schemas/Base"], ["type": "object"]]]
            )
        }
        var limits = SwiftDeclarations.Limits()
        limits.members = 4_000
        let schemas = [("Part", object(["x"], ["type": "string"])), ("Base", base)] + uses
        let error = #expect(throws: OpenAPIError.self) {
            try declarations(schemas: schemas, limits: limits)
        }
        #expect(error?.reason == "the description comes to more than 4000 members")
    }

    @Test(
        arguments: [
            ["description": "LONG"], ["parameters": [["name": "LONG", "in": "query"]]],
            ["tags": ["LONG"]], ["responses": ["200": ["description": "LONG"]]],
            ["responses": ["200": ["content": ["LONG": .object([:])]]]],
            ["responses": ["200": ["headers": ["LONG": .object([:])]]]],
            ["requestBody": ["content": ["application/json": ["schema": ["default": "LONG"]]]]],
        ] as [Value]
    )
    func `the text of a shared path item counts toward the limit at each use`(
        _ operation: Value
    ) throws {
        let long = Value.string(String(repeating: "long ", count: 200))
        let item: Value = ["post": operation.replacing("LONG", with: long)]
        let paths = (0..<200).map { number -> (String, Value) in
            ("/a\(number)", ["$ref": "#/x-item"])
        }
        var limits = SwiftDeclarations.Limits()
        limits.text = 150_000
        let members = [("paths", Value.object(Value.Object(paths))), ("x-item", item)]
        let error = #expect(throws: OpenAPIError.self) {
            try declarations(members: members, limits: limits)
        }
        #expect(error?.reason == "the description comes to more than 150000 bytes of text")
        #expect(error?.pointer.hasPrefix("/x-item") == true, "\(String(describing: error))")
        limits.text = 1_000_000
        #expect(throws: Never.self) { try declarations(members: members, limits: limits) }
    }

    @Test func `declarations above the byte limit are refused`() throws {
        let words = Value.string(String(repeating: "word ", count: 100))
        let base = object(["a"], ["type": "string", "description": words])
        let uses = (0..<100).map { number -> (String, Value) in
            (
                "Use\(number)",
                ["allOf": [["$ref": "#/components/schemas/Base"], ["type": "object"]]]
            )
        }
        var limits = SwiftDeclarations.Limits()
        limits.bytes = 30_000
        let schemas = [("Base", base)] + uses
        let error = #expect(throws: OpenAPIError.self) {
            try declarations(schemas: schemas, limits: limits)
        }
        #expect(error?.reason == "the declarations have more than 30000 bytes")
        #expect(error?.pointer.hasPrefix("/components/schemas/Use") == true)
        limits.bytes = 100_000
        let text = try declarations(schemas: schemas, limits: limits).text
        #expect(text.utf8.count <= 100_000)
    }

    @Test func `more types than the limit are refused`() throws {
        var limits = SwiftDeclarations.Limits()
        limits.types = 10
        let error = #expect(throws: OpenAPIError.self) {
            try declarations(
                schemas: chain(20) { ["type": "object", "properties": ["next": $0]] },
                limits: limits
            )
        }
        #expect(error?.reason == "the description needs more than 10 types")
    }

    // MARK: - Comparisons

    /// Returns different names that have the same letters and digits.
    private func alike(_ count: Int) -> [String] {
        let signs = Array(" !#%&*+,-./:;<=>")
        return (0..<count).map { number in
            "a" + String((0..<5).map { signs[(number >> ($0 * 4)) & 15] })
        }
    }

    @Test func `an enum with 50000 values is declared`() throws {
        let values = (0..<50_000).map { Value.string("v\($0)") }
        let text = try declarations(schemas: [
            ("Many", ["type": "string", "enum": .array(values + values)])
        ]).text
        #expect(text.contains("case v49999\n"))
        #expect(text.split(separator: "\n").count { $0.contains("  case v") } == 50_000)
    }

    @Test func `20000 names that are equal in Swift get unique identifiers`() throws {
        let names = alike(20_000)
        let cases = try declarations(schemas: [
            ("Many", ["type": "string", "enum": .array(names.map { .string($0) })])
        ]).text
        #expect(cases.contains("case a20000 ="))
        let members = try declarations(schemas: [("Many", object(names, ["type": "string"]))]).text
        #expect(members.contains("var a20000: String?"))
        let types = try declarations(schemas: names.map { ($0, object(["x"], "y")) }).text
        #expect(types.contains("struct AModel19999: SchemaModel"))
    }

    @Test func `20000 references to elements of a list are resolved`() throws {
        let list = Array(repeating: Value.object(["type": "integer"]), count: 20_000)
        let references = (0..<20_000).map { number -> (String, Value) in
            ("a\(number)", ["$ref": .string("#/x-list/\(number)")])
        }
        let many: Value = ["type": "object", "properties": .object(Value.Object(references))]
        let text = try declarations(members: [
            ("x-list", .array(list)), ("components", ["schemas": ["Many": many]]),
        ]).text
        #expect(text.contains("var a19999: Int?"))
    }
}

extension Value {
    /// Returns the value after replacing a text by another value, wherever it occurs.
    ///
    /// A key with this text is replaced only if the other value is a text too.
    fileprivate func replacing(_ text: String, with value: Value) -> Value {
        switch self {
        case .string(text): value
        case .array(let elements): .array(elements.map { $0.replacing(text, with: value) })
        case .object(let members):
            .object(
                Value.Object(
                    members.map { name, member in
                        let name = name == text ? value.stringValue ?? name : name
                        return (name, member.replacing(text, with: value))
                    }
                )
            )
        default: self
        }
    }
}
