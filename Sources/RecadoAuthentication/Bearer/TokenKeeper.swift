// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTransport
import Synchronization

/// The token that all calls share, and the refresh that they wait for.
final class TokenKeeper: Sendable {
    typealias Refresh = @Sendable (AccessToken?) async throws -> AccessToken

    /// A token to send, with its generation.
    struct Grant: Sendable {
        let token: AccessToken
        let generation: Int
        /// True if the request waited for the refresh that issued this token; if the server refuses
        /// even this token, another refresh would not help.
        var isFresh = false
    }

    private typealias Waiter = Promise<Result<Grant, TransportError>>

    private struct State {
        var machine: RefreshMachine
        var waiters: [Waiter] = []
    }

    /// The keeper whose refresher runs in the current task; `nil` in any other task.
    @TaskLocal
    private static var refreshing: ObjectIdentifier?

    private let state: Mutex<State>
    private let stopwatch: Stopwatch
    private let date: @Sendable () -> HTTPDate
    private let refresh: Refresh

    init(
        _ machine: RefreshMachine,
        _ stopwatch: Stopwatch,
        date: @escaping @Sendable () -> HTTPDate,
        refresh: @escaping Refresh
    ) {
        state = Mutex(State(machine: machine))
        self.stopwatch = stopwatch
        self.date = date
        self.refresh = refresh
    }

    var token: AccessToken? { state.withLock { $0.machine.token } }
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    func replace(_ token: AccessToken?) {
        state.withLock { $0.machine.replace(token) }
    }

    /// Returns the token for a request, and refreshes it first if needed.
    ///
    /// - Parameters:
    ///   - refused: The generation of the token that the server has refused; `nil` if none was
    ///     sent.
    ///   - budget: The longest time to wait; `nil` for no limit.
    /// - Returns: The token.
    /// - Throws: An error of the kind `unauthenticated` if there is no token, or of the kind
    ///   `timedOut` or `cancelled`.
    func grant(
        after refused: Int?,
        within budget: Duration?
    ) async throws(TransportError) -> Grant {
        // A refresher that calls through this layer would wait for its own result.
        guard Self.refreshing != ObjectIdentifier(self) else {
            throw TransportError(.unauthenticated, "the refresher calls through its own layer")
        }
        let (now, date) = (stopwatch.now, date())
        let waiter = Waiter()
        let step = state.withLock { state in
            let step =
                refused.map { state.machine.refused($0, now: now) }
                ?? state.machine.need(date: date, now: now)
            switch step {
            case .wait: state.waiters.append(waiter)
            case .refresh(let old):
                state.waiters.append(waiter)
                // All waiting calls share the refresh. In a detached task, no call can cancel it,
                // and the deadline and the log of the first call do not apply to it.
                Task.detached { await self.renew(old) }
            case .use, .excessive: break
            }
            return step
        }
        switch step {
        case .use(let token, let generation): return Grant(token: token, generation: generation)
        case .excessive:
            throw TransportError(.unauthenticated, "the token was refreshed too often")
        case .wait, .refresh: return try await wait(waiter, budget)
        }
    }

    private func wait(
        _ waiter: Waiter,
        _ budget: Duration?
    ) async throws(TransportError) -> Grant {
        let outcome = await Deadline.spending(.token, stopwatch) {
            await waiter.outcome(within: budget, stopwatch)
        }
        switch outcome {
        case .value(.success(let grant)): return grant
        case .value(.failure(let error)):
            let date = date()
            let usable = state.withLock { state in
                state.machine.usableToken(date).map {
                    Grant(token: $0, generation: state.machine.generation)
                }
            }
            guard let usable else { throw error }
            return usable
        case .cancelled:
            forget(waiter)
            throw TransportError(.cancelled, "while waiting for a token")
        case .late:
            forget(waiter)
            throw TransportError(.timedOut(.connecting), "while waiting for a token")
        }
    }

    private func forget(_ waiter: Waiter) {
        state.withLock { state in state.waiters.removeAll { $0 === waiter } }
    }

    private func renew(_ old: AccessToken?) async {
        let result: Result<AccessToken, TransportError>
        do {
            result = .success(
                try await Self.$refreshing.withValue(ObjectIdentifier(self)) {
                    try await refresh(old)
                }
            )
        } catch {
            result = .failure(TransportError(.unauthenticated, Self.detail(of: error)))
        }
        let (waiters, outcome) = state.withLock { state in
            defer { state.waiters = [] }
            return (state.waiters, Self.conclude(&state.machine, result))
        }
        for waiter in waiters { waiter.fulfil(outcome) }
    }

    private static func conclude(
        _ machine: inout RefreshMachine,
        _ result: Result<AccessToken, TransportError>
    ) -> Result<Grant, TransportError> {
        switch result {
        case .success(let token):
            guard let token = machine.refreshed(token) else {
                return .failure(TransportError(.unauthenticated, "the token was taken away"))
            }
            return .success(
                Grant(token: token, generation: machine.generation, isFresh: true)
            )
        case .failure(let error):
            machine.failed()
            return .failure(error)
        }
    }

    /// Returns a description of a failure without secrets; for an unknown error, only its type.
    private static func detail(of error: any Error) -> String {
        let prefix = "the token could not be refreshed: "
        switch error {
        case let error as TransportError: return prefix + error.description
        case let error as any AnyCallError: return prefix + error.description
        default: return prefix + "\(type(of: error))"
        }
    }
}
