// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoPostgreSQL
import RecadoSQLite
import RecadoServerStore
import RecadoStore
import Synchronization
import TemporaryPostgreSQL
import Testing

/// A database of a test's own, opened by two servers, and a clock that both use.
final class Shared: Sendable {
    enum Kind: String, Sendable, CustomTestStringConvertible {
        case sqlite = "SQLite"
        case postgreSQL = "PostgreSQL"

        var testDescription: String { rawValue }
    }

    /// The kinds of databases that are installed on this machine.
    static let kinds: [Kind] =
        TemporaryPostgreSQL.programs == nil ? [.sqlite] : [.sqlite, .postgreSQL]

    let one: any Store
    let other: any Store
    private let file: String?
    private let now = Mutex<Int64>(1_800_000_000_000_000)

    init(_ kind: Kind) async throws {
        switch kind {
        case .sqlite:
            let path = "/tmp/recado-shared-\(getpid())-\(UInt64.random(in: 0 ... .max))"
            file = path
            one = try await SQLiteStore.open(path)
            other = try await SQLiteStore.open(path)
        case .postgreSQL:
            file = nil
            let place = try #require(TemporaryPostgreSQL.shared).makeDatabase()
            one = try await PostgreSQLStore.open(place)
            other = try await PostgreSQLStore.open(place)
        }
        try await one.migrate(SharedState.migrations)
        // The second of two servers that start finds the migrations already applied.
        try await other.migrate(SharedState.migrations)
    }

    deinit {
        guard let file else { return }
        for ending in ["", "-wal", "-shm"] { _ = unsafe unlink(file + ending) }
    }

    func pass(_ seconds: Int64) { now.withLock { $0 += seconds * 1_000_000 } }

    /// The time of the clock, in seconds since 1970.
    var seconds: Int64 { now.withLock { $0 } / 1_000_000 }

    var clock: StoreClock { StoreClock { [self] in now.withLock { $0 } } }

    func close() async {
        await one.close()
        await other.close()
    }
}
