// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoGenerator
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Swift declarations from large descriptions` {
    /// The declarations of a description with these schemas.
    private func declarations(
        schemas: [(String, Value)] = [],
        members: [(String, Value)] = []
    ) throws(OpenAPIError) -> SwiftDeclarations {
        let description: [(String, Value)] = [
            ("openapi", "3.1.0"), ("info", ["title": "Large", "version": "1"]),
            ("components", ["schemas": .object(Value.Object(schemas))]),
        ]
        var documents = OpenAPIDocuments()
        _ = try documents.add(.object(Value.Object(description + members)), at: "large.json")
        return try SwiftDeclarations(of: documents)
    }

    /// Schemas of which each is made from the reference to the next.
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
    func `schemas that refer to each other in a long row are declared`(_ schema: Value) throws {
        let text = try declarations(schemas: chain(10_000) { schema.replacingNext(with: $0) }).text
        #expect(text.contains("S9999") || text.contains("next: String?"))
    }

    @Test(
        arguments: [
            "NEXT", ["type": "array", "items": "NEXT"], ["allOf": ["NEXT"]],
            ["type": "object", "additionalProperties": "NEXT"], ["oneOf": ["NEXT"]],
            ["allOf": ["NEXT", ["properties": ["a": .object([:])]]]],
        ] as [Value]
    )
    func `a row of names for other schemas has a limit`(_ schema: Value) throws {
        let error = #expect(throws: OpenAPIError.self) {
            try declarations(schemas: chain(10_000) { schema.replacingNext(with: $0) })
        }
        #expect(error?.reason.contains("more than") == true, "\(String(describing: error))")
        #expect(error?.pointer.contains("/components/schemas/S") == true)
    }

    @Test func `any number of ways to prove who calls is one type`() throws {
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
}

extension Value {
    /// The value with another one in the place of each text `NEXT`.
    fileprivate func replacingNext(with value: Value) -> Value {
        switch self {
        case .string("NEXT"): value
        case .array(let elements): .array(elements.map { $0.replacingNext(with: value) })
        case .object(let members):
            .object(Value.Object(members.map { ($0, $1.replacingNext(with: value)) }))
        default: self
        }
    }
}
