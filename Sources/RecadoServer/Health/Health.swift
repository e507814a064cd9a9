// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The health of a process, for monitoring: the process is alive, and it is ready for requests.
///
/// ```swift
/// options.health = Health([
///     Health.Check("database") { try await store.ping() }
/// ])
/// ```
///
/// `/health/live` is answered with 200 as long as the process answers anything. `/health/ready`
/// runs all checks at the same time, and is answered with 200, or with 503 and a problem that names
/// the failed checks. The results are kept for a second, and requests that arrive while the checks
/// run wait for the same results, so that monitors cannot cause much work for a database.
public final class Health: Sendable {
    /// The result of one check.
    struct Result: Sendable, Hashable {
        enum Outcome: String, Sendable { case passed, failed, timedOut }
        let name: String
        let outcome: Outcome
    }

    private struct State: Sendable {
        var isShuttingDown = false
        var verdict: (results: [Result], until: ContinuousClock.Instant)?
        var isChecking = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private enum Step {
        case verdict([Result])
        case check
        case wait
    }

    private let checks: [Check]
    private let lifetime: Duration
    private let state = Mutex(State())

    /// Creates the health of a process.
    ///
    /// - Parameters:
    ///   - checks: The checks that must pass before the process counts as ready; by default none.
    ///   - lifetime: The time for which results are kept; by default a second.
    public init(_ checks: [Check] = [], lifetime: Duration = .seconds(1)) {
        self.checks = checks
        self.lifetime = lifetime
    }

    /// Records that the process is about to end; from then on it is not ready.
    ///
    /// ``Server/shutdown(grace:announcing:)`` calls this, so that load balancers send no more
    /// requests.
    public func beginShutdown() {
        state.withLock { $0.isShuttingDown = true }
    }

    /// True if the process is about to end.
    var isShuttingDown: Bool { state.withLock { $0.isShuttingDown } }

    /// Returns the results of the checks, no older than the lifetime.
    func results() async -> [Result] {
        while true {
            switch next() {
            case .verdict(let results): return results
            case .check:
                let results = await run()
                // The caller's cancellation has cancelled the checks, too, so their results are not
                // valid.
                let isVoid = Task.isCancelled
                finish(isVoid ? nil : results)
                return results
            case .wait: await wait()
            }
        }
    }

    private func next() -> Step {
        state.withLock { state in
            if let verdict = state.verdict, .now < verdict.until {
                return .verdict(verdict.results)
            }
            if state.isChecking { return .wait }
            state.isChecking = true
            return .check
        }
    }

    private func wait() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                guard state.isChecking else { return true }
                state.waiters.append(waiter)
                return false
            }
            if isOver { waiter.resume() }
        }
    }

    private func finish(_ results: [Result]?) {
        let waiters = state.withLock { state in
            state.isChecking = false
            state.verdict = results.map { ($0, .now + lifetime) }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private func run() async -> [Result] {
        await withTaskGroup { group in
            for (index, check) in checks.enumerated() {
                group.addTask { (index, Result(name: check.name, outcome: await check.outcome())) }
            }
            var results: [(Int, Result)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
