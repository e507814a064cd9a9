// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(3))) struct `Conditional and repeated changes of JSON API resources` {
    private static func change(_ title: String) -> String {
        #"{"data":{"type":"trails","id":"1","attributes":{"title":"\#(title)"}}}"#
    }

    @Test func `a change or deletion with an outdated ETag gets status 412`() async throws {
        let server = try await TrailServer()
        let (read, _) = try await server.call(.get, "/api/trails/1")
        let tag = try #require(read.fields[.eTag])
        let fields: Fields = [.ifMatch: tag]
        let first = try await server.call(.patch, "/api/trails/1", Self.change("A"), fields: fields)
        #expect(first.response.status == .ok)
        let late = try await server.call(.patch, "/api/trails/1", Self.change("B"), fields: fields)
        #expect(late.response.status == .preconditionFailed)
        #expect(late.document[path: "errors.0.status"] == "412")
        let removal = try await server.call(.delete, "/api/trails/1", fields: fields)
        #expect(removal.response.status == .preconditionFailed)
        let (now, document) = try await server.call(.get, "/api/trails/1")
        #expect(document[path: "data.attributes.title"] == "A")
        let current: Fields = [.ifMatch: try #require(now.fields[.eTag])]
        let removed = try await server.call(.delete, "/api/trails/1", fields: current)
        #expect(removed.response.status == .noContent)
        let gone = try await server.call(.patch, "/api/trails/1", Self.change("C"), fields: current)
        #expect(gone.response.status == .preconditionFailed)
    }

    @Test(arguments: [("*", Status.ok), (#""another""#, .preconditionFailed), ("x y", .badRequest)])
    func `If-Match with another ETag gets status 412, and an asterisk 200`(
        _ tag: String,
        _ status: Status
    ) async throws {
        let server = try await TrailServer()
        let fields: Fields = [.ifMatch: tag]
        let answer = try await server.call(
            .patch,
            "/api/trails/1",
            Self.change("A"),
            fields: fields
        )
        #expect(answer.response.status == status)
    }

    @Test func `of many concurrent changes with one ETag, one succeeds`() async throws {
        let server = try await TrailServer()
        let tag = try #require(try await server.call(.get, "/api/trails/1").response.fields[.eTag])
        let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await server.call(
                        .patch,
                        "/api/trails/1",
                        Self.change("Ruta de \(number)"),
                        fields: [.ifMatch: tag]
                    ).response.status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .ok } == 1)
        #expect(statuses.count { $0 == .preconditionFailed } == 19)
    }

    @Test func `requests with the same idempotency key create one resource`() async throws {
        let server = try await TrailServer()
        let draft = """
            {"data":{"type":"trails","attributes":{"title":"Nueva","metres":9}}}
            """
        let fields: Fields = [.idempotencyKey: "k1"]
        let first = try await server.call(.post, "/api/trails", draft, fields: fields)
        let again = try await server.call(.post, "/api/trails", draft, fields: fields)
        #expect(first.response.status == .created)
        #expect(again.response.status == .created)
        #expect(again.document == first.document)
        #expect(again.response.fields[.location] == first.response.fields[.location])
        #expect(again.response.fields["Idempotency-Replayed"] == "true")
        let other = draft.replacing("Nueva", with: "Otra")
        let different = try await server.call(.post, "/api/trails", other, fields: fields)
        #expect(different.response.status == .unprocessableContent)
        #expect(different.document["errors"] != nil)
        let (_, list) = try await server.call(.get, "/api/trails")
        #expect(list[path: "meta.count"] == 6)
    }

    @Test func `a refused request with the same idempotency key is refused again`() async throws {
        let server = try await TrailServer()
        let draft = #"{"data":{"type":"trails","attributes":{"title":""}}}"#
        for _ in 0..<2 {
            let refused = try await server.call(
                .post,
                "/api/trails",
                draft,
                fields: [.idempotencyKey: "k2"]
            )
            #expect(refused.response.status == .unprocessableContent)
            #expect(refused.document["errors"]?.arrayValue?.count == 2)
        }
    }

    @Test(arguments: [
        ("/api/trails", "GET, HEAD, OPTIONS, POST"),
        ("/api/trails/1", "DELETE, GET, HEAD, OPTIONS, PATCH"),
        ("/api/trails/1/category", "GET, HEAD, OPTIONS"),
        ("/api/trails/1/relationships/category", "GET, HEAD, OPTIONS, PATCH"),
        ("/api/trails/1/relationships/stops", "DELETE, GET, HEAD, OPTIONS, PATCH, POST"),
    ])
    func `an OPTIONS response lists the methods of a path`(
        _ path: String,
        _ methods: String
    ) async throws {
        let server = try await TrailServer()
        let (response, _) = try await server.call(.options, path)
        #expect(response.status == .noContent)
        #expect(response.fields[.allow] == methods)
    }

    @Test func `pages of an invalid query throw the errors of the service`() async throws {
        let trails = try await TrailServer().client().resources(Trail.self)
        var query = ResourceQuery()
        query.sort = [.ascending("colour")]
        do {
            for try await _ in trails.pages(query) { Issue.record("expected a refusal") }
        } catch {
            #expect(error.failure?.errors.first?.source?.parameter == "sort")
        }
        do {
            for try await _ in trails.all(query) { Issue.record("expected a refusal") }
        } catch {
            #expect(error.failure?.errors.first?.source?.parameter == "sort")
        }
    }

    @Test(arguments: [
        ("/api/trails/99", "No hay ningún recurso del tipo trails con este id."),
        ("/api/trails/1/nothing", "No existe esa relación."),
        ("/api/trails?sort=colour", "No se puede ordenar por `colour`."),
        ("/api/trails?size=1", "Aquí no se entiende el parámetro."),
    ])
    func `errors are in Spanish if Accept-Language prefers it`(
        _ target: String,
        _ detail: String
    ) async throws {
        let server = try await TrailServer(languages: ["en", "es"])
        let fields: Fields = [.acceptLanguage: "es"]
        let refused = try await server.call(.get, target, fields: fields)
        #expect(refused.document[path: "errors.0.detail"]?.stringValue == detail)
        #expect(refused.response.fields[.contentLanguage] == "es")
        let english = try await server.call(.get, target)
        #expect(english.document[path: "errors.0.detail"]?.stringValue != detail)
    }

    @Test func `the OpenAPI document lists all methods of relationships`() async throws {
        let service = TrailServer.service(try await TrailServer().database)
        let paths = try OpenAPI(service).value["paths"]
        let many = paths?["/trails/{id}/relationships/stops"]?.objectValue?.map(\.key)
        #expect(many == ["parameters", "get", "patch", "post", "delete"])
        let one = paths?["/trails/{id}/relationships/category"]?.objectValue?.map(\.key)
        #expect(one == ["parameters", "get", "patch"])
    }
}
