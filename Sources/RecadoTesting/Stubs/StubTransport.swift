// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A transport that answers requests by rules, without a server.
///
/// ```swift
/// let stub = StubTransport()
/// stub.on("GET /videoclub/films/{id}", .json(film))
/// stub.on(RentFilm.self) { call throws(RentFilm.Failure) in
///     guard call.id == 7 else { throw .alreadyRented }
///     return film
/// }
/// let client = try Client(base: "https://example.org/videoclub", transport: stub)
/// …
/// try stub.verify()
/// ```
///
/// If several rules match a request, the one that was added last answers it, so that a test's own
/// rules take precedence over those of its fixtures. A request that matches no rule fails with an
/// error of the kind `TransportError.Kind.failed` that names the rules that come closest. Unlike
/// the errors of network transports, such errors show paths and queries, so stubbed requests must
/// not contain secrets.
public final class StubTransport: Transport {
    private struct State {
        var rules: [StubRule] = []
        var requests: [StubbedRequest] = []
        var unmatched: [UnmatchedRequest] = []
    }

    private let transferClock: TransferClock
    private let contentLimit: Int
    private let state = Mutex(State())

    /// Creates a stub without rules.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures delays; a ``VirtualClock`` makes them take no time.
    ///   - contentLimit: The maximum size of a request's content in bytes: 64 MiB.
    public init(clock: any Clock<Duration> = ContinuousClock(), contentLimit: Int = 64 << 20) {
        transferClock = TransferClock(clock)
        self.contentLimit = contentLimit
    }

    // MARK: - Rules

    /// Answers requests that match a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the requests.
    ///   - answer: The answer to the first request.
    ///   - further: The answers to the following requests, in order; the last answer is repeated
    ///     for all later requests.
    /// - Returns: The rule, which records the requests that it has answered.
    @discardableResult
    public func on(
        _ pattern: RequestPattern,
        _ answer: StubResponse,
        _ further: StubResponse...
    ) -> StubRule {
        add(StubRule(pattern, [answer] + further))
    }

    /// Answers requests that match a pattern; a closure makes the answer to each request.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the requests.
    ///   - make: Makes the answer.
    /// - Returns: The rule, which records the requests that it has answered.
    @discardableResult
    public func on(
        _ pattern: RequestPattern,
        answer make: @escaping @Sendable (StubbedRequest) async throws(TransportError) -> Response
    ) -> StubRule {
        add(StubRule(pattern, [.made(make)]))
    }

    func add(_ rule: StubRule) -> StubRule {
        state.withLock { $0.rules.append(rule) }
        return rule
    }

    // MARK: - Looking back

    /// Every request, in the order in which they came.
    public var requests: [StubbedRequest] { state.withLock(\.requests) }

    /// The requests that no rule answered.
    public var unmatchedRequests: [UnmatchedRequest] { state.withLock(\.unmatched) }

    /// The rules that have not answered any request.
    public var unusedRules: [StubRule] {
        state.withLock(\.rules).filter { $0.count == 0 }
    }

    /// Checks that every rule was used, and that a rule answered every request.
    ///
    /// - Throws: ``UnmetStubs``, which names the unused rules and the unanswered requests.
    public func verify() throws(UnmetStubs) {
        let (unused, unmatched) = (unusedRules, unmatchedRequests)
        guard unused.isEmpty, unmatched.isEmpty else {
            throw UnmetStubs(unused: unused, unmatched: unmatched)
        }
    }

    // MARK: - Answering

    /// Reads a request and answers it by the rules.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - timeouts: The time limits, which apply to the delay of an answer, but not to a closure
    ///     that makes the answer.
    /// - Returns: The answer, without content if HTTP does not allow any.
    /// - Throws: The error that a rule specifies, or an error for a request that no rule matches.
    public func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        try TransferClock.checkCancellation()
        var stubbed = StubbedRequest(
            try await request.collected(upTo: contentLimit),
            timeouts: timeouts
        )
        let rules = state.withLock(\.rules)
        let rule = rules.last { $0.pattern.differences(of: stubbed).differences.isEmpty }
        if let rule { stubbed.parameters = rule.pattern.parameters(of: stubbed) }
        let received = stubbed
        state.withLock { $0.requests.append(received) }
        guard let answer = rule?.answer(to: received) else {
            let unmatched = UnmatchedRequest(received, rules: rules)
            state.withLock { $0.unmatched.append(unmatched) }
            throw TransportError(.failed, unmatched.summary)
        }
        var limit = TimeLimit(timeouts)
        try await transferClock.wait(answer.delay, within: &limit, .waiting)
        let response = try await answer.make(received)
        try TransferClock.checkCancellation()
        return response.asReceived(answering: request)
    }
}
