// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/capacity.md:
// `swift run SeveralDatabases postgresql:///one postgresql:///two`.

import RecadoEndpoints
import RecadoPostgreSQL
import RecadoServer
import RecadoServerStore

struct Note: Codable, Sendable {
    var id: Int
    var text: String
}

struct ShowNote: Endpoint, ShardedEndpoint {
    static let route: Route = "GET /notes/{id}"
    typealias Output = Note
    typealias Failure = NoteMissing

    @Path var id: Int

    var shardKey: ShardKey { ShardKey(number: id) }
}

enum NoteMissing: Problem, CaseIterable {
    case noSuchNote

    var status: Status { .notFound }
    var title: String { "There is no such note" }
}

struct Notes: Sendable {
    let shards: ShardedStore

    func show(_ call: ShowNote) async throws(HandlerError<NoteMissing>) -> Note {
        try await shards[call].read { transaction throws(TransactionError<NoteMissing>) in
            let text = try transaction.value(
                "SELECT text FROM note WHERE id = \(call.id)",
                as: String.self
            )
            guard let text else { throw .failed(.noSuchNote) }
            return Note(id: call.id, text: text)
        }
    }

    func add(_ text: String, by author: String) async throws(HandlerError<Never>) -> Int? {
        let key = ShardKey(author)
        return try await shards[key].execute(
            """
            INSERT INTO note (id, text)
            VALUES (nextval('note_number') * 64 + \(key.slot), \(text)) RETURNING id
            """
        ) { row in try row[0] as Int }.first
    }

    func count() async throws(HandlerError<Never>) -> Int {
        try await shards.readAll { transaction throws(TransactionError<Never>) in
            try transaction.value("SELECT count(*) FROM note", as: Int.self) ?? 0
        }.reduce(0, +)
    }
}

var stores: [any Store] = []
for address in CommandLine.arguments.dropFirst() {
    stores.append(try await PostgreSQLStore.open(address))
}
try await ShardPlace.claim(stores)
let reporting = stores.map { ReportingStore($0) { error in print("store:", error) } }
let notes = Notes(shards: ShardedStore(reporting[0], Array(reporting.dropFirst())))

for store in stores {
    try await store.execute("CREATE TABLE IF NOT EXISTS note (id BIGINT PRIMARY KEY, text TEXT)")
    try await store.execute("CREATE SEQUENCE IF NOT EXISTS note_number")
}
let id = try await notes.add("Rent Alien", by: "Ana") ?? 0
print(try await notes.show(ShowNote(id: id)).text, "is one of", try await notes.count())
for store in stores { await store.close() }
