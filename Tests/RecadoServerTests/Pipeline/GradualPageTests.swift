// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// Lists numbers as a page whose elements are read while it is sent.
private struct ListNumbers: Endpoint {
    static let route: Route = "GET /numbers"
    static let formats: [Format] = [.json, .xml]
    typealias Output = Page<Int>
    /// True if the page is made before it is sent.
    @Query var whole: Bool?
    @Query var breaks: Bool?
}

@Suite struct `Paginated lists that are read while they are sent` {
    private struct Broken: Error {}

    private static func batches(_ breaks: Bool) -> AsyncThrowingStream<[Int], any Error> {
        AsyncThrowingStream { continuation in
            for batch in [[], [1, 2], [], [3], []] { continuation.yield(batch) }
            breaks ? continuation.finish(throwing: Broken()) : continuation.finish()
        }
    }

    private static func response(_ target: String, accept: String) async throws -> Response {
        var service = Service(
            API(
                name: "n",
                title: "Numbers",
                version: "1",
                prefix: "",
                endpoints: [ListNumbers.self]
            )
        )
        service.serve { (call: ListNumbers) async in
            if call.whole == true { return Page([1, 2, 3], number: 1, limit: 3, total: 7) }
            let batches = batches(call.breaks == true)
            return Page(reading: batches, number: 1, limit: 3, total: 7)
        }
        let request = Request(
            method: .get,
            authority: "n.example",
            target: target,
            fields: [.accept: accept]
        )
        return try await Application([service]).respond(to: request)
    }

    @Test(arguments: ["application/json", "application/xml"])
    func `have the same content as lists sent at once`(_ type: String) async throws {
        let gradual = try await Self.response("/numbers", accept: type)
        let whole = try await Self.response("/numbers?whole=true", accept: type)
        #expect(gradual.status == .ok && gradual.content.length == nil)
        #expect(whole.status == .ok && whole.content.length != nil)
        for name: FieldName in [.contentType, "X-Total-Count"] {
            #expect(gradual.fields[name] == whole.fields[name])
        }
        #expect(gradual.fields[.link]?.contains("page=3>; rel=\"last\"") == true)
        let bytes = try await gradual.content.collect(upTo: 1_000)
        #expect(try await bytes == whole.content.collect(upTo: 1_000))
    }

    @Test(arguments: ["application/json", "application/xml"])
    func `fail if their sequence fails`(_ type: String) async throws {
        let response = try await Self.response("/numbers?breaks=true", accept: type)
        await #expect(throws: Broken.self) { try await response.content.collect(upTo: 1_000) }
    }

    @Test func `cannot be encoded as a single value`() throws {
        let page = Page(reading: Self.batches(false), number: 1, limit: 3, total: 7)
        #expect(throws: CodingError.self) { try JSON().encode(page) }
    }
}
