// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore

/// The place of a database among the shards, which is stored in the database itself.
///
/// The stored place protects against a program that lists the databases in another order, or leaves
/// one out; such a program would read and write in the wrong databases.
public enum ShardPlace: Sendable {
    private static let migrations = [
        Migration(
            "create the place among the shards",
            [
                """
                CREATE TABLE recado_shard (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    place INTEGER NOT NULL,
                    count INTEGER NOT NULL
                )
                """
            ]
        )
    ].recorded(as: "shards")

    /// Reads the place of a database, from 0, and the number of databases.
    ///
    /// - Parameter store: The database.
    /// - Returns: The place and the number; `nil` if the database is not one of several shards.
    /// - Throws: A `StoreError` when the database fails.
    public static func of(
        _ store: any Store
    ) async throws(StoreError) -> (place: Int, count: Int)? {
        try await store.read { transaction in
            let query: Statement =
                transaction.dialect == .postgreSQL
                ? "SELECT count(to_regclass('recado_shard'))"
                : "SELECT count(*) FROM sqlite_schema WHERE name = 'recado_shard'"
            guard try transaction.value(query, as: Int.self) != 0 else { return nil }
            return try find(transaction)
        }
    }

    private static func find(
        _ transaction: borrowing Transaction<Never>
    ) throws -> (place: Int, count: Int)? {
        try transaction.first("SELECT place, count FROM recado_shard") { row in
            (place: try row[0] as Int, count: try row[1] as Int)
        }
    }

    /// Records the places of databases, or checks that the recorded places are correct.
    ///
    /// A single database gets no place, and must not have recorded one. No place is recorded before
    /// all databases have been checked.
    ///
    /// - Parameters:
    ///   - stores: The databases, in the order of the slots (`ShardKey.slot`) that they hold.
    ///   - isInPlace: Returns true if the rows of a database belong to its place; called before the
    ///     place is recorded. By default, rows are not checked.
    /// - Throws: A ``ShardError``, or the `StoreError` of a database.
    public static func claim(
        _ stores: [any Store],
        isInPlace:
            @escaping @Sendable (
                _ transaction: borrowing Transaction<Never>, _ place: Int, _ count: Int
            ) throws -> Bool = { _, _, _ in true }
    ) async throws {
        let count = stores.count
        for (place, store) in stores.enumerated() {
            if let known = try await of(store) {
                if known == (place, count) { continue }
                throw ShardError.moved(place: place, from: known.place, count: known.count)
            }
            if count == 1 { return }
            let fits = try await store.read { try isInPlace($0, place, count) }
            guard fits else { throw ShardError.misplacedRows(place: place) }
        }
        for (place, store) in stores.enumerated() {
            _ = try await store.migrate(migrations)
            let known = try await store.write { transaction in
                try transaction.execute(
                    """
                    INSERT INTO recado_shard (id, place, count) VALUES (1, \(place), \(count))
                    ON CONFLICT (id) DO NOTHING
                    """
                )
                return try find(transaction)
            }
            // Another program may have recorded a place first, or a database may be listed twice.
            guard let known, known != (place, count) else { continue }
            throw ShardError.moved(place: place, from: known.place, count: known.count)
        }
    }
}
