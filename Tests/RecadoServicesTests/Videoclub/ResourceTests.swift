// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import Testing

/// The endpoints of the videoclub, called as JSON:API resources.
@Suite(.timeLimit(.minutes(3)))
struct `The videoclub in JSON API` {
    @Test func `a page of films is a document with data, links and meta`() async throws {
        try await ClubCaller.serve { caller in
            let page = try await caller.send(.get, "?limit=2&page=3&sort=-year")
            #expect(page.status == 200)
            #expect(page.type == "application/vnd.api+json")
            #expect(page.fields[.vary]?.contains("Accept") == true)
            #expect(page.fields["X-Total-Count"] == "20")
            #expect(page.value["data"]?.arrayValue?.count == 2)
            #expect(page.value["meta"] == ["count": 20, "page": 3, "limit": 2])
            let links = page.value["links"]
            #expect(links?["self"] == "/videoclub/api/v1/catalog?limit=2&page=3&sort=-year")
            #expect(links?["next"] == "/videoclub/api/v1/catalog?limit=2&sort=-year&page=4")
            #expect(links?.objectValue?.map(\.key) == ["first", "prev", "next", "last", "self"])
            let film = page.value[path: "data.0"]
            #expect(film?["type"] == "films")
            #expect(film?["id"]?.stringValue != nil)
            #expect(film?["attributes"]?["id"] == nil)
            #expect(film?["attributes"]?["rented"]?.boolValue != nil)
        }
    }

    @Test func `a film has only the requested attributes`() async throws {
        try await ClubCaller.serve { caller in
            for query in ["?fields[films]=title,year", "?fields%5Bfilms%5D=title,year"] {
                let film = try await caller.send(.get, "/7\(query)")
                #expect(film.status == 200)
                let attributes = film.value[path: "data.attributes"]?.objectValue
                #expect(attributes?.map(\.key) == ["title", "year"])
                #expect(film.value[path: "data.id"] == "7")
            }
            #expect(try await caller.send(.get, "/7.jsonapi", accept: nil).value["data"] != nil)
        }
    }

    @Test func `a film is added, changed, rented and removed`() async throws {
        try await ClubCaller.serve { caller in
            let draft = """
                {"data":{"type":"films","attributes":{"title":"El sur 🌅","year":1983,
                "director":"Víctor Erice"}}}
                """
            let created = try await caller.send(.post, content: draft)
            #expect(created.status == 201, "\(created.text)")
            #expect(created.fields[.location] == Club.catalog + "/21")
            #expect(created.value[path: "data.id"] == "21")
            #expect(created.value[path: "data.attributes.title"] == "El sur 🌅")
            #expect(created.value["meta"]?["msg"] == "La película se ha creado")
            let change = """
                {"data":{"type":"films","id":"21","attributes":{"year":"1984"}}}
                """
            let changed = try await caller.send(.put, "/21", content: change)
            #expect(changed.value[path: "data.attributes.year"] == "1984", "\(changed.text)")
            #expect(changed.value[path: "data.attributes.director"] == "Víctor Erice")
            let rented = try await caller.send(.put, "/21/rent")
            #expect(rented.value[path: "data.attributes.rented"] == true)
            let removed = try await caller.send(.delete, "/21")
            #expect(removed.status == 200)
            #expect(
                removed.value == [
                    "jsonapi": ["version": "1.1"],
                    "meta": ["error": false, "msg": "La película se ha eliminado"],
                ]
            )
            #expect(try await caller.send(.get, "/21").status == 404)
        }
    }

    @Test func `a declared endpoint has the same result in JSON API as in JSON`() async throws {
        try await ClubCaller.serve { caller in
            let client = caller.client
            let options = CallOptions(format: .jsonAPI)
            let call = ListFilms(sort: .newest, page: 2, limit: 6)
            let page = try await client.send(call, with: options)
            let same = try await client.send(call)
            #expect(page.elements == same.elements)
            #expect(page.total == 20)
            #expect((page.number, page.limit) == (2, 6))
            #expect(page.links["next"] == same.links["next"])
            let film = try await client.send(ShowFilm(id: 7), with: options)
            #expect(try await client.send(ShowFilm(id: 7)) == film)

            let draft = FilmDraft(title: "Tasio", year: "1984", director: "Montxo Armendáriz")
            let made = try await client.response(to: CreateFilm(film: draft), with: options)
            #expect(made.status == .created)
            #expect(made.output.film.id == 21)
            let changes = FilmChanges(synopsis: "Un carbonero. <&>")
            let edited = try await client.send(EditFilm(id: 21, changes: changes), with: options)
            #expect(edited.film.synopsis == "Un carbonero. <&>")
            #expect(edited.message == "La película se ha modificado correctamente")
            let rented = try await client.send(RentFilm(id: 21), with: options)
            #expect(rented.film.rented && !rented.isError)
            _ = try await client.send(ReturnFilm(id: 21), with: options)
            let farewell = try await client.send(DeleteFilm(id: 21), with: options)
            #expect(farewell == Farewell("La película se ha eliminado"))
        }
    }

    @Test func `a declared failure is sent as an error document and thrown as its type`()
        async throws
    {
        try await ClubCaller.serve { caller in
            let rented = try await caller.send(.put, "/1/rent")
            #expect(rented.status == 403)
            #expect(rented.type == "application/vnd.api+json")
            let error = rented.value[path: "errors.0"]
            #expect(error?["status"] == "403")
            #expect(error?["code"] == "not-owner")
            #expect(error?["title"] == "No tienes permisos")
            #expect(error?["links"]?["type"] == "/videoclub/problems/not-owner")
            #expect(rented.value["meta"]?["msg"] == "No tienes permisos")
            let failed = await #expect(throws: CallError<RentFilm.Failure>.self) {
                try await caller.client.send(RentFilm(id: 1), with: CallOptions(format: .jsonAPI))
            }
            #expect(failed?.failure == .notOwner)
            #expect(failed?.problem?.title == "No tienes permisos")
            let unknown = try await caller.send(.get, "/unknown/path")
            #expect(unknown.status == 404)
            #expect(unknown.type == "application/vnd.api+json")
            let missing = try await caller.send(.put, "/8/rent", as: nil)
            #expect(missing.status == 401)
            #expect(missing.fields[.wwwAuthenticate]?.hasPrefix("Basic") == true)
            #expect(missing.value[path: "errors.0.status"] == "401")
        }
    }

    @Test func `all invalid attributes are reported together and decoded by clients`() async throws
    {
        try await ClubCaller.serve { caller in
            let draft = """
                {"data":{"type":"films","attributes":{"title":"","year":"123456789"}}}
                """
            let refused = try await caller.send(.post, content: draft)
            #expect(refused.status == 422)
            let errors = refused.value["errors"]?.arrayValue ?? []
            let pointers = errors.compactMap { $0["source"]?["pointer"]?.stringValue }
            #expect(
                Set(pointers) == [
                    "/data/attributes/title", "/data/attributes/year", "/data/attributes",
                ]
            )
            let long = FilmDraft(
                title: String(repeating: "x", count: 256),
                year: "1984",
                director: "y"
            )
            let error = await #expect(throws: CallError<Never>.self) {
                try await caller.client.send(
                    CreateFilm(film: long),
                    with: CallOptions(format: .jsonAPI)
                )
            }
            #expect(error?.problem?.errors.map(\.pointer) == ["/data/attributes/title"])
            #expect(error?.problem?.errors.map(\.code) == ["maxLength"])
        }
    }

    // MARK: - Negotiation

    struct Negotiation: Sendable, CustomTestStringConvertible {
        var accept: String?
        var type: String?
        var status: Int
        var answer: String
        var testDescription: String { "Accept \(accept ?? "-"), Content-Type \(type ?? "-")" }
    }

    private static let own = "application/vnd.api+json"

    @Test(arguments: [
        Negotiation(accept: nil, status: 200, answer: "application/json"),
        Negotiation(accept: "*/*", status: 200, answer: "application/json"),
        Negotiation(accept: Self.own, status: 200, answer: Self.own),
        Negotiation(
            accept: "text/html, \(Self.own);q=0.9, */*;q=0.1",
            status: 200,
            answer: Self.own
        ),
        Negotiation(
            accept: #"\#(Self.own);profile="https://example.org/p""#,
            status: 200,
            answer: Self.own
        ),
        Negotiation(accept: "\(Self.own);charset=utf-8", status: 406, answer: Self.own),
        Negotiation(
            accept: #"\#(Self.own);ext="https://example.org/e""#,
            status: 406,
            answer: Self.own
        ),
        Negotiation(accept: "\(Self.own);x=1, \(Self.own)", status: 200, answer: Self.own),
        Negotiation(
            accept: "\(Self.own);x=1, application/json",
            status: 200,
            answer: "application/json"
        ),
        Negotiation(accept: "image/png", status: 406, answer: "application/problem+json"),
    ])
    func `the Accept field selects the format`(_ negotiation: Negotiation) async throws {
        try await ClubCaller.serve { caller in
            let answer = try await caller.send(.get, "/7", accept: negotiation.accept)
            #expect(answer.status == negotiation.status, "\(answer.text)")
            #expect(answer.type == negotiation.answer)
        }
    }

    @Test(arguments: [
        Negotiation(
            accept: Self.own,
            type: "\(Self.own);charset=utf-8",
            status: 415,
            answer: Self.own
        ),
        Negotiation(
            accept: Self.own,
            type: #"\#(Self.own);ext="https://e.org""#,
            status: 415,
            answer: Self.own
        ),
        Negotiation(
            accept: Self.own,
            type: #"\#(Self.own);profile="https://e.org""#,
            status: 200,
            answer: Self.own
        ),
        Negotiation(type: Self.own, status: 200, answer: Self.own),
        Negotiation(accept: "*/*", type: Self.own, status: 200, answer: Self.own),
        Negotiation(type: "\(Self.own);x=1", status: 415, answer: Self.own),
        Negotiation(
            accept: "application/json",
            type: Self.own,
            status: 200,
            answer: "application/json"
        ),
        Negotiation(accept: Self.own, type: "text/plain", status: 415, answer: Self.own),
    ])
    func `content types other than that of JSON API get status 415`(
        _ negotiation: Negotiation
    ) async throws {
        try await ClubCaller.serve { caller in
            let answer = try await caller.send(
                .put,
                "/8",
                content: #"{"data":{"type":"films","id":"8","attributes":{"year":"1990"}}}"#,
                type: negotiation.type,
                accept: negotiation.accept
            )
            #expect(answer.status == negotiation.status, "\(answer.text)")
            #expect(answer.type == negotiation.answer)
        }
    }

    // MARK: - Refusals

    struct Refusal: Sendable, CustomTestStringConvertible {
        var name: String
        var method = RecadoHTTP.Method.put
        var target = "/8"
        var content: String?
        var status: Int
        var source: String?
        var testDescription: String { name }
    }

    @Test(arguments: [
        Refusal(name: "no JSON", content: "{", status: 400, source: ""),
        Refusal(name: "no document", content: "[]", status: 400, source: ""),
        Refusal(name: "plain JSON", content: #"{"year":"1990"}"#, status: 400, source: ""),
        Refusal(name: "null", content: #"{"data":null}"#, status: 400, source: "/data"),
        Refusal(name: "a list", content: #"{"data":[]}"#, status: 400, source: "/data"),
        Refusal(name: "meta alone", content: #"{"meta":{}}"#, status: 400, source: ""),
        Refusal(
            name: "another type",
            content: #"{"data":{"type":"books","id":"8"}}"#,
            status: 409,
            source: "/data/type"
        ),
        Refusal(
            name: "no id",
            content: #"{"data":{"type":"films"}}"#,
            status: 400,
            source: "/data"
        ),
        Refusal(
            name: "another id",
            content: #"{"data":{"type":"films","id":"9"}}"#,
            status: 409,
            source: "/data/id"
        ),
        Refusal(
            name: "an id for a new film",
            method: .post,
            target: "",
            content: #"{"data":{"type":"films","id":"9","attributes":{}}}"#,
            status: 403,
            source: "/data/id"
        ),
        Refusal(
            name: "include",
            method: .get,
            target: "?include=x",
            status: 400,
            source: "include"
        ),
        Refusal(name: "unknown", method: .get, target: "?size=9", status: 400, source: "size"),
        Refusal(name: "sort", method: .get, target: "?sort=poster", status: 422, source: "sort"),
        Refusal(name: "limit", method: .get, target: "?limit=0", status: 422, source: "limit"),
        Refusal(name: "a number", method: .get, target: "/x", status: 422, source: "id"),
    ])
    func `a refused request gets an error document that locates the fault`(
        _ refusal: Refusal
    ) async throws {
        try await ClubCaller.serve { caller in
            let before = try await caller.club.snapshot()
            let answer = try await caller.send(
                refusal.method,
                refusal.target,
                content: refusal.content
            )
            #expect(answer.status == refusal.status, "\(answer.text)")
            #expect(answer.type == "application/vnd.api+json")
            #expect(answer.value[path: "errors.0.status"]?.stringValue == "\(refusal.status)")
            #expect(answer.source == refusal.source)
            #expect(try await caller.club.snapshot() == before)
        }
    }

    @Test func `custom query parameters are ignored, and unknown ones in plain JSON`() async throws
    {
        try await ClubCaller.serve { caller in
            #expect(try await caller.send(.get, "?utm_source=x&A=1").status == 200)
            let json = try await caller.send(.get, "?size=9&include=x", accept: "application/json")
            #expect(json.status == 200)
            #expect(json.value.arrayValue?.count == 20)
        }
    }

    @Test func `--course also applies to JSON API`() async throws {
        try await ClubCaller.serve(in: .course) { caller in
            let film = try await caller.send(.get, "/8")
            #expect(film.value[path: "data.attributes.rented"] == 0)
            let draft = """
                {"data":{"type":"films","attributes":{"title":"x","year":1,"director":"y"}}}
                """
            #expect(try await caller.send(.post, content: draft).status == 200)
        }
    }

    @Test func `responses have ETags, and an unchanged film gets status 304`() async throws {
        try await ClubCaller.serve { caller in
            let first = try await caller.send(.get, "/7")
            let json = try await caller.send(.get, "/7", accept: "application/json")
            let tag = try #require(first.fields[.eTag])
            #expect(tag != json.fields[.eTag])
            let options = CallOptions(fields: [.ifNoneMatch: tag], format: .jsonAPI)
            let again = await #expect(throws: CallError<FilmMissing>.self) {
                try await caller.client.send(ShowFilm(id: 7), with: options)
            }
            #expect(again?.status == .notModified)
        }
    }

    @Test func `the OpenAPI document has the schemas of resources`() throws {
        let document = try OpenAPI(Videoclub.api).value
        let operation = document["paths"]?["/api/v1/catalog/{id}"]?["put"]
        let media = operation?["requestBody"]?["content"]?["application/vnd.api+json"]
        let data = media?["schema"]?["properties"]?["data"]
        #expect(data?["properties"]?["type"]?["const"] == "films")
        #expect(data?["required"] == ["type", "id"])
        #expect(media?["schema"]?["required"] == ["data"])
        let create = document["paths"]?["/api/v1/catalog"]?["post"]?["requestBody"]
        let film = create?["content"]?["application/vnd.api+json"]?["schema"]?["properties"]?[
            "data"
        ]
        #expect(film?["required"] == ["type", "attributes"])
        #expect(film?["properties"]?["attributes"]?["required"] == ["title", "year", "director"])
        let attributes = data?["properties"]?["attributes"]?["properties"]?.objectValue
        #expect(attributes?.map(\.key) == ["title", "year", "director", "poster", "synopsis"])
        let list = document["paths"]?["/api/v1/catalog"]?["get"]?["responses"]
        let shape = list?["200"]?["content"]?["application/vnd.api+json"]?["schema"]
        #expect(shape?["properties"]?["data"]?["type"] == "array")
        let refusal = list?["default"]?["content"]?["application/vnd.api+json"]?["schema"]
        #expect(refusal?["$ref"] == "#/components/schemas/JSONAPIErrors")
        #expect(document["components"]?["schemas"]?["JSONAPIErrors"] != nil)
    }
}
