// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite struct `Paths of quick calls` {
    private static let base = "https://example.org/v1/"

    private static func target(_ path: String, base: String = base) async throws -> String? {
        let stub = StubTransport(.noContent)
        try await Client(base: base, transport: stub).get(path)
        return stub.requests.first?.request.target
    }

    @Test(arguments: [
        ("films", "/v1/films"), ("/films", "/v1/films"), ("", "/v1"), ("?a=1", "/v1?a=1"),
        ("films[1]", "/v1/films%5B1%5D"), ("a b/é%20%zz", "/v1/a%20b/%C3%A9%20%25zz"),
        ("films?page[offset]=1 2&q=é", "/v1/films?page%5Boffset%5D=1%202&q=%C3%A9"),
    ])
    func `invalid characters are escaped in relative paths and absolute URIs`(
        path: String,
        target: String
    ) async throws {
        #expect(try await Self.target(path) == target)
        let slash = path.isEmpty || ["/", "?"].contains(path.first) ? "" : "/"
        #expect(try await Self.target("https://example.org/v1\(slash)\(path)") == target)
        #expect(try await Self.target("HTTPS://EXAMPLE.org:443/v1\(slash)\(path)") == target)
    }

    @Test func `a base URI without a path gets the path /`() async throws {
        for base in ["https://example.org", "https://example.org/"] {
            #expect(try await Self.target("", base: base) == "/")
            #expect(try await Self.target("?a=1", base: base) == "/?a=1")
            #expect(try await Self.target("https://example.org?a=1", base: base) == "/?a=1")
        }
    }

    @Test(arguments: [
        ("https://exam ple.org/v1", "URI, byte 12: ", "(“ ”)"),
        ("https://example.org:4a/v1", "URI, byte 21: ", "(“a”)"),
        ("https://ana:secret@example.org/v1", "user name or password", "URI, byte 8"),
        ("https://other.org/v1", "another origin", ""), ("http://example.org/v1", "origin", ""),
        ("https://example.org/v1/../x", "“.”", ""), ("https://example.org/v1#a", "fragment", ""),
        ("https://", "no host", ""), ("../films", "“..”", ""), ("%2e%2E/films", "“..”", ""),
    ])
    func `the error for an invalid URI states the reason and the byte position`(
        path: String,
        words: String,
        place: String
    ) async throws {
        let client = try Client(base: Self.base, transport: StubTransport(.noContent))
        let error = await callError { () throws(CallError<Never>) in try await client.get(path) }
        let text = error?.debugDescription ?? ""
        #expect(text.contains(words) && (place.isEmpty || text.contains(place)), "\(text)")
        #expect(!text.contains("secret"))
    }

    @Test func `PUT, PATCH, DELETE and POST need no content`() async throws {
        let stub = StubTransport(.ok, [.contentType: "application/json"], "7")
        let client = try Client(base: Self.base, transport: stub)
        let numbers: [Int] = [
            try await client.put("films/7/rent"), try await client.patch("films/7"),
            try await client.delete("films/7"), try await client.post("films"),
        ]
        #expect(numbers == [7, 7, 7, 7])
        try await client.put("films/7/rent")
        try await client.patch("films/7")
        for sent in stub.requests {
            #expect(sent.request.content.length == 0)
            #expect(!sent.request.fields.contains(.contentType))
        }
    }

    @Test(arguments: ["tops3.asmx", "/tops3.asmx"])
    func `the path of a SOAP service is joined to the base URI`(path: String) async throws {
        for base in ["https://example.org/v1", "https://example.org/v1/"] {
            let stub = StubTransport(.noContent)
            let soap = try Client(base: base, transport: stub).soap(at: path)
            _ = try? await soap.send(FindCountryAt(address: "a"))
            #expect(stub.requests.first?.request.target == "/v1/tops3.asmx")
        }
    }
}

private struct FindCountryAt: SOAP.Operation {
    static let namespace = "urn:example:countries"
    typealias Output = String
    var address: String
}
