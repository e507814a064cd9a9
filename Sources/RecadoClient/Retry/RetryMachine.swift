// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The decisions after each attempt of one call; it neither waits nor sends.
struct RetryMachine: Sendable {
    /// The circumstances at the end of an attempt.
    struct Circumstances: Sendable {
        /// The time that the server asks to wait.
        var serverDelay: Duration?
        /// The rest of the call's total time.
        var left: Duration?
        /// A random number, at least 0 and less than 1.
        var random: Double
    }

    enum Verdict: Sendable, Hashable {
        /// The outcome is that of the call.
        case final
        case consequence(Attempt.Consequence)
    }

    private let policy: RetryPolicy
    private let isIdempotent: Bool
    private let isReplayable: Bool
    /// The number of the attempt that is being made.
    private(set) var attempt = 1

    init(_ policy: RetryPolicy, _ request: Request) {
        self.policy = policy
        isIdempotent = request.method.isIdempotent || request.fields.contains(.idempotencyKey)
        isReplayable = request.content.isReplayable
    }

    /// Decides about an attempt that has ended.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the attempt.
    ///   - now: The circumstances of the decision.
    ///   - withdraw: Pays for a repetition; called last, so that nothing is paid in vain.
    /// - Returns: The decision: the outcome is final, or it has a consequence.
    mutating func verdict(
        on outcome: Attempt.Outcome,
        _ now: Circumstances,
        withdraw: () -> Bool
    ) -> Verdict {
        guard policy.isPassing(outcome) else { return .final }
        if attempt >= policy.attempts {
            // With a limit of one attempt, the end after the first one is not a refusal to repeat.
            return attempt == 1 ? .final : .consequence(.givenUp(.attemptsSpent(attempt)))
        }
        if let refusal = refusal(outcome) { return .consequence(.givenUp(refusal)) }
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

    private func refusal(_ outcome: Attempt.Outcome) -> Attempt.Refusal? {
        if !isIdempotent, !RetryPolicy.sentNothing(outcome) { return .notIdempotent }
        return isReplayable ? nil : .notReplayable
    }

    private func wait(_ now: Circumstances) -> Duration {
        let random = min(max(now.random, 0), 1)
        guard let asked = now.serverDelay else {
            return .seconds(policy.delayLimit(after: attempt).inSeconds * random)
        }
        // At least the time that the server asks for, plus a random time so that clients do not
        // return together.
        return asked + .seconds(policy.delayLimit(after: 1).inSeconds * random)
    }
}
