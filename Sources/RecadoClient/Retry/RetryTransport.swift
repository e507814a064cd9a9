// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP
package import RecadoTransport
import Synchronization

/// A transport that retries failed requests.
///
/// ```swift
/// let transport = RetryTransport(sockets, policy: .attempts(5))
/// ```
///
/// The ``RetryPolicy`` decides which requests are retried, and when. A response whose status is not
/// retried is final once its header section has arrived, even if its content is interrupted later.
/// Each failed attempt is recorded in the call's `CallTrace`, from which the errors of a client get
/// their list of attempts.
package struct RetryTransport: Transport {
    private let base: any Transport
    private let policy: RetryPolicy
    private let stopwatch: Stopwatch
    private let accounts = RetryAccounts()
    private let random: @Sendable () -> Double
    private let date: @Sendable () -> HTTPDate

    /// Creates a layer over a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends each attempt.
    ///   - policy: The policy that decides which requests are retried, and when.
    ///   - clock: The clock that measures time limits and delays.
    package init(
        _ base: any Transport,
        policy: RetryPolicy = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            base,
            policy: policy,
            clock: clock,
            date: WallClock.now,
            random: { Double.random(in: 0..<1) }
        )
    }

    /// Creates a layer with given sources of the current time and of random numbers.
    package init(
        _ base: any Transport,
        policy: RetryPolicy,
        clock: any Clock<Duration>,
        date: @escaping @Sendable () -> HTTPDate,
        random: @escaping @Sendable () -> Double
    ) {
        self.base = base
        self.policy = policy
        stopwatch = Stopwatch(clock)
        self.date = date
        self.random = random
    }

    /// Sends a request, and repeats it as the policy says.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - timeouts: The time limits; `total` covers all attempts and delays together.
    /// - Returns: The answer to the last attempt.
    /// - Throws: The error of the last attempt; its detail says why there was no further attempt.
    package func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        guard needsKey(request) else { return try await repeating(request, timeouts) }
        var request = request
        request.fields[.idempotencyKey] = IdempotencyKey.make()
        return try await repeating(request, timeouts)
    }

    /// True if the request needs an Idempotency-Key.
    private func needsKey(_ request: Request) -> Bool {
        policy.makesIdempotencyKeys && !request.method.isIdempotent
            && !request.fields.contains(.idempotencyKey)
    }

    /// Sends a request until an outcome is final; every attempt sends the same request.
    private func repeating(
        _ request: Request,
        _ timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let start = stopwatch.now
        let origin = request.origin
        accounts.noteCall(origin, policy.budget, now: start)
        var machine = RetryMachine(policy, request)
        while true {
            let number = machine.attempt
            // The first attempt keeps the timeouts unchanged: subtracting the elapsed time would
            // give every call slightly different timeouts.
            let left = number == 1 ? timeouts : timeouts.after(stopwatch.now - start)
            let result = await attempt(request, left)
            guard policy.isTemporary(result.outcome) else { return try result.get() }
            let now = circumstances(result, timeouts, start)
            let verdict = machine.verdict(on: result.outcome, now) {
                accounts.withdraw(origin, policy.budget, now: stopwatch.now)
            }
            guard case .consequence(let consequence) = verdict else { return try result.get() }
            CallTrace.current?.note(
                Attempt(number: number, outcome: result.outcome, consequence: consequence)
            )
            switch consequence {
            case .givenUp(let reason):
                return try result.get(reason)
            case .repeated(let delay):
                if case .answered(let response) = result { await response.content.drain() }
                try await pause(delay, before: number + 1)
            }
        }
    }

    private func attempt(_ request: Request, _ timeouts: Timeouts) async -> AttemptResult {
        var timeouts = timeouts
        if let limit = policy.attemptTimeout {
            timeouts.total = timeouts.total.map { min($0, limit) } ?? limit
        }
        do throws(TransportError) {
            return .answered(try await base.send(request, timeouts: timeouts))
        } catch {
            return .failed(error)
        }
    }

    private func circumstances(
        _ result: AttemptResult,
        _ timeouts: Timeouts,
        _ start: Duration
    ) -> RetryMachine.Circumstances {
        var circumstances = RetryMachine.Circumstances(random: random())
        if case .answered(let response) = result {
            circumstances.serverDelay = ServerDelay.read(response.fields, now: date())
        }
        circumstances.left = timeouts.after(stopwatch.now - start).total
        return circumstances
    }

    private func pause(_ delay: Duration, before number: Int) async throws(TransportError) {
        do {
            try await Deadline.spending(.delays, stopwatch) {
                try await stopwatch.sleep(for: delay)
            }
        } catch {
            throw TransportError(.cancelled, "while waiting for attempt \(number)")
        }
    }
}

/// The result of one attempt.
private enum AttemptResult: Sendable {
    case answered(Response)
    case failed(TransportError)

    var outcome: Attempt.Outcome {
        switch self {
        case .answered(let response): .answered(response.status)
        case .failed(let error): .failed(error.kind)
        }
    }

    /// Returns the response or throws the error, which says why there was no further attempt.
    func get(_ reason: Attempt.EndReason? = nil) throws(TransportError) -> Response {
        switch self {
        case .answered(let response): return response
        case .failed(let error):
            guard let reason else { throw error }
            let words = [error.detail, "\(reason)"].filter { !$0.isEmpty }
            throw TransportError(error.kind, words.joined(separator: "; "))
        }
    }
}

/// The retry budgets of all hosts.
private final class RetryAccounts: Sendable {
    private let accounts = Mutex(HostTable<RetryAccount>())

    func noteCall(_ host: String, _ budget: RetryPolicy.Budget?, now: Duration) {
        guard let budget else { return }
        accounts.withLock { accounts in
            accounts.makeRoom { $0.isFull(now: now) }
            accounts[host, default: RetryAccount(budget, now: now)].noteCall(now: now)
        }
    }

    func withdraw(_ host: String, _ budget: RetryPolicy.Budget?, now: Duration) -> Bool {
        guard let budget else { return true }
        return accounts.withLock { accounts in
            accounts[host, default: RetryAccount(budget, now: now)].withdraw(now: now)
        }
    }
}
