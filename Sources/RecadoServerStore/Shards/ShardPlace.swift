// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore

/// The place of a database among those that data is divided among, which the database remembers.
///
/// A program that named the databases in another order, or left one out, would look for everything
/// in the wrong place, and write there.
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

    /// The number of databases that a database is one of; 1 if it is none of several.
    ///
    /// - Parameter store: The database.
    /// - Returns: The number.
    /// - Throws: A `StoreError` when the database fails.
    public static func count(besides store: any Store) async throws(StoreError) -> Int {
        try await store.read { transaction in
            let query: Statement =
                transaction.dialect == .postgreSQL
                ? "SELECT count(*) FROM pg_class WHERE relname = 'recado_shard'"
                : "SELECT count(*) FROM sqlite_schema WHERE name = 'recado_shard'"
            guard try transaction.value(query, as: Int.self) != 0 else { return 1 }
            return try transaction.value("SELECT count FROM recado_shard", as: Int.self) ?? 1
        }
    }

    /// Gives databases their places, or sees that they have them already.
    ///
    /// One database alone is given none, but must not have been one of several.
    ///
    /// - Parameters:
    ///   - stores: The databases, in the order of their slots.
    ///   - isInPlace: Whether what a database has belongs to a place; it is asked before the
    ///     database is given that place.
    /// - Throws: A ``ShardError``, and a `StoreError` for what the databases meet.
    public static func claim(
        _ stores: [any Store],
        isInPlace:
            @escaping @Sendable (
                _ transaction: borrowing Transaction<Never>, _ place: Int, _ count: Int
            ) throws -> Bool = { _, _, _ in true }
    ) async throws {
        guard let first = stores.first else { return }
        if stores.count == 1, try await count(besides: first) == 1 { return }
        for (place, store) in stores.enumerated() {
            _ = try await store.migrate(migrations)
            let count = stores.count
            let error: ShardError? = try await store.write { transaction in
                let known = try transaction.first("SELECT place, count FROM recado_shard") { row in
                    (place: try row[0] as Int, count: try row[1] as Int)
                }
                if let known {
                    return known == (place, count)
                        ? nil : .moved(place: place, from: known.place, count: known.count)
                }
                guard try isInPlace(transaction, place, count) else {
                    return .misplacedRows(place: place)
                }
                try transaction.execute(
                    "INSERT INTO recado_shard (id, place, count) VALUES (1, \(place), \(count))"
                )
                return nil
            }
            if let error { throw error }
        }
    }
}
