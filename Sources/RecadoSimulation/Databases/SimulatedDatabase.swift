// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore
import Synchronization

/// A simulated database on its own host, which servers reach over the network.
///
/// ```swift
/// let database = try await world.database { host in
///     try await SQLiteStore.open(host.folder + "/videoclub.sqlite")
/// }
/// let server = try await world.server(named: "videoclub") { host in
///     try makeApplication(over: database.store(for: host))
/// }
/// ```
///
/// It imitates a database server such as PostgreSQL: it runs the transactions of any store on its
/// host, with that host's clock and disk. A connection may break at any point of a transaction, so
/// that the client does not know whether it was committed.
public final class SimulatedDatabase: RestartableHost {
    /// The host on which the database runs.
    public let host: SimulatedHost
    private let open: @Sendable (SimulatedHost) async throws -> any Store
    private let running = Mutex<(store: any Store, host: HostID)?>(nil)

    init(
        _ host: SimulatedHost,
        _ open: @escaping @Sendable (SimulatedHost) async throws -> any Store
    ) {
        (self.host, self.open) = (host, open)
    }

    /// Returns the database as a store for a program on another host.
    ///
    /// - Parameter host: The host of that program.
    /// - Returns: A store that works until the host crashes; after a restart, call this method
    ///   again.
    public func store(for host: SimulatedHost) -> any Store { RemoteStore(self, host) }

    /// Runs a function on the database's own host, without the network, for example to check the
    /// contents at the end.
    ///
    /// - Parameter body: The function.
    /// - Returns: The function's result.
    /// - Throws: The function's error, and ``HostCrash`` if the host is not running.
    public func perform<Value: Sendable>(
        _ body: @escaping @Sendable (any Store) async throws -> Value
    ) async throws -> Value {
        guard let store = present else { throw HostCrash(host: host.name) }
        return try await host.perform { try await body(store) }
    }

    /// Starts the database again after a crash, with the data that its disk has kept.
    ///
    /// - Throws: The error of opening the database.
    public func restart() async throws {
        host.restart()
        try await start()
    }

    func start() async throws {
        let (host, open) = (host, open)
        let store = try await host.perform { try await open(host) }
        running.withLock { $0 = (store, host.state.id) }
    }

    /// The store; `nil` while the host is not running.
    var present: (any Store)? {
        guard host.isUp, let (store, id) = running.withLock(\.self), id == host.state.id else {
            return nil
        }
        return store
    }

    func shutDown() async {
        guard let store = present else { return }
        running.withLock { $0 = nil }
        try? await host.perform { await store.close() }
    }
}

extension World {
    /// Adds a host and opens a database there.
    ///
    /// - Parameters:
    ///   - name: The host's name.
    ///   - open: Opens the database on the host, in its folder; called once for each start.
    /// - Returns: The database.
    /// - Throws: The error of `open`, or an error if the name is taken.
    public func database(
        named name: String = "database",
        _ open: @escaping @Sendable (SimulatedHost) async throws -> any Store
    ) async throws -> SimulatedDatabase {
        let database = SimulatedDatabase(try host(named: name), open)
        try await database.start()
        kernel.databases.append(database)
        return database
    }
}
