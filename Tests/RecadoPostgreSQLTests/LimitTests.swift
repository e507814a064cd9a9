// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import TemporaryPostgreSQL
import Testing

@testable import RecadoPostgreSQL

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite(.needsServer, .timeLimit(.minutes(1)))
struct `Limits of a PostgreSQL store` {
    @Test func `a statement that exceeds its timeout ends, and its connection is reused`()
        async throws
    {
        let options = PostgreSQLStore.Options { options in
            // Long enough for the statements that prepare the store, even on a busy machine.
            options.statementTimeout = .seconds(2)
            options.maximumConnections = 1
        }
        try await withStore(options) { store, _ in
            let error = await storeError {
                try await store.write { transaction in
                    try transaction.execute("INSERT INTO film VALUES ('lost')")
                    try transaction.execute("SELECT pg_sleep(60)")
                }
            }
            #expect(error?.code == .timedOut)
            #expect(error?.sqlState == "57014")
            let titles = try await store.titles()
            #expect(titles == [])
            #expect(store.statistics.connections == 1)
        }
    }

    @Test func `waiting for a lock ends after the lock timeout`() async throws {
        let options = PostgreSQLStore.Options { $0.lockTimeout = .milliseconds(100) }
        try await withStore(options) { store, _ in
            try await store.insert("Alien")
            let gate = Gate()
            let held = Task {
                try await store.write { transaction in
                    try transaction.execute("UPDATE film SET title = 'Aliens'")
                    gate.pass()
                }
            }
            await gate.arrival()
            let error = await storeError {
                try await store.write { _ = try $0.execute("UPDATE film SET title = 'x'") }
            }
            #expect(error?.code == .busy)
            gate.open()
            try await held.value
            #expect(try await store.titles() == ["Aliens"])
        }
    }

    @Test func `a transaction that is idle for too long is rolled back`() async throws {
        let options = PostgreSQLStore.Options { $0.idleInTransactionTimeout = .seconds(1) }
        try await withStore(options) { store, address in
            let other = try await PostgreSQLStore.open(address)
            let gate = Gate()
            let slow = Task {
                await storeError {
                    try await store.write { transaction in
                        try transaction.execute("INSERT INTO film VALUES ('lost')")
                        gate.pass()
                        try transaction.execute("INSERT INTO film VALUES ('lost too')")
                    }
                }
            }
            await gate.arrival()
            let query: Statement = """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state LIKE 'idle in transaction%'
                """
            while try await other.read({ try $0.value(query, as: Int.self) }) != 0 {}
            gate.open()
            let code = await slow.value?.code
            #expect(code == .timedOut || code == .connectionLost)
            #expect(try await store.titles() == [])
            await other.close()
        }
    }

    @Test func `a call that gets no connection in time fails as overloaded`() async throws {
        let options = PostgreSQLStore.Options { options in
            options.maximumConnections = 1
            options.acquisitionTimeout = .seconds(1)
        }
        try await withStore(options) { store, _ in
            let gate = Gate()
            let held = Task { try await store.write { _ in gate.pass() } }
            await gate.arrival()
            let error = await storeError { try await store.titles() }
            #expect(error?.code == .overloaded)
            gate.open()
            try await held.value
            #expect(try await store.titles() == [])
        }
    }

    @Test(arguments: [false, true])
    func `cancelling a call ends its running statement at once`(isWrite: Bool) async throws {
        try await withStore { store, _ in
            let gate = Gate()
            let sleeping = Task {
                await storeError {
                    if isWrite {
                        try await store.write { transaction in
                            try transaction.execute("INSERT INTO film VALUES ('lost')")
                            gate.pass()
                            try transaction.execute("SELECT pg_sleep(60)")
                        }
                    } else {
                        try await store.read { transaction in
                            gate.pass()
                            _ = try transaction.execute("SELECT pg_sleep(60)")
                        }
                    }
                }
            }
            await gate.arrival()
            gate.open()
            sleeping.cancel()
            #expect(await sleeping.value?.code == .cancelled)
            let titles = try await store.titles()
            #expect(titles == [])
        }
    }

    @Test func `a large result is streamed, and refused if it must be buffered`() async throws {
        let options = PostgreSQLStore.Options { $0.keptLimit = 1 << 20 }
        try await withStore(options) { store, _ in
            let sum = try await store.read { transaction in
                var sum = 0
                try transaction.forEach(
                    "SELECT n, repeat('x', 100) FROM generate_series(1, 200000) n"
                ) {
                    sum += try $0[0]
                }
                return sum
            }
            #expect(sum == 20_000_100_000)
            let error = await storeError {
                try await store.read { transaction in
                    try transaction.forEach("SELECT n FROM generate_series(1, 200000) n") { _ in
                        try transaction.execute("SELECT 1")
                    }
                }
            }
            #expect(error?.code == .tooLarge)
            #expect(try await store.titles() == [])
        }
    }

    @Test func `repeated serialization conflicts are reported after the last attempt`() async throws
    {
        let options = PostgreSQLStore.Options { $0.attempts = 3 }
        try await withStore(options) { store, address in
            try await store.insert("0")
            let other = try await PostgreSQLStore.open(address)
            let runs = Counter()
            let error = await storeError {
                try await store.write { transaction in
                    runs.add()
                    _ = try transaction.value("SELECT title FROM film", as: String.self)
                    // Another store changes what the closure has read, in every attempt.
                    runs.block {
                        try await other.write {
                            _ = try $0.execute("UPDATE film SET title = title || '1'")
                        }
                    }
                    try transaction.execute("UPDATE film SET title = 'mine'")
                }
            }
            #expect(error?.code == .serialization)
            #expect(error?.isTransient == true)
            #expect(runs.value == 3)
            #expect(store.statistics.retries == 2)
            await other.close()
        }
    }

    @Test func `a write succeeds after thirty conflicts with another program`() async throws {
        try await withStore { store, address in
            try await store.insert("0")
            let other = try await PostgreSQLStore.open(address)
            let runs = Counter()
            try await store.write { transaction in
                runs.add()
                _ = try transaction.value("SELECT title FROM film", as: String.self)
                if runs.value <= 30 {
                    runs.block {
                        try await other.write {
                            _ = try $0.execute("UPDATE film SET title = title || '1'")
                        }
                    }
                }
                try transaction.execute("UPDATE film SET title = 'mine'")
            }
            #expect(try await store.titles() == ["mine"])
            #expect(store.statistics.retries == 30)
            await other.close()
        }
    }

    // MARK: - Addresses

    @Test(arguments: [
        "", "videoclub", "mysql://host/db", "postgresql://u:hunter2@[::1/db",
        "postgresql://u:hunter2@host:port:9/db?x=y", "host='hunter2",
    ])
    func `a malformed address is refused and its password not shown`(address: String) async throws {
        let error = await storeError { try await PostgreSQLStore.open(address) }
        #expect(error?.code == .misuse)
        #expect(error.map { "\($0)".contains("hunter2") } == false)
    }

    /// Returns a socket that accepts connections but never sends anything, and its port.
    private static func silentHost() throws -> (socket: Int32, port: UInt16) {
        let silent = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = unsafe withUnsafeMutableBytes(of: &name) { bytes -> UInt16 in
            let address = unsafe bytes.bindMemory(to: sockaddr.self).baseAddress
            guard unsafe bind(silent, address, size) == 0, listen(silent, 16) == 0,
                unsafe getsockname(silent, address, &size) == 0
            else { return 0 }
            return UInt16(bigEndian: unsafe bytes.load(fromByteOffset: 2, as: UInt16.self))
        }
        try #require(port != 0)
        return (silent, port)
    }

    @Test func `a silent host does not block the hosts listed after it`() async throws {
        let (silent, port) = try Self.silentHost()
        defer { close(silent) }
        let server = try #require(TemporaryPostgreSQL.shared)
        let address = try server.makeDatabase()
        // The address names two hosts: the silent one, and the server by the folder of its sockets.
        let both = address.replacing("host=", with: "host=127.0.0.1,") + "&port=\(port),5432"
        let store = try await PostgreSQLStore.open(both)
        try await store.execute("CREATE TABLE film (title TEXT UNIQUE)")
        // From now on the store tries the host that answered first.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 { group.addTask { try await store.insert("\(number)") } }
            try await group.waitForAll()
        }
        #expect(try await store.titles().count == 32)
        #expect(store.statistics.failedConnections == 0)
        await store.close()
    }

    @Test(
        arguments: [
            (
                "postgresql://club:hunter2@db.example:6000/films",
                "postgresql://club@db.example:6000/films"
            ),
            ("postgresql://club:hunter2@a:1,b:2/films", "postgresql://club@a:1,b:2/films"),
            ("host=a,b port=5 user=club password=hunter2", "postgresql://club@a:5,b:5"),
            ("postgresql://[::1]:6000/films?password=hunter2", "postgresql://[::1]:6000/films"),
            (
                "postgresql:///films?host=/var/run/postgresql",
                "postgresql://%2Fvar%2Frun%2Fpostgresql/films"
            ),
            ("postgresql:///films", "postgresql:///films"), ("hunter2", "postgresql://"),
        ]
    )
    func `an address is shown as a URL without its password`(address: String, shown: String) throws
    {
        #expect(PostgreSQLStore.redacted(address) == shown)
        if shown.contains("example") || shown.contains("films") {
            #expect(PostgreSQLStore.redacted(shown) == shown)
        }
    }

    @Test func `hosts are tried in turn, beginning with the last that worked`() throws {
        func hosts(_ address: String) throws -> ServerHosts {
            try ServerAddress(address, options: .init()).hosts
        }
        let three = try hosts("postgresql://a:1,b:2,c:3/club")
        #expect(three[1].map(\.1) == ["b", "2"])
        let seconds = { three.attempts(within: .seconds(12)).map(\.time.components.seconds) }
        #expect(three.attempts(within: .seconds(12)).map(\.host) == [0, 1, 2, 0, 1, 2])
        #expect(seconds() == [1, 1, 1, 3, 3, 3])
        three.note(2)
        #expect(three.attempts(within: .seconds(12)).map(\.host) == [2, 0, 1, 2, 0, 1])
        #expect(three.attempts(within: .milliseconds(300)).map(\.host) == [2, 0, 1])
        #expect(three.settings.contains { $0 == ("target_session_attrs", "read-write") })
        #expect(three.longestBackOff == .milliseconds(100))
        let replicas = try ServerAddress("host=a,b", options: .init(), isReplica: true).hosts
        #expect(replicas.settings.contains { $0 == ("target_session_attrs", "standby") })
        #expect(try hosts("host=a,b hostaddr=1.2.3.4,1.2.3.5 port=6").count == 2)
        for address in [
            "postgresql://a/club", "postgresql:///club", "host=a,b port=1,2,3",
            "host=a,b hostaddr=1.2.3.4",
            "postgresql://a,b/club?target_session_attrs=prefer-standby",
        ] {
            let alone = try hosts(address)
            #expect(alone.count == 1)
            #expect(alone[0].isEmpty)
            #expect(alone.attempts(within: .seconds(9)).map(\.time) == [.seconds(9)])
            #expect(!alone.settings.contains { $0.name == "target_session_attrs" })
        }
    }

    @Test func `an unresponsive host is tried last, and only briefly for some time`() throws {
        let hosts = try ServerAddress("postgresql://a,b,c/club", options: .init()).hosts
        let start = ContinuousClock.now
        func attempts(after time: Duration) -> [(host: Int, time: Duration)] {
            hosts.attempts(within: .seconds(12), now: start + time)
        }
        hosts.noteSilence(of: 0, since: start)
        #expect(attempts(after: .seconds(1)).map(\.host) == [1, 2, 0, 1, 2])
        #expect(attempts(after: .seconds(1))[2].time == .milliseconds(250))
        #expect(attempts(after: .seconds(12)).map(\.host) == [1, 2, 0, 0, 1, 2])
        #expect(attempts(after: .seconds(12))[3].time == .seconds(3))
        hosts.note(0)
        #expect(attempts(after: .seconds(1)).map(\.host) == [0, 1, 2, 0, 1, 2])
    }

    @Test func `an unreachable or silent server is reported without the password`() async throws {
        let (silent, port) = try Self.silentHost()
        defer { close(silent) }
        let options = PostgreSQLStore.Options { $0.connectTimeout = .milliseconds(200) }
        let mute = await storeError {
            try await PostgreSQLStore.open(
                "postgresql://u:hunter2@127.0.0.1:\(port)/db",
                options: options
            )
        }
        #expect(mute?.code == .cannotOpen)
        #expect(mute.map { "\($0)".contains("hunter2") } == false)
        let absent = await storeError {
            try await PostgreSQLStore.open(
                "postgresql://u:hunter2@127.0.0.1:1/db",
                options: options
            )
        }
        #expect(absent?.code == .cannotOpen)
        #expect(absent?.message.contains("127.0.0.1") == true)
        #expect(absent.map { "\($0)".contains("hunter2") } == false)
    }

    @Test(
        arguments: [
            ("postgresql://db.example/club", true), ("postgresql://127.0.0.1/club", false),
            ("postgresql:///club?host=/tmp", false), ("host=localhost dbname=club", false),
            ("postgresql://db.example/club?sslmode=require", false),
            ("postgresql://localhost,db.example/club", true),
        ] as [(String, Bool)]
    )
    func `a remote server must prove its name unless sslmode disables the check`(
        address: String,
        mustProve: Bool
    ) throws {
        let address = try ServerAddress(address, options: .init())
        #expect(address.mustProveName == mustProve)
    }
}
