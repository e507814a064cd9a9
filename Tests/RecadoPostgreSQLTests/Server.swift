// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

/// Runs `body` with a store in a new database.
func withStore(
    _ options: PostgreSQLStore.Options = .init(),
    on server: TemporaryPostgreSQL? = nil,
    _ body: (PostgreSQLStore, _ address: String) async throws -> Void
) async throws {
    let address = try (server ?? #require(TemporaryPostgreSQL.shared)).makeDatabase()
    let store = try await PostgreSQLStore.open(address, options: options)
    do {
        try await store.write { _ = try $0.execute("CREATE TABLE film (title TEXT UNIQUE)") }
        try await body(store, address)
    } catch {
        await store.close()
        throw error
    }
    await store.close()
}

/// Opens a store in a new database; the test closes it.
func openStore(
    _ options: PostgreSQLStore.Options = .init(),
    on server: TemporaryPostgreSQL? = nil
) async throws -> PostgreSQLStore {
    let address = try (server ?? #require(TemporaryPostgreSQL.shared)).makeDatabase()
    return try await PostgreSQLStore.open(address, options: options)
}

/// Returns the error of a store that a call throws, or `nil`.
func storeError<Value>(_ body: () async throws -> Value) async -> StoreError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? StoreError
    }
}

extension PostgreSQLStore {
    func insert(_ title: String) async throws {
        try await write { _ = try $0.execute("INSERT INTO film VALUES (\(title))") }
    }

    func titles() async throws -> [String] {
        try await read { try $0.all("SELECT title FROM film ORDER BY title") { try $0[0] } }
    }

    /// Returns the ID of the server process behind a connection.
    func processID() async throws -> Int64? {
        try await read { try $0.value("SELECT pg_backend_pid()::int8", as: Int64.self) }
    }
}

extension PostgreSQLStore {
    /// Returns the stored titles, and tries again until the store has found the server.
    func titlesOnceBack() async throws -> [String] {
        while true {
            do throws(StoreError) {
                return try await read {
                    try $0.all("SELECT title FROM film ORDER BY title") { try $0[0] }
                }
            } catch {
                guard error.code == .cannotOpen || error.isTransient else { throw error }
            }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test if no PostgreSQL server is installed.
    static var needsServer: ConditionTrait {
        .enabled(if: TemporaryPostgreSQL.programs != nil, "install postgresql")
    }
}
