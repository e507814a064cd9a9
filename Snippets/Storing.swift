// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// A table, a transaction that throws a failure, and the rows that remain.

import RecadoSQLite

struct Film: Sendable, RowDecodable {
    var id: Int
    var title: String
    var rented: Bool

    init(row: borrowing Row) throws(StoreError) {
        id = try row["id"]
        title = try row["title"]
        rented = try row["rented"]
    }
}

enum RentalFailure: Error {
    case noSuchFilm
    case alreadyRented
}

let migrations = [
    Migration(
        "create the catalog",
        [
            """
            CREATE TABLE film (
                id INTEGER PRIMARY KEY,
                title TEXT NOT NULL,
                rented INTEGER NOT NULL DEFAULT 0
            ) STRICT
            """
        ]
    )
]

let expanded =
    migrations + [
        Migration("add the year of a film", ["ALTER TABLE film ADD COLUMN year INTEGER"])
            .backwardCompatible()
    ]

extension Transaction {
    func film(_ id: Int) throws(Thrown) -> Film? {
        try first("SELECT id, title, rented FROM film WHERE id = \(id)")
    }
}

func rent(_ id: Int, in store: any Store) async throws(TransactionError<RentalFailure>) -> Film {
    try await store.write { transaction throws(TransactionError<RentalFailure>) in
        guard let film = try transaction.film(id) else { throw .failed(.noSuchFilm) }
        guard !film.rented else { throw .failed(.alreadyRented) }
        try transaction.execute("UPDATE film SET rented = 1 WHERE id = \(id)")
        return film
    }
}

let store = try await SQLiteStore.inMemory()
try await store.migrate(migrations)
let title = "O'Horten"
try await store.write { try $0.execute("INSERT INTO film (id, title) VALUES (7, \(title))") }

print(try await rent(7, in: store).title)
do {
    _ = try await rent(7, in: store)
} catch .failed(.alreadyRented) {
    print("already rented")
} catch {
    print(error)
}

let count = try await store.read { try $0.value("SELECT count(*) FROM film", as: Int.self) }
print(count ?? 0)

// Migrates to the next version, and then starts the older version again.
print(try await store.migrate(expanded))
print(try await store.migrate(migrations))
await store.close()
