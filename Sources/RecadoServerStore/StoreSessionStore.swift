// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore

/// Sessions in a database, which any number of servers share and which outlast a server's process.
///
/// Each request with a session's cookie costs a read; one a minute costs a write as well.
public struct StoreSessionStore: SessionStore {
    /// The migrations that its table needs; run them with those of the services.
    public static let migrations = [
        Migration(
            "create recado_session",
            sqlite: [
                """
                CREATE TABLE recado_session (
                    key TEXT PRIMARY KEY, account TEXT NOT NULL, began_at INTEGER NOT NULL,
                    used_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """,
                "CREATE INDEX recado_session_account ON recado_session (account)",
                "CREATE INDEX recado_session_used_at ON recado_session (used_at)",
            ],
            postgreSQL: [
                """
                CREATE TABLE recado_session (
                    key TEXT PRIMARY KEY, account TEXT NOT NULL, began_at BIGINT NOT NULL,
                    used_at BIGINT NOT NULL
                )
                """,
                "CREATE INDEX recado_session_account ON recado_session (account)",
                "CREATE INDEX recado_session_used_at ON recado_session (used_at)",
            ]
        )
    ]

    private let store: any Store

    /// Creates a store of sessions.
    ///
    /// - Parameter store: The database, which has the table.
    public init(_ store: any Store) {
        self.store = store
    }

    /// Keeps a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - key: The key that it is found by.
    /// - Throws: `StoreError` when it cannot be kept.
    public func insert(_ session: Session, for key: String) async throws {
        try await store.execute(
            """
            INSERT INTO recado_session (key, account, began_at, used_at)
            VALUES (\(key), \(session.account), \(session.beganAt), \(session.usedAt))
            """
        )
    }

    /// Finds a session.
    ///
    /// - Parameter key: The key that it is found by.
    /// - Returns: The session; `nil` when there is none.
    /// - Throws: `StoreError` when the database cannot be asked.
    public func session(for key: String) async throws -> Session? {
        try await store.read { transaction in
            try transaction.first(
                "SELECT account, began_at, used_at FROM recado_session WHERE key = \(key)"
            ) { row in Session(account: try row[0], beganAt: try row[1], usedAt: try row[2]) }
        }
    }

    /// Records the last use of a session; an earlier time changes nothing.
    ///
    /// - Parameters:
    ///   - key: The key that it is found by.
    ///   - time: The time, in seconds since 1970.
    /// - Throws: `StoreError` when it cannot be kept.
    public func touch(_ key: String, at time: Int64) async throws {
        try await store.execute(
            """
            UPDATE recado_session SET used_at = \(time)
            WHERE key = \(key) AND used_at < \(time)
            """
        )
    }

    /// Forgets a session.
    ///
    /// - Parameter key: The key that it is found by.
    /// - Throws: `StoreError` when it cannot be forgotten.
    public func remove(_ key: String) async throws {
        try await store.execute("DELETE FROM recado_session WHERE key = \(key)")
    }

    /// Forgets all sessions of an account.
    ///
    /// - Parameter account: The account that the sessions belong to.
    /// - Throws: `StoreError` when they cannot be forgotten.
    public func removeAll(of account: String) async throws {
        try await store.execute("DELETE FROM recado_session WHERE account = \(account)")
    }

    /// Forgets sessions that nobody has used for a while; to be called now and then, by one server.
    ///
    /// - Parameter time: The time without use, such as the lifetime of a login.
    /// - Throws: `StoreError` when they cannot be forgotten.
    public func sweep(unusedFor time: Duration) async throws(StoreError) {
        let now = StoreClock.machineMicroseconds() / 1_000_000
        try await sweep(usedBefore: now - time.components.seconds)
    }

    /// Forgets sessions that have ended; to be called now and then, by one server.
    ///
    /// - Parameter time: The time, in seconds since 1970, before which they were last used.
    /// - Returns: The number of sessions that were forgotten.
    /// - Throws: `StoreError` when the database cannot be asked.
    @discardableResult
    public func sweep(usedBefore time: Int64) async throws(StoreError) -> Int {
        try await store.execute("DELETE FROM recado_session WHERE used_at < \(time)").count
    }
}
