// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite struct `Requests built from calls` {
    enum IfMatch: HeaderName { static let fieldName = FieldName.ifMatch }

    struct Everything: Endpoint {
        static let route: Route = "PUT /shelves/{shelf}/films/{id}"
        typealias Output = NoContent
        @Path var shelf: String
        @Path var id: Int
        @Query var pageSize: Int? = nil
        @Query var tags: [String] = []
        @Query var since: Date? = nil
        @Header<IfMatch, String?> var tag: String? = nil
        @Body var film: FilmChanges
    }

    private static func request(_ call: some Endpoint) throws -> Request {
        try call.request(base: URI("https://example.org:8443/club/"))
    }

    @Test func `every input is sent at its declared place`() throws {
        var call = Everything(shelf: "a", id: 7, film: FilmChanges(title: "El Camión"))
        call.pageSize = 20
        call.tags = ["uno", "dos"]
        call.tag = "\"v1\""
        let request = try Self.request(call)
        #expect(request.method == .put)
        #expect(request.scheme == "https")
        #expect(request.authority == "example.org:8443")
        #expect(request.path == "/club/shelves/a/films/7")
        let query = try QueryItems(parsing: request.query ?? "")
        #expect(query["page-size"] == "20")
        #expect(query.filter { $0.name.hasPrefix("tags") }.map(\.value) == ["uno", "dos"])
        #expect(request.fields[.ifMatch] == "\"v1\"")
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.fields[.accept] == "application/json")
        let content = try #require(request.content.bytes)
        #expect(String(decoding: content, as: UTF8.self) == #"{"title":"El Camión"}"#)
    }

    @Test func `inputs that are nil are left out`() throws {
        let request = try Self.request(ListFilms())
        #expect(request.target == "/club/api/v1/catalog")
        #expect(request.content.length == 0)
        #expect(!request.fields.contains(.contentType))
    }

    @Test(arguments: [
        ("El Camión", "El%20Cami%C3%B3n"), ("a/b", "a%2Fb"), ("?#%", "%3F%23%25"),
        ("ñ+ ;", "%C3%B1+%20;"), ("..a", "..a"),
    ])
    func `text in a path is escaped`(text: String, escaped: String) throws {
        let call = Everything(shelf: text, id: 1, film: FilmChanges())
        #expect(try Self.request(call).path == "/club/shelves/\(escaped)/films/1")
    }

    @Test(arguments: ["", ".", ".."])
    func `path inputs that are empty or dot segments are refused`(text: String) {
        let call = Everything(shelf: text, id: 1, film: FilmChanges())
        let error = #expect(throws: InvalidCall.self) { try Self.request(call) }
        #expect(error?.input == "shelf")
    }

    @Test func `spaces and special characters in a query are percent-encoded`() throws {
        let request = try Self.request(ListFilms(q: "El Camión & + ="))
        #expect(request.query == "q=El%20Cami%C3%B3n%20%26%20%2B%20%3D")
    }

    @Test func `a header field with a line break is refused`() {
        var call = Everything(shelf: "a", id: 1, film: FilmChanges())
        call.tag = "x\r\nX-Admin: 1"
        #expect(throws: InvalidCall.self) { try Self.request(call) }
    }
}
