// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// A state machine that decides whether and when a failed request is retried, without I/O.
struct RetryMachine: Sendable {
    /// The circumstances at the end of an attempt.
    struct Circumstances: Sendable {
        /// The time that the server asks to wait.
        var serverDelay: Duration?
        /// The remaining part of the call's total timeout; `nil` if there is none.
        var left: Duration?
        /// A random number, at least 0 and less than 1.
        var random: Double
    }

    enum Verdict: Sendable, Hashable {
        /// The outcome of the attempt becomes the outcome of the call.
        case final
        case consequence(Attempt.Consequence)
    }

    private let policy: RetryPolicy
    private let isIdempotent: Bool
    private let isReplayable: Bool
    /// The number of the current attempt, from 1.
    private(set) var attempt = 1

    init(_ policy: RetryPolicy, _ request: Request) {
        self.policy = policy
        isIdempotent = request.method.isIdempotent || request.fields.contains(.idempotencyKey)
        isReplayable = request.content.isReplayable
    }

    /// Decides what follows an attempt that has ended.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the attempt.
    ///   - now: The circumstances at the end of the attempt.
    ///   - withdraw: Takes a retry from the budget, or returns false if there is none left; called
    ///     last, so that nothing is taken if another reason prevents the retry.
    /// - Returns: The decision: the outcome is final, or the failed attempt has a consequence
    ///   (another attempt, or giving up).
    mutating func verdict(
        on outcome: Attempt.Outcome,
        _ now: Circumstances,
        withdraw: () -> Bool
    ) -> Verdict {
        guard policy.isTemporary(outcome) else { return .final }
        if attempt >= policy.attempts {
            // If the policy allows only one attempt, its failure is not recorded as giving up.
            return attempt == 1 ? .final : .consequence(.givenUp(.attemptsSpent(attempt)))
        }
        if let reason = endReason(outcome) { return .consequence(.givenUp(reason)) }
        let wait = wait(now)
        if let asked = now.serverDelay, asked > policy.longestServerDelay {
            return .consequence(.givenUp(.serverAsksTooMuch(asked)))
        }
        if let left = now.left, wait >= left {
            return .consequence(.givenUp(.deadline(wait: wait, left: left)))
        }
        guard withdraw() else { return .consequence(.givenUp(.budgetSpent)) }
        attempt += 1
        return .consequence(.repeated(after: wait))
    }

    private func endReason(_ outcome: Attempt.Outcome) -> Attempt.EndReason? {
        if !isIdempotent, !RetryPolicy.sentNothing(outcome) { return .notIdempotent }
        return isReplayable ? nil : .notReplayable
    }

    private func wait(_ now: Circumstances) -> Duration {
        let random = min(max(now.random, 0), 1)
        guard let asked = now.serverDelay else {
            return .seconds(policy.delayLimit(after: attempt).inSeconds * random)
        }
        // The random addition keeps clients from repeating their requests at the same time.
        return asked + .seconds(policy.delayLimit(after: 1).inSeconds * random)
    }
}
