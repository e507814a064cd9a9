// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServerStore
import RecadoStore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The health check of a database` {
    /// Returns the status of the response to `/health/ready` with a check of a store.
    private func status(_ store: any Store, _ tables: [String] = []) async throws -> Status {
        var options = Application.Options()
        let check = Health.Check("database", store: store, tables: tables, timeout: .seconds(30))
        options.health = Health([check], lifetime: .zero)
        let application = try Application([], options: options)
        return await application.respond(to: Request(method: .get, target: "/health/ready")).status
    }

    @Test(arguments: Shared.kinds)
    func `passes while the database accepts writes and has its tables`(
        kind: Shared.Kind
    ) async throws {
        let shared = try await Shared(kind)
        let tables = ["recado_lease", "recado_quota"]
        #expect(try await status(shared.one, tables) == .ok)
        #expect(try await status(shared.other, tables) == .ok)
        #expect(try await status(shared.one, tables + ["film"]) == .serviceUnavailable)
        let rows = try await shared.one.read { transaction throws(TransactionError<Never>) in
            try transaction.value("SELECT count(*) FROM recado_probe", as: Int.self)
        }
        #expect(rows == 0)
        await shared.close()
        #expect(try await status(shared.one, tables) == .serviceUnavailable)
    }

    /// A store whose writes fail as if another server created the same table at the same moment.
    private final class Contested: Store {
        let base: any Store
        let collisions: Mutex<[StoreError]>

        init(_ base: any Store, _ collisions: [StoreError]) {
            self.base = base
            self.collisions = Mutex(collisions)
        }

        var dialect: RecadoStore.Dialect { base.dialect }

        func read<Value: Sendable, Failure: Error>(
            _ body:
                @escaping @Sendable (borrowing Transaction<Failure>)
                throws(TransactionError<Failure>) -> Value
        ) async throws(TransactionError<Failure>) -> Value { try await base.read(body) }

        func write<Value: Sendable, Failure: Error>(
            _ body:
                @escaping @Sendable (borrowing Transaction<Failure>)
                throws(TransactionError<Failure>) -> Value
        ) async throws(TransactionError<Failure>) -> Value {
            if let error = collisions.withLock({ $0.popLast() }) { throw .store(error) }
            return try await base.write(body)
        }

        func migrate(_ migrations: [Migration]) async throws(StoreError) -> [String] {
            try await base.migrate(migrations)
        }

        func close() async { await base.close() }
    }

    @Test(arguments: [
        StoreError(.uniqueConstraint, "pg_type_typname_nsp_index", sqlState: "23505"),
        StoreError(.statement, "relation exists", sqlState: "42P07"),
        StoreError(.statement, "type exists", sqlState: "42710"),
    ])
    func `passes if another server creates the check's table at the same time`(
        _ error: StoreError
    ) async throws {
        let shared = try await Shared(.sqlite)
        #expect(try await status(Contested(shared.one, [error])) == .ok)
        // If the same error occurs twice, the check reports a fault.
        #expect(try await status(Contested(shared.one, [error, error])) == .serviceUnavailable)
        let full = StoreError(.full, "no room")
        #expect(try await status(Contested(shared.one, [full])) == .serviceUnavailable)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `requires every table that servers share`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let names: Statement =
            switch shared.one.dialect {
            case .sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'"
            case .postgreSQL: "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
            }
        let found = try await shared.one.read { try $0.all(names) { row in try row[0] as String } }
        #expect(found.filter { $0 != "recado_migration" }.sorted() == SharedState.tables)
        await shared.close()
    }

    @Test(arguments: Shared.kinds)
    func `recovers after its own table was removed`(kind: Shared.Kind) async throws {
        let shared = try await Shared(kind)
        let check = Health.Check("database", store: shared.one, tables: [])
        var options = Application.Options()
        options.health = Health([check], lifetime: .zero)
        let application = try Application([], options: options)
        let request = Request(method: .get, target: "/health/ready")
        #expect(await application.respond(to: request).status == .ok)
        try await shared.one.write { transaction throws(TransactionError<Never>) in
            try transaction.execute("DROP TABLE recado_probe")
        }
        #expect(await application.respond(to: request).status == .serviceUnavailable)
        #expect(await application.respond(to: request).status == .ok)
        await shared.close()
    }
}
