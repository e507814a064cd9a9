// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore
import Testing

private enum Refusal: Error, Equatable {
    case notOwner
}

/// Returns the error of a transaction that a call throws, or `nil`.
private func refusal(_ body: () async throws -> Void) async -> TransactionError<Refusal>? {
    do {
        try await body()
        return nil
    } catch {
        return error as? TransactionError<Refusal>
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Transactions of every store` {
    @Test(arguments: StoreKind.all)
    func `an error of the closure is rethrown and rolls everything back`(
        kind: StoreKind
    ) async throws {
        try await withStore(kind) { store in
            let refused = await refusal {
                try await store.write { transaction throws(TransactionError<Refusal>) in
                    try transaction.execute("INSERT INTO film (title) VALUES ('Alien')")
                    throw .failed(.notOwner)
                }
            }
            #expect(refused == .failed(.notOwner))
            let titles = try await store.titles()
            #expect(titles == [])
        }
    }

    @Test(arguments: StoreKind.all)
    func `a statement is a transaction of its own`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            try await store.insert("Alien")
            let changes = try await store.execute("UPDATE film SET title = 'Aliens'")
            #expect(changes.count == 1)
            #expect(try await store.titles() == ["Aliens"])
            await #expect(throws: StoreError.self) {
                try await store.execute("UPDATE nothing SET title = 'Aliens'")
            }
            try await store.execute("DELETE FROM film")
            // SQLite runs simultaneous statements in one transaction; each must still take effect
            // on its own.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        let title = "\(number)"
                        try await store.execute("INSERT INTO film (title) VALUES (\(title))")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.titles().count == 32)
        }
    }

    @Test(arguments: StoreKind.all)
    func `a statement after the one announced as the last is refused`(kind: StoreKind) async throws
    {
        try await withStore(kind) { store in
            let code = try await store.write { transaction -> StoreError.Code? in
                try transaction.execute("INSERT INTO film (title) VALUES ('Alien')")
                transaction.nextIsLast()
                try transaction.execute("INSERT INTO film (title) VALUES ('Blade Runner')")
                return nil
            }
            #expect(code == nil)
            #expect(try await store.titles() == ["Alien", "Blade Runner"])
            let error = await #expect(throws: StoreError.self) {
                try await store.write { transaction in
                    transaction.nextIsLast()
                    try transaction.execute("DELETE FROM film")
                    try transaction.execute("INSERT INTO film (title) VALUES ('Cube')")
                }
            }
            #expect(error?.code == .misuse)
            let titles = try await store.titles()
            #expect(!titles.contains("Cube"))
        }
    }

    @Test(arguments: StoreKind.all)
    func `an error inside a loop over rows is rethrown`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            try await store.insert("Alien")
            let refused = await refusal {
                try await store.write { transaction throws(TransactionError<Refusal>) in
                    try transaction.forEach("SELECT id FROM film") { _ in
                        throw TransactionError<Refusal>.failed(.notOwner)
                    }
                }
            }
            #expect(refused == .failed(.notOwner))
        }
    }

    @Test(arguments: StoreKind.all)
    func `an error thrown in response to a store error is rethrown`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            try await store.insert("Alien")
            let refused = await refusal {
                try await store.write { transaction throws(TransactionError<Refusal>) in
                    do {
                        try transaction.execute("INSERT INTO film (title) VALUES ('Alien')")
                    } catch {
                        throw .failed(.notOwner)
                    }
                }
            }
            #expect(refused == .failed(.notOwner))
        }
    }

    @Test(arguments: StoreKind.all)
    func `a closure with typed throws reports a store error`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let refused = await refusal {
                try await store.write { transaction throws(TransactionError<Refusal>) in
                    _ = try transaction.execute("INSERT INTO film (title) VALUES (NULL)")
                }
            }
            guard case .store(let error) = refused else {
                Issue.record("\(String(describing: refused))")
                return
            }
            #expect(error.code == .notNullConstraint)
            #expect(error.constraint == "film.title")
        }
    }

    @Test(arguments: StoreKind.all)
    func `an undeclared error is reported without its content`(kind: StoreKind) async throws {
        struct Secret: Error { var password = "hunter2" }
        try await withStore(kind) { store in
            let error = await storeError { try await store.write { _ in throw Secret() } }
            #expect(error?.code == .undeclaredError)
            #expect(error?.description.contains("hunter2") == false)
        }
    }

    @Test(arguments: StoreKind.all)
    func `a transaction without statements succeeds`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let read = try await store.read { _ in 1 }
            let written = try await store.write { _ in 2 }
            #expect(read == 1)
            #expect(written == 2)
        }
    }

    @Test(arguments: StoreKind.all)
    func `changed rows are counted`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let counts = try await store.write { transaction in
                [
                    try transaction.execute("INSERT INTO film (title) VALUES ('a'), ('b')").count,
                    try transaction.execute("UPDATE film SET year = 1979").count,
                    try transaction.execute("DELETE FROM film WHERE id = 9").count,
                    try transaction.execute("SELECT * FROM film").count,
                    try transaction.execute("CREATE TABLE other (id INTEGER)").count,
                ]
            }
            #expect(counts == [2, 2, 0, 0, 0])
        }
    }

    @Test(arguments: StoreKind.all)
    func `rows returned by a writing statement can be read`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let ids = try await store.write {
                try $0.all("INSERT INTO film (title) VALUES ('a'), ('b') RETURNING id") {
                    try $0[0] as Int
                }
            }
            #expect(ids == [1, 2])
            let first = try await store.write {
                try $0.value("UPDATE film SET year = 1979 RETURNING id", as: Int.self)
            }
            #expect(first != nil)
            #expect(try await store.count("SELECT count(*) FROM film WHERE year = 1979") == 2)
        }
    }

    @Test(arguments: StoreKind.all)
    func `a statement can run while the same statement returns rows`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            for title in ["a", "b", "c"] { try await store.insert(title) }
            let pairs = try await store.read { transaction in
                var pairs: [String] = []
                let query: Statement = "SELECT title FROM film ORDER BY id"
                try transaction.forEach(query) { outer in
                    let one: String = try outer[0]
                    try transaction.forEach(query) { pairs.append(one + (try $0[0])) }
                }
                return pairs
            }
            #expect(pairs == ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"])
        }
    }

    @Test(arguments: StoreKind.all)
    func `unread rows do not disturb later statements`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            for title in ["a", "b", "c"] { try await store.insert(title) }
            let titles = try await store.read { transaction in
                var titles: [String?] = []
                for _ in 0..<3 {
                    titles.append(try transaction.value("SELECT title FROM film ORDER BY id"))
                }
                return titles
            }
            #expect(titles == ["a", "a", "a"])
        }
    }

    @Test(arguments: StoreKind.all)
    func `a read transaction cannot write`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            let error = await storeError {
                try await store.read { _ = try $0.execute("INSERT INTO film (title) VALUES ('a')") }
            }
            #expect(error?.code == .readOnly)
            let titles = try await store.titles()
            #expect(titles == [])
        }
    }

    @Test(arguments: StoreKind.all)
    func `a statement can read a column that was added later`(kind: StoreKind) async throws {
        try await withStore(kind) { store in
            try await store.insert("Alien")
            let query: Statement = "SELECT * FROM film"
            let title = try await store.read { try $0.first(query) { try $0["title"] as String } }
            #expect(title == "Alien")
            try await store.write { _ = try $0.execute("ALTER TABLE film ADD COLUMN owner TEXT") }
            let owner = try await store.read {
                try $0.first(query) { try $0["owner"] as String? }
            }
            #expect(owner == .some(nil))
        }
    }
}
