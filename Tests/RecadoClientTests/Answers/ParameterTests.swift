// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Parameters of calls` {
    struct Filter: Encodable, Sendable {
        var title: String? = "a&b ñ"
        var year: Int? = nil
        var tags = ["x", "y"]
        var isNew = true
    }

    static let encoded = "title=a%26b%20%C3%B1&tags%5B%5D=x&tags%5B%5D=y&isNew=true"

    @Test(arguments: [Method.get, .head, .delete, .post, .put, .patch, .options])
    func `parameters are sent in the query or as JSON depending on the method`(
        method: Method
    ) async throws {
        let stub = StubTransport(.noContent)
        try await Client(stub).call(method, "films", parameters: Filter())
        let request = try #require(stub.sent.first)
        #expect(request.method == method)
        if [.get, .head, .delete].contains(method) {
            #expect(request.query.map(String.init) == Self.encoded)
            #expect(request.content.length == 0)
        } else {
            #expect(request.query == nil)
            #expect(request.fields[.contentType] == "application/json")
            let json = #"{"title":"a&b ñ","tags":["x","y"],"isNew":true}"#
            #expect(request.content.bytes == Array(json.utf8))
        }
    }

    @Test
    func `a call can choose query, form or content for its parameters`() async throws {
        let stub = StubTransport(json: "7")
        let client = try Client(stub)
        let form = CallOptions(format: .form)
        let seven: Int = try await client.call(.post, "a", parameters: ["b": "c d"], with: form)
        let _: Int = try await client.call(.post, "a", parameters: ["b": "c d"], in: .query)
        let _: Int = try await client.call(.delete, "a?x=1", parameters: ["b": "c"], in: .content)
        #expect(seven == 7)
        #expect(stub.sent[0].content.bytes == Array("b=c+d".utf8))
        #expect(stub.sent[0].fields[.contentType] == "application/x-www-form-urlencoded")
        #expect(stub.sent[1].target == "/videoclub/a?b=c%20d")
        #expect(stub.sent[1].content.length == 0)
        #expect(stub.sent[2].target == "/videoclub/a?x=1")
        #expect(stub.sent[2].content.bytes == Array(#"{"b":"c"}"#.utf8))
    }

    @Test
    func `a model is encoded as a query with the options of URL-encoded forms`() throws {
        var form = URLEncodedForm()
        form.arrays = .repeats
        form.keys = .snakeCase
        #expect(try QueryItems(encoding: Filter()).encoded == Self.encoded)
        let items = try QueryItems(encoding: Filter(title: nil), form)
        #expect(items.map(\.name) == ["tags", "tags", "is_new"])
        #expect(throws: CodingError.self) { try QueryItems(encoding: 7) }
    }

    @Test
    func `parameters that cannot form a query fail before a request is sent`() async throws {
        let stub = StubTransport(json: "7")
        let client = try Client(stub)
        let error = await callError { () throws(CallError<Never>) in
            try await client.call(.get, "films", parameters: 7)
        }
        #expect(error?.kind == .invalid)
        #expect(stub.sent.isEmpty)
    }
}
