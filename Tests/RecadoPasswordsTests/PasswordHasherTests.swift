// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoPasswords
import Synchronization
import Testing

/// Returns the error of a password hasher that a call throws, or `nil`.
func passwordError<Value>(_ body: () async throws -> Value) async -> PasswordError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? PasswordError
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Hashing passwords` {
    let hasher = PasswordHasher(options: .init { $0.cost = .insecureForTests })

    @Test func `a hash verifies its password and no other`() async throws {
        let stored = try await hasher.hash("correct horse")
        #expect(stored.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try await hasher.verify("correct horse", against: stored))
        for wrong in ["correct hors", "correct horse ", "Correct horse", "", "correct\u{0}horse"] {
            #expect(try await !hasher.verify(wrong, against: stored), "\(wrong)")
        }
    }

    @Test func `hashes of the same password differ`() async throws {
        let hashes = [
            try await hasher.hash("a"), try await hasher.hash("a"), try await hasher.hash("a"),
        ]
        #expect(Set(hashes).count == 3)
    }

    @Test func `passwords are compared byte by byte, without normalization`() async throws {
        let password = "pä:ss\u{0}wörd 🎬"
        let stored = try await hasher.hash(password)
        #expect(try await hasher.verify(password, against: stored))
        #expect(try await !hasher.verify("pä:ss", against: stored))
        // The same characters in another Unicode normalization are other bytes.
        #expect(try await !hasher.verify("pa\u{308}:ss\u{0}wörd 🎬", against: stored))
    }

    // The test vectors of the reference implementation:
    // <https://github.com/P-H-C/phc-winner-argon2>.
    @Test(arguments: [
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    ])
    func `hashes of the reference implementation are verified`(stored: String) async throws {
        #expect(try await hasher.verify("password", against: stored))
        #expect(try await !hasher.verify("passwore", against: stored))
        #expect(hasher.needsRehash(stored))
    }

    @Test func `new hashes have the configured cost`() async throws {
        let stored = try await PasswordHasher().hash("a")
        #expect(stored.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(hasher.needsRehash(stored))
        #expect(!hasher.needsRehash(try await hasher.hash("a")))
        #expect(hasher.needsRehash("nonsense"))
    }

    @Test(arguments: [
        (0, 1, 1), (7, 1, 1), (15, 1, 2), (8, 0, 1), (8, 1, 0), (8, 33, 1), (1_024, 1, 17),
        ((1 << 20) + 1, 1, 1), (-8, 1, -1), (.max, .max, .max),
    ])
    func `an invalid cost is refused`(memory: Int, passes: Int, lanes: Int) {
        #expect(PasswordHasher.Cost(memory: memory, passes: passes, lanes: lanes) == nil)
    }

    @Test(arguments: [
        "", "$", "password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ",
        "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=+256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=0256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$t=2,m=256,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ=$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=1$c29t$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHR$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/5",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4$",
        "$argon2id$v=19$m=256,t=2,p=1,keyid=x$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEg",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$" + String(repeating: "A", count: 100_000),
    ])
    func `a malformed hash is refused without any computation`(stored: String) async {
        let error = await passwordError { try await hasher.verify("password", against: stored) }
        guard case .malformedHash = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(hasher.computedCount == 0)
    }

    @Test(arguments: [
        "m=4194304,t=1,p=1", "m=262145,t=1,p=1", "m=256,t=11,p=1", "m=256,t=1,p=9",
        "m=9999999999,t=9999999999,p=1",
    ])
    func `a hash with excessive parameters is refused without any computation`(
        parameters: String
    ) async {
        let stored = "$argon2id$v=19$\(parameters)$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQ"
        let error = await passwordError { try await hasher.verify("password", against: stored) }
        #expect(error == .excessiveCost)
        #expect(hasher.computedCount == 0)
    }

    @Test func `empty and too long passwords are refused`() async throws {
        let longest = String(repeating: "é", count: 512)
        let stored = try await hasher.hash(longest)
        #expect(try await hasher.verify(longest, against: stored))
        #expect(try await !hasher.verify(longest + "a", against: stored))
        let tooLong = await passwordError { try await hasher.hash(longest + "a") }
        #expect(tooLong == .passwordTooLong(limit: 1_024))
        let empty = await passwordError { try await hasher.hash("") }
        #expect(empty == .emptyPassword)
    }

    @Test func `calls beyond the queue limit are refused at once`() async throws {
        let hasher = PasswordHasher(
            options: .init { options in
                options.cost = .insecureForTests
                options.concurrency = 1
                options.waitingLimit = 2
            }
        )
        let gate = DispatchSemaphore(value: 0)
        #expect(hasher.occupyThread { gate.wait() })
        let first = Task.immediate { try await hasher.hash("a") }
        let second = Task.immediate { try await hasher.hash("b") }
        let third = await passwordError { try await hasher.hash("c") }
        #expect(third == .busy)
        gate.signal()
        _ = try await (first.value, second.value)
        _ = try await hasher.hash("d")
    }

    @Test func `a call that is cancelled in the queue computes no hash`() async {
        let hasher = PasswordHasher(
            options: .init { options in
                options.cost = .insecureForTests
                options.concurrency = 1
            }
        )
        let gate = DispatchSemaphore(value: 0)
        #expect(hasher.occupyThread { gate.wait() })
        let waiting = Task.immediate { await passwordError { try await hasher.hash("a") } }
        waiting.cancel()
        gate.signal()
        #expect(await waiting.value == .cancelled)
        #expect(hasher.computedCount == 0)
    }

    @Test func `errors show no passwords and no hashes`() async throws {
        let secret = "hunter2"
        let errors: [PasswordError?] = [
            await passwordError {
                try await hasher.hash(String(repeating: secret, count: 200))
            },
            await passwordError { try await hasher.verify(secret, against: secret) },
            await passwordError {
                try await hasher.verify("a", against: "$argon2id$v=19$\(secret)$\(secret)$x")
            },
        ]
        for error in errors {
            let error = try #require(error)
            #expect(!"\(error)".contains(secret))
            #expect(!String(reflecting: error).contains(secret))
        }
    }
}
