// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

private struct Search: Codable, Sendable {
    var text: String?
    var year: Int?
    var price: Double?
    var isNew: Bool?
    var count: Within<1, 9>?
    var since: Date?
}

private struct SearchByQuery: Endpoint {
    static let route: Route = "GET /search"
    typealias Output = String
    @Query var text: String? = nil
    @Query var year: Int? = nil
    @Query var price: Double? = nil
    @Query var isNew: Bool? = nil
    @Query var count: Within<1, 9>? = nil
    @Query var since: Date? = nil
}

private struct SearchByForm: Endpoint {
    static let route: Route = "POST /search"
    static let formats: [Format] = [.form, .json, .xml]
    typealias Output = String
    @Body var search: Search
}

private struct NeedsYear: Endpoint {
    static let route: Route = "GET /year"
    typealias Output = Int
    @Query var year: Int
}

/// Browsers send every field of a form, including those that were left empty.
@Suite struct `Empty fields of forms and queries` {
    private func application() throws -> Application {
        let api = API(
            name: "search",
            title: "Search",
            version: "1",
            prefix: "",
            endpoints: [SearchByQuery.self, SearchByForm.self, NeedsYear.self]
        )
        var service = Service(api)
        service.serve { (call: SearchByQuery) in
            Self.words(
                Search(
                    text: call.text,
                    year: call.year,
                    price: call.price,
                    isNew: call.isNew,
                    count: call.count,
                    since: call.since
                )
            )
        }
        service.serve { (call: SearchByForm) in Self.words(call.search) }
        service.serve { (call: NeedsYear) in call.year }
        return try Application([service])
    }

    /// Lists the names of the values that are there.
    private static func words(_ search: Search) -> String {
        let found: [(String, Any?)] = [
            ("text", search.text), ("year", search.year), ("price", search.price),
            ("isNew", search.isNew), ("count", search.count?.wrappedValue), ("since", search.since),
        ]
        return found.filter { $0.1 != nil }.map(\.0).joined(separator: " ")
    }

    private func ask(_ request: Request) async throws -> String {
        let response = try await application().respond(to: request)
        let text = String(decoding: response.content.bytes ?? [], as: UTF8.self)
        return "\(response.status.code) \(text)"
    }

    @Test func `are nil for optional numbers, Boolean values and dates`() async throws {
        let fields = "text=&year=&price=&is-new=&count=&since="
        let query = try await ask(Request(method: .get, target: "/search?\(fields)"))
        #expect(query == #"200 "text""#)
        let form = Request(
            method: .post,
            target: "/search",
            fields: [.contentType: "application/x-www-form-urlencoded"],
            content: Content(fields.replacing("is-new", with: "isNew"))
        )
        #expect(try await ask(form) == #"200 "text""#)
    }

    @Test func `are refused in JSON, and where a number is required`() async throws {
        let json = Request(
            method: .post,
            target: "/search",
            fields: [.contentType: "application/json"],
            content: Content(#"{"year":""}"#)
        )
        #expect(try await ask(json).hasPrefix("422 "))
        let needed = try await ask(Request(method: .get, target: "/year?year="))
        #expect(needed.hasPrefix("422 ") && needed.contains("Expected a whole number"))
    }

    @Test(arguments: [
        ("1.5", "a number with a fraction"), ("1e40", "a number that is too large"),
        ("1e400", "a number that is too large"),
    ])
    func `and unsuitable numbers are told apart`(number: String, words: String) async throws {
        let request = Request(
            method: .post,
            target: "/search",
            fields: [.contentType: "application/json"],
            content: Content(#"{"year":\#(number)}"#)
        )
        #expect(try await ask(request).contains("Expected a whole number, found \(words)."))
    }
}
