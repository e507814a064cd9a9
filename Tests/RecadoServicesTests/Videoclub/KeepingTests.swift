// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoPasswords
import RecadoSQLite
import RecadoServices
import RecadoStore
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Storage of the videoclub` {
    @Test(arguments: Storage.all)
    func `a reopened database has the same films, members and rentals`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            try await club.service.enrol(named: "marta", password: "un secreto")
            let id = try await club.add("Alien", as: .other)
            _ = try await club.send(.put, "8/rent", as: .guest)
            let before = try await club.snapshot()
            await club.store.close()
            try await Club.reopen(club.path) { again in
                #expect(try await again.snapshot() == before)
                #expect(try await again.send(.put, "\(id)/rent", as: .other).status == 200)
                try await again.send(.put, "8/rent", as: .guest).expectProblem(409)
            }
        }
    }

    @Test func `removed films are not added again when the database is reopened`() async throws {
        try await Club.open { club in
            try await club.store.write { _ = try $0.execute("DELETE FROM film") }
            await club.store.close()
            try await Club.reopen(club.path) { again in
                let list = try await again.list()
                #expect(list.films.isEmpty)
                #expect(try await again.add("Alien") == 21)
            }
        }
    }

    @Test func `a second process does not add the initial films again`() async throws {
        try await Club.open { club in
            let store = try await SQLiteStore.open(club.path)
            _ = try await VideoclubService(store: store, passwords: .quick, publicBase: Club.base)
            await store.close()
            #expect(try await club.list().total == "20")
        }
    }

    @Test(arguments: Storage.all)
    func `passwords are stored only as Argon2 hashes`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let hashes = try await club.store.read {
                try $0.all("SELECT password_hash FROM member") { row in try row[0] as String }
            }
            #expect(hashes.count == 2)
            #expect(hashes.allSatisfy { $0.hasPrefix("$argon2id$") && !$0.contains("test123") })
        }
    }

    @Test(arguments: Storage.all)
    func `a password hash with other cost parameters is renewed at login`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let hash = Self.hash(of: "test123")
            let before = try await hash(club.store)
            await club.store.close()
            let dearer = try #require(PasswordHasher.Cost(memory: 16, passes: 2, lanes: 1))
            let hasher = PasswordHasher(options: .init { $0.cost = dearer })
            try await Club.reopen(club.path, hasher: hasher) { again in
                #expect(try await again.send(.put, "8/rent", as: .guest).status == 200)
                let after = try await hash(again.store)
                #expect(after != before)
                #expect(after?.contains("m=16,t=2") == true)
                #expect(try await again.send(.put, "8/return", as: .guest).status == 200)
                #expect(try await hash(again.store) == after)
            }
        }
    }

    private static func hash(of name: String) -> (any Store) async throws -> String? {
        { store in
            try await store.read {
                try $0.value("SELECT password_hash FROM member WHERE name = \(name)")
            }
        }
    }

    // MARK: - Members

    @Test(arguments: ["", "a b", "a:b", "ñ", "a\u{0}", String(repeating: "x", count: 65)])
    func `an invalid member name is refused`(name: String) async throws {
        try await Club.open { club in
            await #expect(throws: EnrolmentError.unsuitableName) {
                try await club.service.enrol(named: name, password: "un secreto")
            }
        }
    }

    @Test(arguments: Storage.all)
    func `a member name is unique regardless of case`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            await #expect(throws: EnrolmentError.nameTaken) {
                try await club.service.enrol(named: "TEST123", password: "un secreto")
            }
            await #expect(throws: EnrolmentError.unsuitablePassword) {
                try await club.service.enrol(named: "marta", password: "corta")
            }
        }
    }

    // MARK: - Trouble

    @Test func `a database of another application is not opened`() async throws {
        try await Club.open { club in
            await club.store.close()
            let options = SQLiteStore.Options { $0.applicationID = 7 }
            let error = await #expect(throws: StoreError.self) {
                _ = try await SQLiteStore.open(club.path, options: options)
            }
            #expect(error?.code == .otherApplication)
        }
    }

    @Test(arguments: Storage.all)
    func `a database with a newer schema is not opened`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            try await club.store.write {
                _ = try $0.execute(
                    """
                    INSERT INTO recado_migration (position, name, checksum, applied_at)
                    VALUES (99, 'from the future', '0000000000000000', '2099-01-01 00:00:00')
                    """
                )
            }
            let error = await #expect(throws: StoreError.self) {
                _ = try await VideoclubService(
                    store: club.store,
                    passwords: .quick,
                    publicBase: Club.base
                )
            }
            #expect(error?.code == .schemaNewer)
        }
    }

    @Test func `a write gets status 503 while another program locks the database`() async throws {
        let options = SQLiteStore.Options { $0.busyTimeout = .milliseconds(1) }
        try await Club.open(options: options) { club in
            let other = try await SQLiteStore.open(club.path)
            let isHeld = DispatchSemaphore(value: 0)
            let mayGo = DispatchSemaphore(value: 0)
            async let holding: Void = other.write { transaction in
                _ = try transaction.execute("UPDATE film SET rented = rented")
                isHeld.signal()
                mayGo.wait()
            }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    isHeld.wait()
                    continuation.resume()
                }
            }
            let reply = try await club.send(.put, "8/rent", as: .guest)
            // Reading does not wait for the other process's write.
            let list = try await club.list()
            mayGo.signal()
            try await holding
            await other.close()
            reply.expectProblem(503)
            #expect(reply.value["title"] == "Servicio ocupado")
            #expect(list.status == 200)
            #expect(club.reports.codes == [.busy])
            #expect(try await club.send(.put, "8/rent", as: .guest).status == 200)
        }
    }

    @Test(arguments: Storage.all)
    func `requests to a failing store get 500 without internal details`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            try await club.store.write { _ = try $0.execute("DROP TABLE film") }
            let calls: [(RecadoHTTP.Method, String)] = [(.get, ""), (.get, "1"), (.delete, "8")]
            for (method, target) in calls {
                let reply = try await club.send(method, target, as: .guest)
                reply.expectProblem(500)
                #expect(reply.value["title"] == "Error interno")
                #expect(!reply.text.contains("film"))
            }
            #expect(club.reports.codes == [.statement, .statement, .statement])
        }
    }

    @Test(arguments: Storage.all)
    func `requests to a closed store get status 503`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            await club.store.close()
            try await club.send(.get, "").expectProblem(503)
            try await club.send(.delete, "8", as: .guest).expectProblem(503)
        }
    }

    @Test func `too many password checks at once get status 503`() async throws {
        let options = PasswordHasher.Options {
            $0.cost = .insecureForTests
            $0.concurrency = 1
            $0.waitingLimit = 1
        }
        let hasher = PasswordHasher(options: options)
        try await Club.open(hasher: hasher) { club in
            let isHeld = DispatchSemaphore(value: 0)
            let mayGo = DispatchSemaphore(value: 0)
            let isOccupied = hasher.occupyThread {
                isHeld.signal()
                mayGo.wait()
            }
            #expect(isOccupied)
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    isHeld.wait()
                    continuation.resume()
                }
            }
            // This job takes the only place in the queue.
            #expect(hasher.occupyThread {})
            let reply = try await club.send(.put, "8/rent", as: .guest)
            mayGo.signal()
            reply.expectProblem(503)
            #expect(reply.value["detail"]?.stringValue?.isEmpty == false)
            #expect(reply.fields[.wwwAuthenticate] == nil)
        }
    }

    // MARK: - Schema

    @Test(
        arguments: [
            "id", "id DESC", "folded_title, id", "folded_title DESC, id DESC", "year, id",
            "year DESC, id DESC", "folded_director, id", "folded_director DESC, id DESC",
        ]
    )
    func `every sort order reads an index instead of sorting`(order: String) async throws {
        try await Club.open { club in
            let plan = try await club.store.read {
                try $0.all(
                    "EXPLAIN QUERY PLAN SELECT * FROM film ORDER BY \(unsafeSQL: order) LIMIT 10"
                ) { row in try row["detail"] as String }
            }
            #expect(plan.count == 1)
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test(
        arguments: Storage.all,
        [
            "rented = 2", "title = ''", "year = '123456789'", "director = ''", "owner = 99",
            "created_at = 'x'", "poster = ''", "rented = -1",
        ]
    )
    func `constraints of the tables refuse invalid values`(
        storage: Storage,
        change: String
    ) async throws {
        try await Club.open(over: storage) { club in
            let error = await #expect(throws: StoreError.self) {
                try await club.store.write {
                    _ = try $0.execute("UPDATE film SET \(unsafeSQL: change) WHERE id = 8")
                }
            }
            let codes: [StoreError.Code] = [.checkConstraint, .foreignKeyConstraint]
            #expect(error.map { codes.contains($0.code) } == true, "\(String(describing: error))")
        }
    }
}
