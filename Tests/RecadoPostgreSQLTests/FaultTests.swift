// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.needsServer, .timeLimit(.minutes(2)))
struct `A PostgreSQL store during faults` {
    /// A server of this test's own, which it may crash.
    let server: TemporaryPostgreSQL

    init() throws {
        server = try TemporaryPostgreSQL()
    }

    @Test func `a server crash inside a transaction rolls the transaction back`() async throws {
        try await withStore(on: server) { store, _ in
            try await store.insert("acknowledged")
            let gate = Gate()
            let lost = Task {
                await storeError {
                    try await store.write { transaction in
                        try transaction.execute("INSERT INTO film VALUES ('lost')")
                        gate.pass()
                        try transaction.execute("INSERT INTO film VALUES ('lost too')")
                    }
                }
            }
            await gate.arrival()
            server.crash()
            gate.open()
            let error = await lost.value
            #expect(error?.code == .connectionLost)
            #expect(error?.isTransient == true)
            server.restart()
            #expect(try await store.titlesOnceBack() == ["acknowledged"])
        }
    }

    @Test func `a server crash during a read is a transient error`() async throws {
        try await withStore(on: server) { store, _ in
            let gate = Gate()
            let lost = Task {
                await storeError {
                    try await store.read { transaction in
                        let count: Int? = try transaction.value("SELECT count(*) FROM film")
                        gate.pass()
                        return count
                    }
                }
            }
            await gate.arrival()
            server.crash()
            gate.open()
            let error = await lost.value
            #expect(error?.code == .connectionLost)
            #expect(error?.isTransient == true)
            server.restart()
            let titles = try await store.titlesOnceBack()
            #expect(titles == [])
        }
    }

    @Test(arguments: [true, false])
    func `a server crash during a commit is reported as an unknown outcome`(
        isSentAlong: Bool
    ) async throws {
        try await withStore(on: server) { store, address in
            try await sleepInCommit(store)
            let committing = Task {
                await storeError {
                    guard isSentAlong else { return try await store.insert("open") }
                    try await store.execute("INSERT INTO film VALUES ('open')")
                }
            }
            let witness = try await PostgreSQLStore.open(address)
            try await waitForSleeper(witness)
            server.crash()
            let error = await committing.value
            #expect(error?.code == .commitUnknown)
            #expect(error?.isTransient == false)
            server.restart()
            // In this case nothing was committed, but only the database could tell.
            #expect(try await store.titlesOnceBack() == [])
            await witness.close()
        }
    }

    @Test func `acknowledged writes survive a server crash`() async throws {
        try await withStore(on: server) { store, _ in
            let acknowledged = Task {
                var titles: [String] = []
                for number in 0..<100_000 {
                    guard await storeError({ try await store.insert("\(number)") }) == nil else {
                        break
                    }
                    titles.append("\(number)")
                }
                return titles
            }
            while try await store.titles().count < 50 {}
            server.crash()
            let titles = await acknowledged.value
            server.restart()
            #expect(titles.count >= 50)
            #expect(Set(try await store.titlesOnceBack()).isSuperset(of: titles))
        }
    }

    @Test func `an unreachable server is reported, and used again after its restart`() async throws
    {
        let options = PostgreSQLStore.Options { $0.acquisitionTimeout = .seconds(2) }
        try await withStore(options, on: server) { store, address in
            server.crash()
            let first = await storeError { try await store.titles() }
            #expect(first?.code == .cannotOpen)
            let fresh = await storeError { try await PostgreSQLStore.open(address) }
            #expect(fresh?.code == .cannotOpen)
            server.restart()
            while await storeError({ try await store.insert("back") }) != nil {}
            let titles = try await store.titlesOnceBack()
            #expect(titles == ["back"])
        }
    }

    @Test func `the time on a connection that failed counts as waiting`() async throws {
        let options = PostgreSQLStore.Options { options in
            (options.acquisitionTimeout, options.maximumConnections) = (.seconds(3), 1)
        }
        try await withStore(options, on: server) { store, _ in
            let ended = await withTaskGroup { group in
                group.addTask {
                    _ = await storeError { try await store.write { try $0.sleep(60) } }
                    return "first"
                }
                try? await Task.sleep(for: .seconds(2))
                group.addTask {
                    _ = await storeError { try await store.write { try $0.sleep(0) } }
                    return "second"
                }
                try? await Task.sleep(for: .milliseconds(500))
                server.hang()
                defer { server.resume() }
                return await group.reduce(into: []) { $0.append($1) }
            }
            // The first call was made two seconds before the second one.
            #expect(ended == ["first", "second"])
        }
    }

    @Test func `a listener is notified of a gap after its connection was lost`() async throws {
        try await withStore(on: server) { store, _ in
            let films = try await store.notifications(on: "films")
            var iterator = films.makeAsyncIterator()
            try await store.write { try $0.notify("films", "1") }
            #expect(await iterator.next() == .message("1"))
            server.crash()
            server.restart()
            #expect(await iterator.next() == .gap)
            try await store.write { try $0.notify("films", "2") }
            #expect(await iterator.next() == .message("2"))
        }
    }

    @Test func `connections that were cut while idle are replaced without an error`()
        async throws
    {
        try await withStore(on: server) { store, address in
            let other = try await PostgreSQLStore.open(address)
            for round in 0..<10 {
                try await other.write {
                    _ = try $0.execute(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
                        """
                    )
                }
                if round.isMultiple(of: 2) {
                    try await store.insert("\(round)")
                } else {
                    try await store.execute("INSERT INTO film VALUES (\("\(round)"))")
                }
            }
            #expect(try await store.titles().count == 10)
            await other.close()
        }
    }

    @Test func `a write refused as read-only is repeated on a new connection`() async throws {
        try await withStore(.init { $0.maximumConnections = 1 }, on: server) { store, _ in
            // Makes the server behind the connection refuse writes, like a primary that was
            // replaced.
            func demote() async throws {
                _ = try await store.read {
                    try $0.value(
                        "SELECT set_config('default_transaction_read_only', 'on', false)",
                        as: String.self
                    )
                }
            }
            try await demote()
            try await store.insert("a")
            try await demote()
            try await store.execute("INSERT INTO film VALUES ('b')")
            #expect(try await store.titles() == ["a", "b"])
            #expect(store.statistics.connections == 3)
            // If no other server takes writes either, the write fails like in an outage.
            try await store.execute(
                "ALTER ROLE CURRENT_USER SET default_transaction_read_only = on"
            )
            try await demote()
            let none = await storeError { try await store.insert("c") }
            #expect(none?.code == .cannotOpen)
            #expect(none?.sqlState == "25006")
            // A write inside a read is refused, and does not make the store look for another
            // server.
            let process = try await store.processID()
            let error = await storeError {
                try await store.read { _ = try $0.execute("DELETE FROM film") }
            }
            #expect(error?.code == .readOnly)
            #expect(try await store.processID() == process)
        }
    }

    // MARK: - Commits that take their time

    /// Makes the commit of every insertion into `film` sleep for 20 s.
    private func sleepInCommit(_ store: PostgreSQLStore) async throws {
        try await store.write { transaction in
            try transaction.execute(
                """
                CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$
                """
            )
            try transaction.execute(
                """
                CREATE CONSTRAINT TRIGGER rest AFTER INSERT ON film
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rest()
                """
            )
        }
    }

    private func waitForSleeper(_ store: PostgreSQLStore) async throws {
        let query: Statement = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        while try await store.read({ try $0.value(query, as: Int.self) }) == 0 {}
    }

    @Test(arguments: [true, false])
    func `cancelling a call does not cancel its running commit`(isSentAlong: Bool) async throws {
        try await withStore(on: server) { store, address in
            try await sleepInCommit(store)
            let committing = Task {
                await storeError {
                    guard isSentAlong else { return try await store.insert("open") }
                    try await store.execute("INSERT INTO film VALUES ('open')")
                }
            }
            let witness = try await PostgreSQLStore.open(address)
            try await waitForSleeper(witness)
            committing.cancel()
            // Ends the sleep, which makes the commit fail; the store reports the server's answer.
            try await witness.write {
                _ = try $0.execute(
                    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
                )
            }
            #expect(await committing.value?.code == .timedOut)
            #expect(try await store.titles() == [])
            await witness.close()
        }
    }
}

extension Transaction {
    /// Waits in the server, in the first of two statements.
    fileprivate func sleep(_ seconds: Int) throws(TransactionError<Failure>) {
        _ = try execute("SELECT pg_sleep(\(seconds))")
        _ = try execute("SELECT 1")
    }
}
