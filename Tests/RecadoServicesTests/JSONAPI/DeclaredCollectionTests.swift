// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

private struct Note: Resource {
    static let resourceType = "notes"
    var id: Int
    var title: String
}

private struct Scrap: Resource {
    static let resourceType = "scraps"
    var id: Int
}

private struct NoteStorage: ResourceStorage {
    func page(_ request: ResourcePageRequest) async throws(ResourceError) -> ResourcePage<Note> {
        let notes = (1...9).map { Note(id: $0, title: "n\($0)") }
        return ResourcePage(Array(notes.dropFirst(request.offset).prefix(request.limit)), total: 9)
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [Note] {
        ids.compactMap { Int($0) }.map { Note(id: $0, title: "n\($0)") }
    }
}

private struct ListNotes: Endpoint {
    static let route: Route = "GET /notes"
    static let formats: [Format] = [.jsonAPI]
    typealias Output = [Note]
    @Query var title: String?
    @Query var sort: Order?
    @Query var size: Within<1, 3>?
    @Query var number: Int?

    enum Order: String, Codable, CaseIterable {
        case title, created
        case newest = "-created"
    }

    enum CodingKeys: String, CodingKey {
        case title = "filter[title]"
        case sort
        case size = "page[size]"
        case number = "page[number]"
    }
}

private struct ShowNote: Endpoint {
    static let route: Route = "GET /notes/{id}"
    static let formats: [Format] = [.jsonAPI]
    typealias Output = Note
    @Path var id: Int
}

/// Lists notes as a page, whose document has links.
private struct ShowNotePage: Endpoint {
    static let route: Route = "GET /notes"
    static let formats: [Format] = [.jsonAPI]
    typealias Output = Page<Note>
}

private struct ShowScrap: Endpoint {
    static let route: Route = "GET /notes/{id}"
    static let formats: [Format] = [.jsonAPI, .json]
    typealias Output = Scrap
    @Path var id: Int
    @Query var include: String?
    @Query var sort: String?
}

private struct ShowNotes: Endpoint {
    static let route: Route = "GET /notes/{id}"
    static let formats: [Format] = [.jsonAPI]
    typealias Output = [Note]
    @Path var id: Int
}

private struct ShowNamedNote: Endpoint {
    static let route: Route = "GET /notes/{name}"
    static let formats: [Format] = [.jsonAPI]
    typealias Output = Note
    @Path var name: String
}

@Suite(.timeLimit(.minutes(1))) struct `JSON API collections of declared endpoints` {
    private func service(_ endpoints: [any Endpoint.Type]) -> Service {
        var service = Service(
            API(name: "notes", title: "Notes", version: "1", prefix: "", endpoints: endpoints)
        )
        service.serve(ResourceCollection(Note.self, listedBy: ListNotes.self, in: NoteStorage()))
        return service
    }

    @Test func `get their paths, sort orders, filters and paging from the endpoints`() async throws
    {
        let collection = ResourceCollection(Note.self, listedBy: ListNotes.self, in: NoteStorage())
        #expect(collection.path == "/notes")
        #expect(collection.sorts == ["title", "created"])
        #expect(collection.filters == ["title"])
        #expect(collection.paging == .number)
        #expect(collection.pageLimit == 3 && collection.pageSize == 3)
        let service = service([ListNotes.self, ShowNote.self])
        #expect(service.check().isEmpty)
        #expect(self.service([ShowNotePage.self]).check().isEmpty)
        let application = try Application([service])
        for (target, status) in [
            ("/notes?page[number]=2&sort=-created", 200), ("/notes/7", 200),
            ("/notes?page[offset]=2", 400), ("/notes?sort=id", 400), ("/notes?filter[id]=1", 400),
        ] {
            let request = Request(method: .get, authority: "notes.example", target: target)
            #expect(await application.respond(to: request).status.code == status, "\(target)")
        }
    }

    @Test(
        arguments: [
            (
                [ShowScrap.self],
                [
                    "the collection notes answers it in JSON:API alone",
                    "its output Scrap is not a resource of the type notes, which answers it",
                    "the collection notes does not understand its include",
                    "the collection notes does not understand its sort",
                ]
            ),
            (
                [ShowNotes.self],
                ["its output Array<Note> is not a resource of the type notes, which answers it"]
            ),
            ([ShowNamedNote.self], ["nothing answers it"]),
        ] as [([any Endpoint.Type], [String])]
    )
    func `are reported by the service check if an endpoint contradicts them`(
        endpoints: [any Endpoint.Type],
        messages: [String]
    ) {
        #expect(service(endpoints).check().map(\.message) == messages)
    }

    @Test func `are reported by the service check if an endpoint also has a handler`() {
        var service = service([ListNotes.self, ShowNote.self])
        service.serve { (call: ShowNote) in Note(id: call.id, title: "") }
        #expect(service.check().map(\.message) == ["it is answered twice"])
    }
}
