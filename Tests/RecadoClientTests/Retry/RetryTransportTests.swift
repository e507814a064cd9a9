// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import RecadoTransport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Retrying requests` {
    /// 1994-11-06 08:49:37, the date in the examples of RFC 9110.
    static let now = HTTPDate(secondsSince1970: 784_111_777)

    static func layer(
        _ base: any Transport,
        _ clock: VirtualClock,
        _ policy: RetryPolicy = .standard,
        random: Double = 0.5
    ) -> RetryTransport {
        RetryTransport(base, policy: policy, clock: clock, date: { now }, random: { random })
    }

    struct Passing: Sendable, CustomTestStringConvertible {
        var outcome: ScriptedTransport.Outcome
        var method: RecadoHTTP.Method
        var attempts: Int
        var testDescription: String {
            switch outcome {
            case .success(let response): "\(method) \(response.status) → \(attempts)"
            case .failure(let error): "\(method) \(error.kind) → \(attempts)"
            }
        }

        init(_ status: Status, _ method: RecadoHTTP.Method = .get, attempts: Int) {
            outcome = .success(Response(status: status))
            self.method = method
            self.attempts = attempts
        }

        init(_ kind: TransportError.Kind, _ method: RecadoHTTP.Method = .get, attempts: Int) {
            outcome = .failure(TransportError(kind))
            self.method = method
            self.attempts = attempts
        }
    }

    static let passing: [Passing] = [
        Passing(.ok, attempts: 1), Passing(.notFound, attempts: 1),
        Passing(.unauthorized, attempts: 1), Passing(.internalServerError, attempts: 1),
        Passing(.requestTimeout, attempts: 3), Passing(.tooManyRequests, attempts: 3),
        Passing(.badGateway, attempts: 3), Passing(.serviceUnavailable, attempts: 3),
        Passing(.gatewayTimeout, attempts: 3), Passing(.serviceUnavailable, .put, attempts: 3),
        Passing(.serviceUnavailable, .delete, attempts: 3),
        Passing(.serviceUnavailable, .post, attempts: 1),
        Passing(.serviceUnavailable, .patch, attempts: 1),
        Passing(.cannotResolve, .post, attempts: 3), Passing(.cannotConnect, .post, attempts: 3),
        Passing(.timedOut(.connecting), .post, attempts: 3),
        Passing(.timedOut(.sending), .post, attempts: 1),
        Passing(.timedOut(.waiting), attempts: 3), Passing(.connectionLost, attempts: 3),
        Passing(.connectionLost, .post, attempts: 1), Passing(.tls, attempts: 1),
        Passing(.cancelled, attempts: 1), Passing(.released, attempts: 1),
        Passing(.protocolViolation, attempts: 1), Passing(.invalidRequest, attempts: 1),
        Passing(.contentFailed, attempts: 1), Passing(.tooLarge, attempts: 1),
    ]

    @Test(arguments: passing)
    func `temporary failures are retried only if a repetition is safe`(
        _ example: Passing
    ) async throws {
        let base = ScriptedTransport([example.outcome])
        let layer = Self.layer(base, VirtualClock(jumps: true))
        _ = try? await layer.send(.film(example.method))
        #expect(base.requests.count == example.attempts)
    }

    @Test
    func `random delays have an upper limit that doubles up to a maximum`() async throws {
        let clock = VirtualClock(jumps: true)
        var policy = RetryPolicy.attempts(9)
        policy.firstDelay = .seconds(1)
        let base = ScriptedTransport(.serviceUnavailable)
        let answer = try await Self.layer(base, clock, policy).send(.film())
        #expect(answer.status == .serviceUnavailable)
        let seconds: [Double] = [0.5, 1, 2, 4, 8, 10, 10, 10]
        #expect(clock.sleeps == seconds.map { .seconds($0) })
        let quick = VirtualClock(jumps: true)
        _ = try await Self.layer(base, quick, policy, random: 0).send(.film())
        #expect(quick.sleeps.allSatisfy { $0 == .zero })
    }

    struct Wait: Sendable, CustomTestStringConvertible {
        var fields: Fields
        var delay: Duration?
        var testDescription: String
    }

    static let waits: [Wait] = [
        ("seconds", [.retryAfter: "7"], 7),
        ("zero", [.retryAfter: "0"], 0),
        ("a date", [.retryAfter: "Sun, 06 Nov 1994 08:49:47 GMT"], 10),
        (
            "a date by the server's clock",
            [
                .retryAfter: "Sun, 06 Nov 1994 08:50:00 GMT",
                .date: "Sun, 06 Nov 1994 08:49:55 GMT",
            ], 5
        ),
        ("a date gone by", [.retryAfter: "Sun, 06 Nov 1994 08:00:00 GMT"], 0),
        ("blanks around", [.retryAfter: " 3 "], 3),
        ("no number", [.retryAfter: "soon"], nil), ("below zero", [.retryAfter: "-1"], nil),
        ("with a fraction", [.retryAfter: "1.5"], nil),
        ("structured", ["RateLimit": #""default";r=0;t=9"#], 9),
        ("structured, some left", ["RateLimit": #""default";r=1;t=9"#], nil),
        (
            "structured, with the window of its policy",
            ["RateLimit": #""hour";r=0"#, "RateLimit-Policy": #""day";q=9;w=50, "hour";q=1;w=12"#],
            12
        ),
        ("the tightest of two", ["RateLimit": #""hour";r=5;t=99, "burst";r=0;t=2"#], 2),
        ("a dictionary", ["RateLimit": "limit=10, remaining=0, reset=4"], 4),
        ("three fields", ["RateLimit-Remaining": "0", "RateLimit-Reset": "8"], 8),
        ("the unregistered ones", ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "6"], 6),
        (
            "a time since 1970",
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2000000000"], nil
        ),
        ("Retry-After comes first", [.retryAfter: "1", "RateLimit": #""a";r=0;t=9"#], 1),
    ].map { Wait(fields: $0.1, delay: $0.2.map { .seconds($0) }, testDescription: $0.0) }

    @Test(arguments: waits)
    func `Retry-After and RateLimit fields set the minimum delay`(_ example: Wait) async throws {
        let clock = VirtualClock(jumps: true)
        let answer = Response(status: .tooManyRequests, fields: example.fields)
        let base = ScriptedTransport([.success(answer), .success(Response(status: .ok))])
        let trace = CallTrace()
        let last = try await CallTrace.$current.withValue(trace) {
            try await Self.layer(base, clock, random: 0).send(.film())
        }
        if example.testDescription == "a time since 1970" {
            #expect(last.status == .tooManyRequests)
            guard case .givenUp(.serverAsksTooMuch)? = trace.attempts.first?.consequence else {
                Issue.record("given up for another reason: \(trace.attempts)")
                return
            }
        } else {
            #expect(last.status == .ok)
            #expect(clock.sleeps == [example.delay ?? .zero])
        }
    }

    @Test
    func `a random part is added to the delay in Retry-After`() async throws {
        let clock = VirtualClock(jumps: true)
        let answer = Response(status: .serviceUnavailable, fields: [.retryAfter: "10"])
        let base = ScriptedTransport([.success(answer), .success(Response(status: .ok))])
        _ = try await Self.layer(base, clock, random: 0.5).send(.film())
        #expect(clock.sleeps == [.milliseconds(10_250)])
    }

    @Test
    func `a delay longer than the remaining time fails at once with the reason`() async throws {
        let clock = VirtualClock(jumps: true)
        let answer = Response(status: .serviceUnavailable, fields: [.retryAfter: "30"])
        let client = try Client(
            base: "https://example.org",
            transport: Self.layer(ScriptedTransport([.success(answer)]), clock, random: 0),
            middleware: .none
        ) { $0.timeouts.total = .seconds(20) }
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7")
        }
        #expect(clock.sleeps.isEmpty)
        #expect(error?.status == .serviceUnavailable)
        let expected =
            "GET https://example.org/films/7: refused with 503 Service Unavailable: "
            + "not tried again: the wait of 30 s exceeds the 20 s that are left"
        #expect(error?.description == expected)
        #expect(error?.attempts.count == 1)
    }

    @Test
    func `a transport error states why there was no further attempt`() async throws {
        let clock = VirtualClock(jumps: true)
        let base = ScriptedTransport([.failure(TransportError(.connectionLost, "example.org"))])
        let layer = Self.layer(base, clock)
        let get = await transportError { () throws(TransportError) in try await layer.send(.film())
        }
        #expect(get?.description == "connection lost: example.org; given up after 3 attempts")
        let post = await transportError { () throws(TransportError) in
            try await layer.send(.film(.post))
        }
        #expect(
            post?.description == "connection lost: example.org; "
                + "not tried again: the method is not idempotent"
        )
        let put = await transportError { () throws(TransportError) in
            try await layer.send(.film(.put, content: Content(reading: OnceSource([1]))))
        }
        #expect(
            put?.description == "connection lost: example.org; "
                + "not tried again: the request's content can be read only once"
        )
    }

    @Test
    func `call errors list the attempts with reasons and delays`() async throws {
        let clock = VirtualClock(jumps: true)
        let base = ScriptedTransport([
            .failure(TransportError(.connectionLost)),
            .success(Response(status: .serviceUnavailable, fields: [.retryAfter: "2"])),
            .success(Response(status: .notFound)),
        ])
        let client = try Client(
            base: "https://example.org",
            transport: Self.layer(base, clock, random: 1)
        )
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7")
        }
        #expect(error?.attempt == 3)
        #expect(
            error?.attempts.map(\.description) == [
                "attempt 1: connection lost; again after 0.50 s",
                "attempt 2: 503 Service Unavailable; again after 2.50 s",
            ]
        )
        #expect(error?.debugDescription.contains("again after 2.50 s") == true)
    }

    // MARK: - Idempotency

    @Test
    func `all attempts of a call have the same generated idempotency key`() async throws {
        var policy = RetryPolicy()
        policy.makesIdempotencyKeys = true
        let base = ScriptedTransport(.serviceUnavailable, .serviceUnavailable, .created)
        let layer = Self.layer(base, VirtualClock(jumps: true), policy)
        #expect(try await layer.send(.film(.post)).status == .created)
        _ = try await layer.send(.film(.post))
        let keys = base.requests.compactMap { $0.fields[.idempotencyKey] }
        #expect(keys.count == 4)
        #expect(Set(keys.prefix(3)).count == 1)
        #expect(keys[3] != keys[0])
        let pattern = /"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/
        #expect(keys[0].wholeMatch(of: pattern) != nil)
        _ = try await layer.send(.film(.get))
        #expect(base.requests.last?.fields.contains(.idempotencyKey) == false)
    }

    @Test
    func `a POST request with an idempotency key is retried with the same key`() async throws {
        let base = ScriptedTransport(.serviceUnavailable, .created)
        let layer = Self.layer(base, VirtualClock(jumps: true))
        _ = try await layer.send(.film(.post, fields: [.idempotencyKey: "\"mine\""]))
        #expect(base.requests.map { $0.fields[.idempotencyKey] } == ["\"mine\"", "\"mine\""])
    }

    // MARK: - Budgets and time

    @Test
    func `each host has its own retry budget`() async throws {
        var policy = RetryPolicy.attempts(2)
        policy.budget = RetryPolicy.Budget(share: 0.1, perSecond: 0, capacity: 2)
        policy.firstDelay = .zero
        let base = ScriptedTransport(.serviceUnavailable)
        let clock = VirtualClock(jumps: true)
        let layer = Self.layer(base, clock, policy)
        for _ in 0..<9 { _ = try await layer.send(.film()) }
        // Nine calls, and two repetitions from the budget, to which the later calls have not yet
        // added a third.
        #expect(base.requests.count == 11)
        let trace = CallTrace()
        _ = try await CallTrace.$current.withValue(trace) { try await layer.send(.film()) }
        #expect(trace.attempts.last?.consequence == .givenUp(.budgetSpent))
        _ = try await layer.send(.film(host: "example.com"))
        #expect(base.requests.count == 14)
    }

    @Test
    func `the retry budget is refilled every second`() async throws {
        var policy = RetryPolicy.attempts(2)
        policy.budget = RetryPolicy.Budget(share: 0, perSecond: 1, capacity: 1)
        policy.firstDelay = .zero
        let base = ScriptedTransport(.serviceUnavailable)
        let clock = VirtualClock()
        let layer = Self.layer(base, clock, policy)
        for _ in 0..<3 { _ = try await layer.send(.film()) }
        #expect(base.requests.count == 4)
        clock.advance(by: .milliseconds(999))
        _ = try await layer.send(.film())
        #expect(base.requests.count == 5)
        clock.advance(by: .milliseconds(1))
        _ = try await layer.send(.film())
        #expect(base.requests.count == 7)
    }

    @Test
    func `attempts share the total timeout, and each has its own timeout`() async throws {
        var policy = RetryPolicy()
        policy.attemptTimeout = .seconds(9)
        let base = ScriptedTransport(.serviceUnavailable)
        let clock = VirtualClock(jumps: true)
        policy.firstDelay = .seconds(4)
        let layer = Self.layer(base, clock, policy, random: 1)
        _ = try await layer.send(.film(), timeouts: Timeouts(total: .seconds(12)))
        #expect(base.timeouts.map(\.total) == [.seconds(9), .seconds(8)])
    }

    @Test
    func `cancellation ends the wait for the next attempt`() async throws {
        let clock = VirtualClock()
        let base = ScriptedTransport(.serviceUnavailable)
        let layer = Self.layer(base, clock)
        let task = Task {
            await transportError { () throws(TransportError) in try await layer.send(.film()) }
        }
        await clock.sleepers(1)
        task.cancel()
        let error = await task.value
        #expect(error?.description == "cancelled: while waiting for attempt 2")
        #expect(base.requests.count == 1)
        #expect(clock.sleeperCount == 0)
    }

    @Test
    func `short content of a failed attempt is read, long content is discarded`() async throws {
        let reads = Mutex<[String]>([])
        func content(_ name: String, length: Int) -> Content {
            Content(length: length) {
                NotedSource(length: length) { reads.withLock { $0 += [name] } }
            }
        }
        let base = ScriptedTransport([
            .success(Response(status: .badGateway, content: content("short", length: 10))),
            .success(Response(status: .badGateway, content: content("long", length: 1 << 20))),
            .success(Response(status: .ok)),
        ])
        _ = try await Self.layer(base, VirtualClock(jumps: true)).send(.film())
        #expect(reads.withLock { $0 } == ["short"])
    }
}

/// An empty source that reports when it is read.
private final class NotedSource: ContentSource {
    let length: Int?
    private let onRead: @Sendable () -> Void

    init(length: Int, onRead: @escaping @Sendable () -> Void) {
        self.length = length
        self.onRead = onRead
    }

    func next() async throws -> [UInt8]? {
        onRead()
        return nil
    }
}
