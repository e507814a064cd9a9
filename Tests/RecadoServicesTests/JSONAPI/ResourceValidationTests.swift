// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

/// A note, with constraints on what clients may send.
private struct Note: Resource {
    static let resourceType = "notes"
    var id: Int
    var title: String
}

private struct NoteDraft: Decodable {
    @Length<1, 5> var title: String
    var stars: Int
    var link: ToOne<Note>?
}

/// Takes notes and forgets them.
private struct NoteStorage: ResourceStorage {
    func page(_ request: ResourcePageRequest) async throws(ResourceError) -> ResourcePage<Note> {
        ResourcePage([])
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [Note] { [] }

    func create(_ content: ResourceContent) async throws(ResourceError) -> Note {
        Note(id: 1, title: try content.decode(NoteDraft.self).title)
    }
}

@Suite(.timeLimit(.minutes(3))) struct `Validation of JSON API resources` {
    private func post(_ attributes: String) async throws -> (status: Status, errors: [Value]) {
        var service = Service(
            API(name: "notes", title: "Notes", version: "1.0.0", prefix: "", endpoints: [])
        )
        service.serve(ResourceCollection(Note.self, at: "/notes", in: NoteStorage()))
        var request = Request(
            method: .post,
            scheme: "http",
            authority: "notes.example",
            target: "/notes"
        )
        let text = #"{"data": {"type": "notes"\#(attributes)}}"#
        request.content = Content(Array(text.utf8))
        request.fields[.contentType] = "application/vnd.api+json"
        let response = try await Application([service]).respond(to: request)
        let bytes = try await response.content.collect(upTo: 1 << 16)
        let document = try JSON().value(from: bytes)
        return (response.status, document["errors"]?.arrayValue ?? [])
    }

    @Test func `attributes within their constraints are accepted`() async throws {
        let (status, _) = try await post(#", "attributes": {"title": "short", "stars": 3}"#)
        #expect(status == .created)
    }

    @Test func `all invalid attributes are reported together with their pointers`() async throws {
        let (status, errors) = try await post(
            #", "attributes": {"title": "far too long", "stars": "x"}"#
        )
        #expect(status == .unprocessableContent)
        let places = errors.map { $0[path: "source.pointer"] }
        #expect(places == ["/data/attributes/title", "/data/attributes/stars"])
    }

    @Test(arguments: [("", "/data"), (#", "attributes": {}"#, "/data/attributes")])
    func `missing attributes are reported with the pointer of their object`(
        _ attributes: String,
        _ place: String
    ) async throws {
        let (status, errors) = try await post(attributes)
        #expect(status == .unprocessableContent)
        #expect(errors.map { $0[path: "source.pointer"]?.stringValue } == [place, place])
        #expect(errors.map { $0["code"] } == ["required", "required"])
        #expect(
            errors.map { $0["detail"] } == [
                "Expected the member title.", "Expected the member stars.",
            ]
        )
    }

    @Test func `the service check reports a relationship with an unserved resource type`()
        async throws
    {
        let database = try await TrailServer(trails: 1).database
        var service = TrailServer.service(database)
        #expect(service.check().isEmpty)
        service = Service(
            API(name: "trails", title: "Trails", version: "1.0.0", prefix: "", endpoints: [])
        )
        var trails = ResourceCollection(
            Trail.self,
            at: "/trails",
            in: TrailStorage(database: database)
        )
        trails.toOne("category", \.category)
        service.serve(trails)
        #expect(service.check().map(\.endpoint) == ["trails"])
    }

    @Test func `the OpenAPI document has the paths, parameters and schemas`() async throws {
        let database = try await TrailServer(trails: 1).database
        let document = try OpenAPI(TrailServer.service(database)).value
        let paths = try #require(document["paths"]?.objectValue)
        #expect(paths.keys.contains("/trails/{id}/relationships/stops"))
        let parameters = paths["/trails"]?[path: "get.parameters"]?.arrayValue ?? []
        let names = parameters.compactMap { $0["name"]?.stringValue }
        #expect(names.contains("filter[title]") && names.contains("page[limit]"))
        let shape = document[path: "components.schemas.trails.properties"]
        #expect(shape?[path: "attributes.properties.title.type"] == "string")
        #expect(shape?["relationships"]?["properties"]?.objectValue?.keys == ["category", "stops"])
    }
}
