// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoPasswords
import Synchronization
import Testing

/// A clock that stands still until a test advances it.
final class StillClock: Clock {
    struct Instant: InstantProtocol {
        var time: Duration

        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
        static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
    }

    private let time = Mutex(Duration.zero)

    var now: Instant { Instant(time: time.withLock { $0 }) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        throw CancellationError()
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Repeated password verification` {
    let clock = StillClock()
    let hasher = PasswordHasher(
        options: .init { options in
            options.cost = .insecureForTests
            options.concurrency = 1
            options.waitingLimit = 8
        }
    )
    let stored: String

    init() async throws {
        stored = try await hasher.hash("secret")
    }

    func verifier(
        _ change: (inout PasswordVerifier.Options) -> Void = { _ in }
    ) -> PasswordVerifier {
        PasswordVerifier(hasher: hasher, options: .init(change), clock: clock)
    }

    /// Returns the number of hashes that are computed during some calls.
    func work(_ body: () async throws -> Void) async throws -> Int {
        let before = hasher.computedCount
        try await body()
        return hasher.computedCount - before
    }

    @Test func `a correct password is hashed only once a minute`() async throws {
        let verifier = verifier()
        let first = try await work { () async throws in
            for _ in 0..<5 {
                #expect(try await verifier.verify("secret", of: "ana", against: stored))
            }
        }
        #expect(first == 1)
        clock.advance(by: .seconds(59))
        let soon = try await work { () async throws in
            #expect(try await verifier.verify("secret", of: "ana", against: stored))
        }
        #expect(soon == 0)
        clock.advance(by: .seconds(1))
        let later = try await work { () async throws in
            #expect(try await verifier.verify("secret", of: "ana", against: stored))
        }
        #expect(later == 1)
    }

    @Test func `a wrong password is hashed only once for repeated calls`() async throws {
        let verifier = verifier()
        let count = try await work { () async throws in
            for _ in 0..<5 {
                #expect(try await !verifier.verify("wrong", of: "ana", against: stored))
            }
        }
        #expect(count == 1)
    }

    @Test func `an unknown user costs as much work as a known one and is refused`() async throws {
        let verifier = verifier()
        let unknown = try await work { () async throws in
            #expect(try await !verifier.verify("secret", of: "nobody", against: nil))
        }
        #expect(unknown == 1)
        let again = try await work { () async throws in
            #expect(try await !verifier.verify("secret", of: "nobody", against: nil))
        }
        #expect(again == 0)
        // Now the user has signed up, so the remembered result no longer counts.
        #expect(try await verifier.verify("secret", of: "nobody", against: stored))
    }

    @Test func `a changed password takes effect at once`() async throws {
        let verifier = verifier()
        #expect(try await verifier.verify("secret", of: "ana", against: stored))
        let changed = try await hasher.hash("other")
        #expect(try await !verifier.verify("secret", of: "ana", against: changed))
        #expect(try await verifier.verify("other", of: "ana", against: changed))
    }

    @Test func `forgetting one user keeps the cached results of another`() async throws {
        let verifier = verifier()
        #expect(try await verifier.verify("secret", of: "ana", against: stored))
        #expect(try await verifier.verify("secret", of: "rui", against: stored))
        verifier.forget("ana")
        let count = try await work { () async throws in
            #expect(try await verifier.verify("secret", of: "ana", against: stored))
            #expect(try await verifier.verify("secret", of: "rui", against: stored))
        }
        #expect(count == 1)
    }

    @Test func `moving bytes from the password to the user name causes no cache hit`() async throws
    {
        let verifier = verifier()
        let both = try await hasher.hash("b\u{0}c")
        #expect(try await verifier.verify("b\u{0}c", of: "a", against: both))
        #expect(try await !verifier.verify("c", of: "a\u{0}b", against: both))
    }

    @Test func `wrong guesses do not evict correct passwords from the cache`() async throws {
        let verifier = verifier { options in
            options.acceptedCapacity = 2
            options.rejectedCapacity = 2
        }
        #expect(try await verifier.verify("secret", of: "ana", against: stored))
        for guess in 0..<20 {
            #expect(try await !verifier.verify("guess \(guess)", of: "ana", against: stored))
        }
        let right = try await work { () async throws in
            #expect(try await verifier.verify("secret", of: "ana", against: stored))
        }
        #expect(right == 0)
        let oldGuess = try await work { () async throws in
            #expect(try await !verifier.verify("guess 0", of: "ana", against: stored))
        }
        #expect(oldGuess == 1)
        let newGuess = try await work { () async throws in
            #expect(try await !verifier.verify("guess 19", of: "ana", against: stored))
        }
        #expect(newGuess == 0)
    }

    @Test func `concurrent calls with the same credentials share one verification`() async throws {
        let verifier = verifier { $0.acceptedCapacity = 0 }
        let gate = DispatchSemaphore(value: 0)
        #expect(hasher.occupyThread { gate.wait() })
        let (verifier2, stored) = (verifier, stored)
        let count = try await work { () async throws in
            let calls = (0..<50).map { _ in
                Task.immediate { try await verifier2.verify("secret", of: "ana", against: stored) }
            }
            gate.signal()
            for call in calls { #expect(try await call.value) }
        }
        #expect(count == 1)
    }

    @Test func `a verification started before its user is forgotten is not cached`() async throws {
        let verifier = verifier()
        let gate = DispatchSemaphore(value: 0)
        #expect(hasher.occupyThread { gate.wait() })
        let stored = stored
        let call = Task.immediate {
            try await verifier.verify("secret", of: "ana", against: stored)
        }
        verifier.forget("ana")
        gate.signal()
        #expect(try await call.value)
        let count = try await work { () async throws in
            #expect(try await verifier.verify("secret", of: "ana", against: stored))
        }
        #expect(count == 1)
    }

    @Test func `calls beyond the queue limit are refused and not cached`() async throws {
        let verifier = verifier()
        let gate = DispatchSemaphore(value: 0)
        #expect(hasher.occupyThread { gate.wait() })
        let stored = stored
        let calls = (0..<8).map { number in
            Task.immediate {
                try await verifier.verify("guess \(number)", of: "ana", against: stored)
            }
        }
        let refused = await passwordError {
            try await verifier.verify("secret", of: "ana", against: stored)
        }
        #expect(refused == .busy)
        gate.signal()
        for call in calls { #expect(try await !call.value) }
        #expect(try await verifier.verify("secret", of: "ana", against: stored))
    }

    @Test func `a malformed stored hash is reported`() async {
        let verifier = verifier()
        let error = await passwordError {
            try await verifier.verify("secret", of: "ana", against: "plain")
        }
        #expect(error == .malformedHash("its parts"))
    }

    @Test(arguments: ["", String(repeating: "a", count: 1_025)])
    func `an empty or too long password is refused without any computation`(
        password: String
    ) async throws {
        let verifier = verifier()
        let count = try await work { () async throws in
            #expect(try await !verifier.verify(password, of: "ana", against: stored))
        }
        #expect(count == 0)
    }
}
