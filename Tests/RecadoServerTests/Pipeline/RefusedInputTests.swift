// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// A text whose type checks it while decoding.
private struct Kind: Codable, Sendable, Hashable, SchemaProviding {
    static let schema = Schema.string()
    static let example = Kind(text: "inn")
    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        guard text == "inn" else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "only inns are known, not \(text)"
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

private struct Stay: Codable, Sendable {
    @Length<1, 10> var title: String
    var start: Date
    var end: Date
    var kind: Kind?
    var guests: [UUID]?
    var beds: UInt8?
    var password: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _title = try container.decode(Length<1, 10>.self, forKey: .title)
        start = try container.decode(Date.self, forKey: .start)
        end = try container.decode(Date.self, forKey: .end)
        kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
        guests = try container.decodeIfPresent([UUID].self, forKey: .guests)
        beds = try container.decodeIfPresent(UInt8.self, forKey: .beds)
        password = try container.decodeIfPresent(String.self, forKey: .password)
        guard start <= end else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: title == "quote"
                        ? "\(password ?? "") is no “\(password ?? "")”, «\(password ?? "")»"
                        : "  the end is before the start (password \(password ?? ""))"
                            + String(repeating: "!", count: 1_000)
                )
            )
        }
    }
}

private struct Silent: Codable, Sendable {
    struct Reason: Error {}
    var name: String
    init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        if name == "no" { throw Reason() }
    }
}

private struct FindStays: Endpoint {
    static let route: Route = "GET /stays/{kind}"
    typealias Output = NoContent
    @Path var kind: Kind
    @Query var after: Date?
    @Query var near: URL?
    @Query var limit: Within<1, 100>?
}

private struct AddStay: Endpoint {
    static let route: Route = "POST /stays"
    static let formats: [Format] = [.json, .xml, .form]
    typealias Output = NoContent
    @Query var dry: UUID?
    @Body var stay: Stay
}

private struct AddSilent: Endpoint {
    static let route: Route = "POST /silent"
    typealias Output = NoContent
    @Body var silent: Silent
}

@Suite struct `Refused inputs` {
    private func errors(
        _ method: RecadoHTTP.Method,
        _ target: String,
        _ content: String = "",
        _ type: String = "application/json",
        language: String = "en"
    ) async throws -> [InputError] {
        var service = Service(
            API(
                name: "stays",
                title: "Stays",
                version: "1",
                prefix: "",
                endpoints: [FindStays.self, AddStay.self, AddSilent.self]
            )
        )
        service.languages = ["en", "es"]
        service.serve { (_: FindStays) in NoContent() }
        service.serve { (_: AddStay) in NoContent() }
        service.serve { (_: AddSilent) in NoContent() }
        var request = Request(method: method, target: target, content: Content(content))
        request.fields[.contentType] = content.isEmpty ? nil : type
        request.fields[.acceptLanguage] = language
        let answer = try await Answer(Application([service]).respond(to: request))
        if answer.status == .noContent { return [] }
        #expect(answer.status == .unprocessableContent, "\(answer.text)")
        let errors = answer.problem?.errors ?? []
        for error in errors {
            #expect(
                (error.detail.first?.isUppercase ?? false || error.detail.first == "…")
                    && ".!…".contains(error.detail.last ?? " ")
            )
        }
        return errors
    }

    private func summary(_ errors: [InputError]) -> Set<String> {
        Set(errors.map { "\($0.parameter ?? $0.pointer ?? "?") \($0.code)" })
    }

    @Test func `undecodable and out-of-range parameters are reported together`() async throws {
        let found = try await errors(
            .get,
            "/stays/tent?after=yesterday&limit=500&near=http%3A%2F%2F%5B"
        )
        #expect(
            summary(found) == ["kind invalid", "after format", "limit maximum", "near format"]
        )
        let after = try #require(found.first { $0.parameter == "after" })
        #expect(after.detail == "Expected a time such as 2026-09-24T08:15:13Z.")
        let kind = try #require(found.first { $0.parameter == "kind" })
        #expect(kind.detail == "Only inns are known, not tent.")
        #expect(try await errors(.get, "/stays/inn?limit=5").isEmpty)
        #expect(summary(try await errors(.get, "/stays/inn?after=no")) == ["after format"])
    }

    private static let wrong = #"""
        {"title": "", "start": "soon", "end": "later", "kind": "tent", "beds": 300,
         "guests": ["6F9619FF-8B86-D011-B42D-00CF4FC964FF", "x"]}
        """#

    @Test func `all undecodable members are reported at once`() async throws {
        let found = try await errors(.post, "/stays?dry=1", Self.wrong)
        #expect(
            summary(found) == [
                "dry format", "/title minLength", "/start format", "/end format", "/kind invalid",
                "/beds maximum", "/guests/1 format",
            ]
        )
        let decoding = try await errors(
            .post,
            "/stays",
            #"{"title": "a", "start": "soon", "end": "later"}"#
        )
        #expect(summary(decoding) == ["/start format", "/end format"])
    }

    @Test func `XML and forms get the same errors as JSON`() async throws {
        let xml = "<stay><title></title><start>soon</start><end>later</end><kind>tent</kind></stay>"
        let expected: Set<String> = [
            "/title minLength", "/start format", "/end format", "/kind invalid",
        ]
        #expect(summary(try await errors(.post, "/stays", xml, "application/xml")) == expected)
        let form = "title=&start=soon&end=later&kind=tent"
        let type = "application/x-www-form-urlencoded"
        #expect(summary(try await errors(.post, "/stays", form, type)) == expected)
    }

    @Test func `a model's error message is shortened and hides other input values`() async throws {
        let content = #"""
            {"title": "a", "start": "2026-02-01T00:00:00Z", "end": "2026-01-01T00:00:00Z",
             "password": "hunter2"}
            """#
        let found = try await errors(.post, "/stays", content)
        #expect(summary(found) == [" invalid"])
        let detail = try #require(found.first?.detail)
        #expect(detail.hasPrefix("The end is before the start (password …)!!!"))
        #expect(detail.unicodeScalars.count <= 201 && !detail.contains("hunter2"))
    }

    @Test(arguments: ["hunter2", "two\\nlines", String(repeating: "long", count: 60)])
    func `a model's error message hides the values it quotes`(_ password: String) async throws {
        let content = """
            {"title": "quote", "start": "2026-02-01T00:00:00Z", "end": "2026-01-01T00:00:00Z",
             "password": "\(password)"}
            """
        let found = try await errors(.post, "/stays", content)
        #expect(found.map(\.detail) == ["… is no “…”, «…»."])
    }

    @Test func `other errors thrown by a model are not shown to the client`() async throws {
        let found = try await errors(.post, "/silent", #"{"name": "no"}"#)
        #expect(summary(found) == [" invalid"])
        #expect(found.first?.detail == "The value was refused.")
    }

    @Test func `messages are grammatical in both languages`() async throws {
        let content = #"{"title": "", "start": "x", "end": "2026-01-01T00:00:00Z"}"#
        let english = try await errors(.post, "/stays", content)
        #expect(
            english.map(\.detail) == [
                "Expected 1 to 10 characters, found 0.",
                "Expected a time such as 2026-09-24T08:15:13Z.",
            ]
        )
        let spanish = try await errors(.post, "/stays", content, language: "es")
        #expect(
            spanish.map(\.detail) == [
                "Longitud pedida: de 1 a 10 caracteres; hay 0.",
                "Se esperaba un instante como 2026-09-24T08:15:13Z.",
            ]
        )
        let long =
            #"{"title": "12345678901", "start": "2026-01-01T00:00:00Z", "end": "2026-01-01T00:00:00Z"}"#
        #expect(
            try await errors(.post, "/stays", long).map(\.detail) == [
                "Expected 1 to 10 characters, found 11."
            ]
        )
    }

    @Test func `at most a hundred errors are reported`() async throws {
        let guests = (0..<1_000).map { _ in #""x""# }.joined(separator: ",")
        let content = #"{"title": "a", "start": "x", "end": "x", "guests": [\#(guests)]}"#
        #expect(try await errors(.post, "/stays", content).count == 100)
    }
}
