// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoComparison
import RecadoEndpoints
import Testing

@Suite struct `Comparison rules for operations` {
    private static let place = "PUT /club/films/{id}"

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let expected: [String]
    }

    @Test func `a removed path breaks callers`() throws {
        let old = try Documents.document(paths: #"{"/a":{"get":{}},"/b":{"get":{}}}"#)
        let new = try Documents.document(paths: #"{"/a":{"get":{}}}"#)
        #expect(
            try Documents.changes(old, new)
                == ["breaking: GET /club/b: the path is gone (path removed)"]
        )
        #expect(
            try Documents.changes(new, old)
                == ["note: GET /club/b: the operation is new (operation added)"]
        )
    }

    @Test func `a removed method breaks callers`() throws {
        let old = try Documents.document(paths: #"{"/a":{"get":{},"delete":{}}}"#)
        let new = try Documents.document(paths: #"{"/a":{"get":{}}}"#)
        #expect(
            try Documents.changes(old, new) == [
                "breaking: DELETE /club/a: the path no longer answers DELETE (operation removed)"
            ]
        )
    }

    @Test func `a changed base path of the server removes and adds operations`() throws {
        let old = try Documents.operation("{}")
        guard case .object(var object) = old else { return }
        object["servers"] = [["url": "https://example.org/v2/"]]
        let changes = try APIComparison(old: old, new: .object(object)).changes
        #expect(changes.map(\.rule) == ["path removed", "operation added"])
        object["servers"] = [["url": "https://example.org/club/"]]
        #expect(try Documents.changes(old, .object(object)).isEmpty)
    }

    @Test func `a renamed path parameter is not a change`() throws {
        let parameter = #"{"in":"path","name":"NAME","required":true,"schema":{"type":"string"}}"#
        func document(_ name: String) throws -> Value {
            let own = parameter.replacing("NAME", with: name)
            return try Documents.document(
                paths: #"{"/films/{\#(name)}":{"get":{"parameters":[\#(own)]}}}"#
            )
        }
        #expect(try Documents.changes(document("id"), document("film")).isEmpty)
    }

    @Test(arguments: [
        Case(
            testDescription: "another name",
            old: #"{"operationId":"rent"}"#,
            new: #"{"operationId":"hire"}"#,
            expected: [
                "warning: \(place): “rent” is called “hire” now; generated clients change "
                    + "(operation renamed)"
            ]
        ),
        Case(
            testDescription: "a deprecation",
            old: "{}",
            new: #"{"deprecated":true}"#,
            expected: ["note: \(place): the operation is deprecated (operation deprecated)"]
        ),
        Case(
            testDescription: "a status of success that is gone, and another one",
            old: #"{"responses":{"200":{}}}"#,
            new: #"{"responses":{"201":{}}}"#,
            expected: [
                "breaking: \(place) 200: the status is no longer answered (status removed)",
                "breaking: \(place) 201: the status is new, and no failure (status added)",
            ]
        ),
        Case(
            testDescription: "a failure that is new, and one that is gone",
            old: #"{"responses":{"404":{}}}"#,
            new: #"{"responses":{"409":{}}}"#,
            expected: [
                "warning: \(place) 409: the failure is new (failures changed)",
                "note: \(place) 404: the failure no longer happens (failures changed)",
            ]
        ),
        Case(
            testDescription: "a lower limit on content",
            old: #"{"requestBody":{"content":{},"x-content-limit":100}}"#,
            new: #"{"requestBody":{"content":{},"x-content-limit":50}}"#,
            expected: [
                "breaking: \(place) content: at most 50 bytes are taken, not 100 "
                    + "(content limit lowered)"
            ]
        ),
        Case(
            testDescription: "a higher limit on content",
            old: #"{"requestBody":{"content":{},"x-content-limit":50}}"#,
            new: #"{"requestBody":{"content":{},"x-content-limit":100}}"#,
            expected: [
                "note: \(place) content: at most 100 bytes are taken, not 50 "
                    + "(content limit lowered)"
            ]
        ),
    ])
    func `changes of an operation are reported`(_ example: Case) throws {
        let (old, new) = (example.old, example.new)
        let changes = try Documents.changes(Documents.operation(old), Documents.operation(new))
        #expect(changes == example.expected)
    }

    private static let schemes = """
        {"securitySchemes":{"basic":{"type":"http","scheme":"basic"},\
        "member":{"type":"http","scheme":"Basic"},\
        "token":{"type":"http","scheme":"bearer"}}}
        """

    @Test(arguments: [
        Case(
            testDescription: "credentials where there were none",
            old: "{}",
            new: #"{"security":[{"basic":[]}]}"#,
            expected: ["breaking: \(place): callers must prove who they are (caller required)"]
        ),
        Case(
            testDescription: "other credentials",
            old: #"{"security":[{"basic":[]}]}"#,
            new: #"{"security":[{"token":[]}]}"#,
            expected: [
                "breaking: \(place): http basic is no longer taken (caller required)",
                "note: \(place): http bearer is taken as well (caller relaxed)",
            ]
        ),
        Case(
            testDescription: "one more way",
            old: #"{"security":[{"basic":[]}]}"#,
            new: #"{"security":[{"basic":[]},{"token":[]}]}"#,
            expected: ["note: \(place): http bearer is taken as well (caller relaxed)"]
        ),
        Case(
            testDescription: "two at once",
            old: #"{"security":[{"basic":[]}]}"#,
            new: #"{"security":[{"basic":[],"token":[]}]}"#,
            expected: ["breaking: \(place): http basic is no longer taken (caller required)"]
        ),
        Case(
            testDescription: "no credentials any more",
            old: #"{"security":[{"basic":[]}]}"#,
            new: #"{"security":[]}"#,
            expected: ["warning: \(place): anyone may call now (caller relaxed)"]
        ),
        Case(
            testDescription: "another name of the same scheme",
            old: #"{"security":[{"basic":[]}]}"#,
            new: #"{"security":[{"member":[]}]}"#,
            expected: []
        ),
    ])
    func `changes of the required credentials are reported`(_ example: Case) throws {
        let changes = try Documents.changes(
            Documents.operation(example.old, components: Self.schemes),
            Documents.operation(example.new, components: Self.schemes)
        )
        #expect(changes == example.expected)
    }
}
