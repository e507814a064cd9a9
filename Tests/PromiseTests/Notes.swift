// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoSQLite
import RecadoServer
import RecadoServerStore
import RecadoSimulation
import RecadoStore

/// The seeds that each promise is tried with.
let seeds = Simulation.seeds(1...1_000)

struct Note: Codable, Sendable, Hashable {
    var id: Int
    var text: String
}

struct NewNote: Codable, Sendable {
    var text: String
}

struct AddNote: Endpoint {
    static let route: Route = "POST /notes"
    static let success = Status.created
    typealias Output = Note

    enum Failure: Problem, CaseIterable {
        case unwanted

        var status: Status { .conflict }
        var title: String { "A note of this text is not wanted" }
    }

    @Body var note: NewNote
}

struct ListNotes: Endpoint {
    static let route: Route = "GET /notes"
    typealias Output = [Note]
}

struct ShowNote: Endpoint {
    static let route: Route = "GET /notes/{id}"
    typealias Output = Note

    @Path var id: Int
}

struct EditNote: Endpoint {
    static let route: Route = "PUT /notes/{id}"
    static let preconditions = Preconditions.required
    typealias Output = Note

    @Path var id: Int
    @Body var note: NewNote
}

/// Notes in a database, together with their count, which is changed in the same transactions.
struct Notes: Sendable {
    static let path = "/pad"
    static let migrations = [
        Migration(
            "create the notes",
            [
                """
                CREATE TABLE note (
                    id INTEGER PRIMARY KEY, text TEXT NOT NULL,
                    day REAL NOT NULL DEFAULT (julianday('now'))
                ) STRICT
                """,
                "CREATE TABLE total (count INTEGER NOT NULL) STRICT",
                "INSERT INTO total VALUES (0)",
            ]
        )
    ]

    let store: ReportingStore
    init(over store: any Store) { self.store = ReportingStore(store) { _ in } }

    func add(_ call: AddNote) async throws(HandlerError<AddNote.Failure>) -> Note {
        let text = call.note.text
        return try await store.write { transaction throws(TransactionError<AddNote.Failure>) in
            try transaction.execute("UPDATE total SET count = count + 1")
            let id = try transaction.value(
                "INSERT INTO note (text) VALUES (\(text)) RETURNING id",
                as: Int.self
            )
            // The error rolls back everything that the transaction has written so far.
            if text.hasPrefix("unwanted") { throw .failed(.unwanted) }
            return Note(id: id ?? 0, text: text)
        }
    }

    func list(_ call: ListNotes) async throws(HandlerError<Never>) -> [Note] {
        try await store.read { transaction throws(TransactionError<Never>) in
            try transaction.all("SELECT id, text FROM note ORDER BY id") {
                Note(id: try $0[0], text: try $0[1])
            }
        }
    }

    func show(_ call: ShowNote) async throws(HandlerError<Never>) -> Note {
        let note = try await store.read { transaction throws(TransactionError<Never>) in
            try transaction.first("SELECT id, text FROM note WHERE id = \(call.id)") {
                Note(id: try $0[0], text: try $0[1])
            }
        }
        guard let note else { throw .problem(ProblemDetails(status: .notFound)) }
        return note
    }

    func edit(_ call: EditNote) async throws(HandlerError<Never>) -> Note {
        let note = Note(id: call.id, text: call.note.text)
        try await store.write { transaction throws(TransactionError<Never>) in
            _ = try transaction.execute(
                "UPDATE note SET text = \(note.text) WHERE id = \(note.id)"
            )
        }
        return note
    }

    /// Returns the service, either alone or with the state that several servers share.
    func application(
        _ shared: SharedState? = nil,
        _ change: (inout Application.Options) -> Void = { _ in }
    ) throws -> Application {
        var options = Application.Options()
        shared?.apply(to: &options)
        change(&options)
        var service = Service(
            API(
                name: "pad",
                title: "Pad",
                version: "1",
                endpoints: [AddNote.self, ListNotes.self, ShowNote.self, EditNote.self]
            )
        )
        service.serve(add)
        service.serve(list)
        service.serve(show)
        service.serve(edit)
        return try Application([service], options: options)
    }

    /// Opens the database of notes on a host's disk.
    static func open(
        on host: SimulatedHost,
        _ durability: SQLiteStore.Durability = .process
    ) async throws -> SQLiteStore {
        let store = try await SQLiteStore.open(
            host.folder + "/pad.sqlite",
            options: .init { ($0.durability, $0.readers) = (durability, 1) }
        )
        try await store.migrate(migrations + SharedState.migrations)
        return store
    }

    /// Returns the texts of all notes, after checking that the store holds whole transactions only.
    static func texts(in store: any Store) async throws -> [String] {
        let (texts, total) = try await store.read { transaction in
            (
                try transaction.all("SELECT text FROM note") { try $0[0] as String },
                try transaction.value("SELECT count FROM total", as: Int.self) ?? 0
            )
        }
        if let text = texts.first(where: { $0.hasPrefix("unwanted") }) {
            throw BrokenProperty("what is refused is not kept", "\(text) is")
        }
        guard texts.count == total else {
            throw BrokenProperty(
                "transactions are kept whole",
                "there are \(texts.count) notes; expected \(total)"
            )
        }
        return texts
    }

    /// Checks that a store has all acknowledged notes, and that it holds whole transactions only.
    static func check(_ store: any Store, _ written: Acknowledgements<String>) async throws {
        try written.check(against: try await texts(in: store))
    }
}

extension World {
    /// Returns a database, on a host of its own, for the notes and the state that servers share.
    func notesDatabase() async throws -> SimulatedDatabase {
        try await database { try await Notes.open(on: $0, .power) }
    }

    /// Starts servers that share one database of notes.
    func servers(
        _ count: Int,
        over database: SimulatedDatabase
    ) async throws -> [SimulatedServer] {
        var servers: [SimulatedServer] = []
        for number in 1...count {
            let server = try await server(named: "server-\(number)") { host in
                let store = database.store(for: host)
                return try Notes(over: store).application(SharedState(store))
            }
            servers.append(server)
        }
        return servers
    }
}
