// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite struct `Parameter styles` {
    private struct Find: Endpoint {
        static let route: Route = "GET /things/{ids}"
        static let parameterStyles: [String: ParameterStyle] = [
            "ids": ParameterStyle(lists: .commas), "commas": ParameterStyle(lists: .commas),
            "spaces": ParameterStyle(lists: .spaces), "pipes": ParameterStyle(lists: .pipes),
        ]
        typealias Output = [[String]]
        @Path var ids: [String]
        @Query var commas: [String]? = nil
        @Query var spaces: [String]? = nil
        @Query var pipes: [String]? = nil
    }

    private func stub() -> StubTransport {
        let stub = StubTransport()
        stub.on(Find.self) { [$0.ids, $0.commas ?? [], $0.spaces ?? [], $0.pipes ?? []] }
        return stub
    }

    private func client(_ stub: StubTransport) throws -> Client {
        try Client(base: "https://things.example", transport: stub)
    }

    /// Returns the lists that the service reads from a target written by another client.
    private func lists(_ target: String) async throws -> [[String]] {
        let request = Request(
            method: .get,
            scheme: "https",
            authority: "things.example",
            target: target
        )
        let response = try await stub().send(request, timeouts: Timeouts())
        let bytes = try await response.content.collect(upTo: 10_000)
        return try JSON().decode([[String]].self, from: bytes)
    }

    @Test(
        arguments: [
            ("commas=a,b", 1, ["a", "b"]), ("commas=a%2Cb,c", 1, ["a,b", "c"]),
            ("commas=a%2cb", 1, ["a,b"]), ("commas=a,,b,", 1, ["a", "", "b", ""]),
            ("commas=a+b,%C3%B1", 1, ["a b", "ñ"]), ("commas=a|b%7Cc", 1, ["a|b|c"]),
            ("spaces=a%20b", 2, ["a", "b"]), ("spaces=a+b%20c", 2, ["a", "b", "c"]),
            ("spaces=a%2Bb%20c", 2, ["a+b", "c"]), ("spaces=a%2Cb", 2, ["a,b"]),
            ("pipes=a%7Cb", 3, ["a", "b"]), ("pipes=a%7cb", 3, ["a", "b"]),
            ("pipes=a|b%7Cc%7cd", 3, ["a", "b", "c", "d"]), ("pipes=a%2Cb+c", 3, ["a,b c"]),
            ("pipes=%257C", 3, ["%7C"]), ("commas=", 1, []),
        ] as [(String, Int, [String])]
    )
    func `query separators are distinguished from escaped characters`(
        _ query: String,
        _ index: Int,
        _ expected: [String]
    ) async throws {
        #expect(try await lists("/things/1?\(query)")[index] == expected)
    }

    @Test(
        arguments: [
            ("1,2", ["1", "2"]), ("a%2Cb,c", ["a,b", "c"]), ("a%2cb", ["a,b"]),
            ("a%20b,%25", ["a b", "%"]),
        ] as [(String, [String])]
    )
    func `an escaped comma in a path is part of the element`(
        _ segment: String,
        _ expected: [String]
    ) async throws {
        #expect(try await lists("/things/\(segment)")[0] == expected)
    }

    @Test func `list elements with commas arrive unchanged`() async throws {
        var call = Find(ids: ["a,b", "c d", "%2C", "é/"])
        call.commas = ["a,b", "", "c+d", "%2C"]
        call.pipes = ["a,b", "c d"]
        let stub = stub()
        let found = try await client(stub).send(call)
        #expect(found == [call.ids, call.commas, [], call.pipes])
        #expect(stub.requests.first?.request.target.hasPrefix("/things/a%2Cb,c%20d,%252C,") == true)
    }

    // MARK: - Fields

    private enum Tags: HeaderName { static var fieldName: FieldName { "X-Tags" } }

    private struct Ask: Endpoint {
        static let route: Route = "GET /ask"
        static let parameterStyles: [String: ParameterStyle] = [
            "tags": ParameterStyle("other", lists: .commas)
        ]
        typealias Output = [String]
        @Header<Tags, [String]?> var tags: [String]? = nil
    }

    @Test func `a header field is named by its type, not by its style`() async throws {
        let stub = StubTransport()
        stub.on("GET /ask", .json(["c"]))
        var call = Ask()
        call.tags = ["a", "b"]
        #expect(try await client(stub).send(call) == ["c"])
        #expect(stub.requests.first?.request.fields["X-Tags"] == "a,b")
        let api = API(name: "ask", title: "Ask", version: "1", endpoints: [Ask.self])
        let parameters = try OpenAPI(api).value["paths"]?["/ask"]?["get"]?["parameters"]
        #expect(parameters?[0]?["name"] == "X-Tags")
        #expect(api.check().contains { "\($0)".contains("@Header tags has the name of its type") })
    }

    @Test func `a header field element that contains a comma is refused`() async throws {
        let stub = StubTransport()
        stub.on("GET /ask", .json(["c"]))
        var call = Ask()
        call.tags = ["a,b", "c"]
        await #expect(throws: (any Error).self) { _ = try await client(stub).send(call) }
        #expect(stub.requests.isEmpty)
    }
}
