// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSQLite
import RecadoStore
import Testing

@Suite struct `A full database` {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func open() async throws -> SQLiteStore {
        try await SQLiteStore.open(
            folder.file("a.sqlite"),
            options: .init { $0.sizeLimit = 40 * 4_096 }
        )
    }

    @Test func `refuses the whole transaction and stays usable`() async throws {
        let store = try await open()
        try await store.migrate([filmTable])
        try await store.insert("kept")
        let error = await storeError {
            try await store.write { transaction in
                for number in 0..<100 {
                    let poster = [UInt8](repeating: 1, count: 4_000)
                    try transaction.execute(
                        "INSERT INTO film (title, poster) VALUES (\(String(number)), \(poster))"
                    )
                }
            }
        }
        #expect(error?.code == .full)
        try await store.insert("after")
        #expect(try await store.titles() == ["kept", "after"])
        await store.close()
    }

    @Test func `still allows removals that need space`() async throws {
        let store = try await open()
        let removed: Statement = "CREATE TABLE removed (poster BLOB NOT NULL) STRICT"
        let trigger: Statement = """
            CREATE TRIGGER film_removal BEFORE DELETE ON film
            BEGIN INSERT INTO removed VALUES (zeroblob(40000)); END
            """
        try await store.migrate([filmTable, Migration("keep what went", [removed, trigger])])
        let add: Statement = """
            INSERT INTO film (title, poster) SELECT count(*), zeroblob(4000) FROM film
            """
        func adds() async -> StoreError? {
            await storeError { try await store.write { try $0.execute(add) } }
        }
        while await adds() == nil {}
        #expect(await adds()?.code == .full)
        try await store.write { try $0.execute("DELETE FROM film WHERE id = 1") }
        // The remaining space is reserved for removals.
        let full = await storeError {
            try await store.write { try $0.execute("INSERT INTO removed VALUES (zeroblob(90000))") }
        }
        #expect(full?.code == .full)
        await store.close()
    }

    @Test func `is distinguished from a table that has no row IDs left`() async throws {
        let store = try await open()
        let table: Statement = """
            CREATE TABLE score (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT) STRICT
            """
        try await store.migrate([Migration("create the scores", [table]), filmTable])
        try await store.write { try $0.execute("INSERT INTO score (id) VALUES (\(Int.max))") }
        let error = await storeError {
            try await store.write { try $0.execute("INSERT INTO score (name) VALUES ('a')") }
        }
        #expect(error?.code == .otherConstraint)
        #expect(error?.message == "the table score has no number left for another row")
        // A full disk is still reported as such for other tables.
        let full = await storeError {
            let poster = [UInt8](repeating: 1, count: 400_000)
            try await store.write {
                try $0.execute("INSERT INTO film (title, poster) VALUES ('b', \(poster))")
            }
        }
        #expect(full?.code == .full)
        await store.close()
    }
}
