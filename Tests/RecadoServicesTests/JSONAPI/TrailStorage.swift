// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoStore
import Synchronization

/// The database of trails, which counts its transactions.
final class TrailDatabase: Sendable {
    let store: any Store
    private let count = Mutex(0)

    init(_ store: any Store) async throws {
        self.store = store
        try await store.migrate([
            Migration(
                "make trails",
                [
                    "CREATE TABLE category (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
                    """
                    CREATE TABLE trail (
                        id INTEGER PRIMARY KEY, title TEXT NOT NULL, metres INTEGER,
                        category INTEGER REFERENCES category (id)
                    )
                    """,
                    """
                    CREATE TABLE stop (
                        id INTEGER PRIMARY KEY, name TEXT NOT NULL,
                        trail INTEGER REFERENCES trail (id)
                    )
                    """,
                ]
            )
        ])
    }

    /// Adds two categories and a number of trails, each with two stops.
    func fill(_ trails: Int) async throws {
        try await store.write { transaction in
            try transaction.execute("INSERT INTO category VALUES (1, 'Monte'), (2, 'Costa')")
            for id in 1...trails {
                try transaction.execute(
                    "INSERT INTO trail VALUES (\(id), \("Ruta \(id)"), \(id * 100), \(id % 2 + 1))"
                )
                for part in 0...1 {
                    let stop = id * 10 + part
                    try transaction.execute(
                        "INSERT INTO stop VALUES (\(stop), \("Alto \(stop)"), \(id))"
                    )
                }
            }
        }
    }

    /// Returns the number of transactions since the last call.
    func statements() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction<Never>) throws -> Value
    ) async throws(ResourceError) -> Value {
        count.withLock { $0 += 1 }
        do {
            return try await store.read(body)
        } catch {
            throw ResourceError(.serviceUnavailable, "\(error)")
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (borrowing Transaction<Never>) throws -> Value
    ) async throws(ResourceError) -> Value {
        count.withLock { $0 += 1 }
        do {
            return try await store.write(body)
        } catch {
            throw ResourceError(.serviceUnavailable, "\(error)")
        }
    }
}

/// Reads and writes trails; each row also has the identifiers of its related resources.
struct TrailStorage: ResourceStorage {
    let database: TrailDatabase

    private var columns: Statement {
        database.store.dialect == .sqlite
            ? """
            id, title, metres, category,
            (SELECT group_concat(s.id) FROM stop s WHERE s.trail = trail.id) AS stops
            """
            : """
            id, title, metres, category,
            (SELECT string_agg(s.id::text, ',') FROM stop s WHERE s.trail = trail.id) AS stops
            """
    }

    private static func trail(_ row: borrowing Row) throws -> Trail {
        let stops: String? = try row["stops"]
        let category: Int? = try row["category"]
        return Trail(
            id: try row["id"],
            title: try row["title"],
            metres: try row["metres"],
            category: category.map { ToOne(id: String($0)) } ?? ToOne(.empty),
            stops: ToMany(ids: (stops ?? "").split(separator: ",").map(String.init).sorted())
        )
    }

    func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> ResourcePage<Trail> {
        var filter: Statement = ""
        if let title = request.filters.first { filter = " WHERE title = \(title.value)" }
        let keys = request.sort.map { "\($0.field)\($0.isDescending ? " DESC" : "")" } + ["id"]
        let order = keys.joined(separator: ", ")
        let condition = filter
        let columns = columns
        return try await database.read { transaction in
            let trails = try transaction.all(
                """
                SELECT \(columns), count(*) OVER () AS total FROM trail\(condition)
                ORDER BY \(unsafeSQL: order) LIMIT \(request.limit) OFFSET \(request.offset)
                """
            ) { row -> (Trail, Int) in (try Self.trail(row), try row["total"]) }
            return ResourcePage(trails.map(\.0), total: trails.first?.1 ?? 0)
        }
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [Trail] {
        let numbers = ids.compactMap { Int($0) }
        let columns = columns
        return try await database.read { transaction in
            try transaction.all("SELECT \(columns) FROM trail WHERE id IN (\(values: numbers))") {
                try Self.trail($0)
            }
        }
    }

    func create(_ content: ResourceContent) async throws(ResourceError) -> Trail {
        let draft = try content.decode(TrailDraft.self)
        guard let title = draft.title else {
            throw .invalid([("/data/attributes/title", "A title is needed.")])
        }
        guard !title.isEmpty, title.count <= 20 else {
            throw .invalid([
                ("/data/attributes/title", "A title has 1 to 20 characters."),
                ("/data/attributes/metres", "A number is needed."),
            ])
        }
        guard title != "Ruta 1" else { throw .conflict("There is such a trail.") }
        let id = try await database.write { transaction -> Int in
            let last = try transaction.first("SELECT max(id) AS id FROM trail") { row -> Int? in
                try row["id"]
            }
            let id = ((last ?? nil) ?? 0) + 1
            let category = draft.category?.id.flatMap { Int($0) }
            try transaction.execute(
                "INSERT INTO trail VALUES (\(id), \(title), \(draft.metres), \(category))"
            )
            return id
        }
        return try await found(id)
    }

    private func found(_ id: Int) async throws(ResourceError) -> Trail {
        guard let trail = try await resources([String(id)]).first else {
            throw .notFound("It is gone.")
        }
        return trail
    }

    func update(
        _ id: String,
        _ content: ResourceContent
    ) async throws(ResourceError) -> Trail? {
        let change = try content.decode(TrailDraft.self)
        guard let number = Int(id), let trail = try await resources([id]).first else { return nil }
        let metres = content.has("metres") ? change.metres : trail.metres
        let title = change.title ?? trail.title
        _ = try await database.write { transaction in
            try transaction.execute(
                "UPDATE trail SET title = \(title), metres = \(metres) WHERE id = \(number)"
            )
        }
        return try await found(number)
    }

    func delete(_ id: String) async throws(ResourceError) -> Bool {
        guard let number = Int(id) else { return false }
        return try await database.write { transaction in
            try transaction.execute("UPDATE stop SET trail = NULL WHERE trail = \(number)")
            return try transaction.execute("DELETE FROM trail WHERE id = \(number)").count > 0
        }
    }

    func relate(
        _ name: String,
        of id: String,
        _ change: LinkageChange
    ) async throws(ResourceError) {
        guard let trail = Int(id) else { throw .notFound("There is no such trail.") }
        guard name == "stops" else {
            guard case .replace(let ids) = change else { throw .forbidden("Only one.") }
            let category = ids.first.flatMap { Int($0) }
            return try await database.write { transaction in
                try transaction.execute(
                    "UPDATE trail SET category = \(category) WHERE id = \(trail)"
                )
            }
        }
        try await database.write { transaction in
            switch change {
            case .replace(let ids):
                try transaction.execute("UPDATE stop SET trail = NULL WHERE trail = \(trail)")
                let numbers = ids.compactMap { Int($0) }
                try transaction.execute(
                    "UPDATE stop SET trail = \(trail) WHERE id IN (\(values: numbers))"
                )
            case .add(let ids):
                let numbers = ids.compactMap { Int($0) }
                try transaction.execute(
                    "UPDATE stop SET trail = \(trail) WHERE id IN (\(values: numbers))"
                )
            case .remove(let ids):
                let numbers = ids.compactMap { Int($0) }
                try transaction.execute(
                    """
                    UPDATE stop SET trail = NULL
                    WHERE trail = \(trail) AND id IN (\(values: numbers))
                    """
                )
            }
        }
    }
}

struct TrailCategoryStorage: ResourceStorage {
    let database: TrailDatabase

    func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> ResourcePage<TrailCategory> {
        let categories = try await database.read { transaction in
            try transaction.all("SELECT id, name FROM category ORDER BY id") { row in
                TrailCategory(id: try row["id"], name: try row["name"])
            }
        }
        return ResourcePage(categories)
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [TrailCategory] {
        let numbers = ids.compactMap { Int($0) }
        return try await database.read { transaction in
            try transaction.all("SELECT id, name FROM category WHERE id IN (\(values: numbers))") {
                TrailCategory(id: try $0["id"], name: try $0["name"])
            }
        }
    }
}

struct TrailStopStorage: ResourceStorage {
    let database: TrailDatabase

    private static func stop(_ row: borrowing Row) throws -> TrailStop {
        let trail: Int? = try row["trail"]
        return TrailStop(
            id: try row["id"],
            name: try row["name"],
            trail: trail.map { ToOne(id: String($0)) } ?? ToOne(.empty)
        )
    }

    func page(
        _ request: ResourcePageRequest
    ) async throws(ResourceError) -> ResourcePage<TrailStop> {
        ResourcePage(
            try await database.read { transaction in
                try transaction.all("SELECT id, name, trail FROM stop ORDER BY id LIMIT 50") {
                    try Self.stop($0)
                }
            }
        )
    }

    func resources(_ ids: [String]) async throws(ResourceError) -> [TrailStop] {
        let numbers = ids.compactMap { Int($0) }
        return try await database.read { transaction in
            try transaction.all(
                "SELECT id, name, trail FROM stop WHERE id IN (\(values: numbers))"
            ) { try Self.stop($0) }
        }
    }
}
