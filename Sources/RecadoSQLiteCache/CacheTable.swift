// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoStore

/// The table that holds the answers of a cache.
struct CacheTable: Sendable {
    private let store: any Store

    /// Uses a database, and creates the table if it does not exist.
    init(_ store: any Store) async throws(StoreError) {
        self.store = store
        try await store.migrate([Self.creation])
    }

    private static let creation = Migration(
        "create the answers",
        [
            """
            CREATE TABLE answer (
                address TEXT NOT NULL,
                selectors TEXT NOT NULL,
                status INTEGER NOT NULL,
                fields TEXT NOT NULL,
                content BLOB NOT NULL,
                requested INTEGER NOT NULL,
                received INTEGER NOT NULL,
                size INTEGER NOT NULL,
                used INTEGER NOT NULL,
                PRIMARY KEY (address, selectors)
            ) STRICT
            """,
            "CREATE INDEX answer_used ON answer (used, size)",
        ]
    )

    func close() async {
        await store.close()
    }

    // MARK: - Reading

    func entries(for key: String) async throws -> [CacheEntry] {
        try await store.read { transaction in
            try transaction.all(
                """
                SELECT selectors, status, fields, content, requested, received
                FROM answer WHERE address = \(key) ORDER BY rowid
                """,
                as: CacheRow.self
            )
        }.map(\.entry)
    }

    // MARK: - Writing

    func write(
        _ changes: [CacheChange],
        anew: Bool,
        _ limits: SQLiteCacheStore.Limits
    ) async throws {
        try await store.write { transaction in
            if anew { try transaction.execute("DELETE FROM answer") }
            var used = try transaction.latestUse()
            for change in changes {
                used += 1
                try transaction.apply(change, used, limits)
            }
            try transaction.evict(limits)
        }
    }
}

extension Transaction where Failure == Never {
    fileprivate func latestUse() throws(Thrown) -> Int64 {
        try value("SELECT coalesce(max(used), 0) FROM answer") ?? 0
    }

    fileprivate func apply(
        _ change: CacheChange,
        _ used: Int64,
        _ limits: SQLiteCacheStore.Limits
    ) throws(Thrown) {
        switch change {
        case .keep(let key, let entry):
            try keep(entry, for: key, used)
            try execute(
                """
                DELETE FROM answer WHERE address = \(key) AND used NOT IN (
                    SELECT used FROM answer WHERE address = \(key)
                    ORDER BY used DESC LIMIT \(limits.variants)
                )
                """
            )
        case .forget(let key, let selectors):
            let text = CacheRow.text(of: selectors)
            try execute("DELETE FROM answer WHERE address = \(key) AND selectors = \(text)")
        case .remove(let key):
            try execute("DELETE FROM answer WHERE address = \(key)")
        case .removeAll:
            try execute("DELETE FROM answer")
        case .touch(let key):
            try execute("UPDATE answer SET used = \(used) WHERE address = \(key)")
        }
    }

    private func keep(_ entry: CacheEntry, for key: String, _ used: Int64) throws(Thrown) {
        try execute(
            """
            INSERT OR REPLACE INTO answer
                (address, selectors, status, fields, content, requested, received, size, used)
            VALUES (
                \(key), \(CacheRow.text(of: entry.selectors)), \(entry.status.code),
                \(CacheRow.text(of: entry.fields)), \(entry.content),
                \(entry.requested.secondsSince1970), \(entry.received.secondsSince1970),
                \(entry.size), \(used)
            )
            """
        )
    }

    /// Removes the least recently used answers while a limit is exceeded.
    ///
    /// Each time, at least a tenth of all answers is removed, so that removals are rare.
    fileprivate func evict(_ limits: SQLiteCacheStore.Limits) throws(Thrown) {
        while try exceeds(limits) {
            let count: Int = try value("SELECT count(*) FROM answer") ?? 0
            // The newest answer stays, because it fits on its own.
            guard count > 1 else { return }
            let excess = max(1, min(count - 1, max(count - limits.entries, 0) + count / 10))
            try execute(
                """
                DELETE FROM answer WHERE rowid IN (
                    SELECT rowid FROM answer ORDER BY used LIMIT \(excess)
                )
                """
            )
        }
    }

    private func exceeds(_ limits: SQLiteCacheStore.Limits) throws(Thrown) -> Bool {
        let isFull: Bool? = try value(
            """
            SELECT count(*) > \(limits.entries) OR coalesce(sum(size), 0) > \(limits.bytes)
            FROM answer
            """
        )
        return isFull ?? false
    }
}
