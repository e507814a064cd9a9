// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoServer
public import RecadoStore

/// Sessions in a database, which any number of servers share and which survive a restart.
///
/// Each request with a session cookie costs a read, and once a minute also a write.
public struct StoreSessionStore: SessionStore {
    /// The migrations that create the store's table; run them with those of the services.
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

    /// Creates a session store.
    ///
    /// - Parameter store: A database to which the migrations were applied.
    public init(_ store: any Store) {
        self.store = store
    }

    /// Inserts a new session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - key: The key with which the session is found.
    /// - Throws: `StoreError` when the database fails.
    public func insert(_ session: Session, for key: String) async throws {
        try await store.execute(
            """
            INSERT INTO recado_session (key, account, began_at, used_at)
            VALUES (\(key), \(session.account), \(session.beganAt), \(session.usedAt))
            """
        )
    }

    /// Finds a session by its key.
    ///
    /// - Parameter key: The key with which the session was inserted.
    /// - Returns: The session; `nil` if there is none.
    /// - Throws: `StoreError` when the database fails.
    public func session(for key: String) async throws -> Session? {
        try await store.read { transaction in
            try transaction.first(
                "SELECT account, began_at, used_at FROM recado_session WHERE key = \(key)"
            ) { row in Session(account: try row[0], beganAt: try row[1], usedAt: try row[2]) }
        }
    }

    /// Records the last use of a session; a time earlier than the recorded one changes nothing.
    ///
    /// - Parameters:
    ///   - key: The key of the session.
    ///   - time: The time of the use, in seconds since 1970.
    /// - Throws: `StoreError` when the database fails.
    public func touch(_ key: String, at time: Int64) async throws {
        try await store.execute(
            """
            UPDATE recado_session SET used_at = \(time)
            WHERE key = \(key) AND used_at < \(time)
            """
        )
    }

    /// Deletes a session.
    ///
    /// - Parameter key: The key of the session.
    /// - Throws: `StoreError` when the database fails.
    public func remove(_ key: String) async throws {
        try await store.execute("DELETE FROM recado_session WHERE key = \(key)")
    }

    /// Deletes all sessions of an account.
    ///
    /// - Parameter account: The account.
    /// - Throws: `StoreError` when the database fails.
    public func removeAll(of account: String) async throws {
        try await store.execute("DELETE FROM recado_session WHERE account = \(account)")
    }

    /// Deletes sessions that were not used for a given time; call this now and then, on one server.
    ///
    /// - Parameter time: The time without use, such as the lifetime of a login.
    /// - Throws: `StoreError` when the database fails.
    public func sweep(unusedFor time: Duration) async throws(StoreError) {
        let now = StoreClock.machineMicroseconds() / 1_000_000
        try await sweep(usedBefore: now - time.components.seconds)
    }

    /// Deletes sessions last used before a given time; call this now and then, on one server.
    ///
    /// - Parameter time: The time, in seconds since 1970.
    /// - Returns: The number of deleted sessions.
    /// - Throws: `StoreError` when the database fails.
    @discardableResult
    public func sweep(usedBefore time: Int64) async throws(StoreError) -> Int {
        try await store.execute("DELETE FROM recado_session WHERE used_at < \(time)").count
    }
}
