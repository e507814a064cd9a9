// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Quick calls` {
    static let film = #"{"id":7,"title":"El Camión"}"#

    @Test
    func `the response type can be inferred, named or omitted`() async throws {
        let client = try Client(StubTransport(json: Self.film))
        let inferred: Film = try await client.get("films/7")
        let named = try await client.get("films/7", as: Film.self)
        let open = try await client.get("films/7")
        #expect(inferred == Film(id: 7, title: "El Camión"))
        #expect(named == inferred)
        #expect(open["title"]?.stringValue == "El Camión")
        #expect(try await client.bytes("films/7") == Array(Self.film.utf8))
    }

    @Test
    func `content is sent as JSON, and JSON is requested`() async throws {
        let stub = StubTransport(json: Self.film)
        let client = try Client(stub)
        let film = Film(id: 7, title: "Ñ")
        let _: Film = try await client.post("films", film)
        let _: Film = try await client.put("films/7", film)
        try await client.patch("films/7", film)
        try await client.post("films/7/rent")
        try await client.delete("films/7")
        #expect(stub.sent.map(\.method) == [.post, .put, .patch, .post, .delete])
        for request in stub.sent.prefix(3) {
            #expect(request.fields[.contentType] == "application/json")
            #expect(request.fields[.accept] == "application/json")
            #expect(request.content.bytes == Array(#"{"id":7,"title":"Ñ"}"#.utf8))
        }
        for request in stub.sent.suffix(2) {
            #expect(request.content.length == 0)
            #expect(request.fields[.contentType] == nil)
        }
    }

    @Test
    func `an empty response is read as nil, or is an error for a required type`() async throws {
        let client = try Client(StubTransport(.noContent))
        let film: Film? = try await client.get("films/7")
        #expect(film == nil)
        #expect(try await client.delete("films/7").isNull)
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7")
        }
        #expect(error?.kind == .unreadable)
    }

    // MARK: - Paths

    @Test(arguments: [
        ("films/7", "/videoclub/films/7"), ("/films/7", "/videoclub/films/7"), ("", "/videoclub"),
        ("/", "/videoclub/"), ("films/", "/videoclub/films/"), ("a b/ñ", "/videoclub/a%20b/%C3%B1"),
        ("a%20b/100%", "/videoclub/a%20b/100%25"), ("films?page=2", "/videoclub/films?page=2"),
        ("films?q=a b&r=\"", "/videoclub/films?q=a%20b&r=%22"),
        ("//evil.example/x", "/videoclub//evil.example/x"),
        ("https://example.org/other?a=b", "/other?a=b"), ("HTTPS://EXAMPLE.org:443/o", "/o"),
        ("a\r\nX: y", "/videoclub/a%0D%0AX:%20y"),
    ])
    func `a path is joined to the base URI`(path: String, target: String) async throws {
        let stub = StubTransport(json: "1")
        try await Client(stub).get(path)
        let request = try #require(stub.sent.first)
        #expect(request.target == target)
        #expect(request.scheme == "https")
        #expect(request.authority == "example.org")
    }

    @Test(arguments: [
        "../admin", "films/../../admin", "films/%2e%2E/x", ".", "films#top",
        "http://example.org/films",
        "https://example.org:444/films", "https://evil.example/films",
        "https://user:secret@example.org/x",
        "https://example.org/a/../b",
    ])
    func `a path that leaves the base URI is refused`(path: String) async throws {
        let stub = StubTransport(json: "1")
        let client = try Client(stub)
        let error = await callError { () throws(CallError<Never>) in try await client.get(path) }
        #expect(error?.kind == .invalid)
        #expect(error?.debugDescription.contains("secret") == false)
        #expect(stub.sent.isEmpty)
    }

    @Test
    func `query items are escaped and added to the query`() async throws {
        let stub = StubTransport(json: "1")
        let client = try Client(stub)
        try await client.get("films", query: ["q": "a&b", "page": "2"])
        try await client.get("films?x=1", query: ["q": "+"])
        #expect(stub.sent[0].target == "/videoclub/films?q=a%26b&page=2")
        #expect(stub.sent[1].target == "/videoclub/films?x=1&q=%2B")
    }

    // MARK: - Answers

    @Test
    func `a response of another media type is an error`() async throws {
        let stub = StubTransport(.ok, [.contentType: "text/html"], "<!doctype html><p>Log in")
        let client = try Client(stub)
        let error = await callError { () throws(CallError<Never>) in try await client.get("films") }
        #expect(error?.kind == .unreadable)
        #expect(error?.status == .ok)
        let text =
            "GET https://example.org/videoclub/films: unreadable answer: the answer is text/html, not "
            + "application/json: a page without a title, perhaps of a login or of a network that asks for one"
        #expect(error?.description == text)
        #expect(error?.debugDescription.contains("<!doctype html>") == true)
    }

    @Test
    func `a decoding error names the JSON pointer of the wrong member`() async throws {
        let client = try Client(StubTransport(json: #"{"id":"7"}"#))
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7")
        }
        #expect(error?.kind == .unreadable)
        #expect(error?.codingFailure?.pointer == "/id")
        #expect(error?.description.contains("/id") == true)
    }

    @Test
    func `a response without Content-Type is read as JSON`() async throws {
        let client = try Client(StubTransport(.ok, [:], "[1]"))
        #expect(try await client.get("x", as: [Int].self) == [1])
    }

    @Test
    func `a response above the content limit is an error`() async throws {
        let client = try Client(StubTransport(json: "[1,2,3]")) { $0.contentLimit = 6 }
        let error = await callError { () throws(CallError<Never>) in try await client.get("x") }
        #expect(error?.kind == .tooLarge)
        #expect(error?.status == .ok)
    }

    @Test(arguments: [
        (TransportError.Kind.cannotConnect, CallErrorKind.unreachable),
        (.timedOut(.waiting), .timedOut), (.cancelled, .cancelled), (.released, .cancelled),
        (.invalidRequest, .invalid), (.tooLarge, .tooLarge), (.tls, .unreachable),
    ])
    func `a transport error becomes the matching kind of call error`(
        kind: TransportError.Kind,
        expected: CallErrorKind
    ) async throws {
        let client = try Client(
            StubTransport { _ throws(TransportError) in throw TransportError(kind, "example.org") }
        )
        let error = await callError { () throws(CallError<Never>) in
            try await client.get("x?token=s3cret")
        }
        #expect(error?.kind == expected)
        #expect(error?.transportError?.kind == kind)
        #expect(error?.description.contains("s3cret") == false)
        #expect(error?.description.contains("token=…") == true)
    }

    @Test
    func `an error response carries its problem details and header fields`() async throws {
        let json =
            #"{"type":"about:blank","title":"Gone fishing","detail":"Back on Monday","until":"Monday"}"#
        let stub = StubTransport(
            .serviceUnavailable,
            [.contentType: "application/problem+json", .retryAfter: "9"],
            json
        )
        let client = try Client(stub)
        let error = await callError { () throws(CallError<Never>) in try await client.get("x") }
        #expect(error?.kind == .refused)
        #expect(error?.status == .serviceUnavailable)
        #expect(error?.problem?.detail == "Back on Monday")
        #expect(error?.problem?.status == .serviceUnavailable)
        #expect(error?.fields?[.retryAfter] == "9")
        #expect((error as (any AnyCallError)?)?.problem?.title == "Gone fishing")
    }

    @Test(arguments: [
        ("text/plain", "no"), ("application/json", "[1]"),
        ("application/json", #"{"message":"no"}"#),
        ("application/problem+json", "{"), ("", ""),
        ("application/problem+json", String(repeating: " ", count: 70_000)),
    ])
    func `an error response without problem details is thrown with kind refused`(
        type: String,
        content: String
    ) async throws {
        let stub = StubTransport(.notFound, type.isEmpty ? [:] : [.contentType: type], content)
        let client = try Client(stub)
        let error = await callError { () throws(CallError<Never>) in try await client.get("x") }
        #expect(error?.kind == .refused)
        #expect(error?.status == .notFound)
        #expect(error?.problem == nil)
    }
}
