// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization

/// A service whose notes can be read, changed and removed.
final class Library: Sendable {
    static let api = API(
        name: "library",
        title: "Library",
        version: "1",
        endpoints: [
            ShowNote.self, EditNote.self, SealNote.self, RemoveNote.self, ShowSecret.self,
        ]
    )

    private let notes = Mutex<[Int: String]>([1: "one"])
    /// The gate that an edit waits for before it changes anything.
    let gate: @Sendable () async -> Void

    init(gate: @escaping @Sendable () async -> Void = {}) {
        self.gate = gate
    }

    func application() throws -> Application { try Application([service]) }

    var service: Service {
        var service = Service(Self.api)
        service.authenticate(Reader.self) { credentials, _ throws(ProblemDetails) in
            Reader(name: credentials.user)
        }
        service.serve(show)
        service.serve(edit)
        service.serve { (call: SealNote) in Note(text: "sealed \(call.id)") }
        service.serve(remove)
        service.serve { (_: ShowSecret, _: Reader) in
            Note(text: String(repeating: "secret ", count: 1_000))
        }
        return service
    }

    private func show(_ call: ShowNote) async throws(ShowNote.Failure) -> Note {
        guard let text = notes.withLock({ $0[call.id] }) else { throw .noSuchNote }
        return Note(text: String(repeating: text, count: call.times ?? 1))
    }

    private func edit(_ call: EditNote) async -> Note {
        await gate()
        notes.withLock { $0[call.id] = call.note.text }
        return call.note
    }

    private func remove(_ call: RemoveNote) async -> NoContent {
        notes.withLock { $0[call.id] = nil }
        return NoContent()
    }
}

struct Note: Codable, Sendable, Hashable { var text: String }

struct ShowNote: Endpoint {
    static let route: Route = "GET /notes/{id}"
    static let formats: [Format] = [.json, .xml]
    typealias Output = Note
    enum Failure: Problem, CaseIterable {
        case noSuchNote
        var status: Status { .notFound }
        var title: String { "No such note" }
    }

    @Path var id: Int
    @Query var times: Int? = nil
}

struct EditNote: Endpoint {
    static let route: Route = "PUT /notes/{id}"
    static let formats: [Format] = [.json, .xml]
    typealias Output = Note

    @Path var id: Int
    @Body var note: Note
}

struct SealNote: Endpoint {
    static let route: Route = "PATCH /notes/{id}"
    static let preconditions = Preconditions.required
    typealias Output = Note

    @Path var id: Int
}

struct RemoveNote: Endpoint {
    static let route: Route = "DELETE /notes/{id}"
    typealias Output = NoContent

    @Path var id: Int
}

struct ShowSecret: Endpoint {
    static let route: Route = "GET /secret"
    typealias Output = Note
    typealias Caller = Reader
}
