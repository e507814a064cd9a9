// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoEndpoints

/// The failed attempts that a store counts under one key.
package struct AttemptCount: Sendable, Hashable {
    /// The time at which all failures are forgotten.
    package private(set) var forgottenAt: Duration
    /// The time until which no credentials are checked.
    package private(set) var waitsUntil: Duration

    /// Creates a count; by default without failures.
    package init(forgottenAt: Duration = .zero, waitsUntil: Duration = .zero) {
        self.forgottenAt = forgottenAt
        self.waitsUntil = waitsUntil
    }

    /// The time from which the count has no effect.
    package var endsAt: Duration { max(forgottenAt, waitsUntil) }

    /// Returns the time to wait.
    ///
    /// A time of more than twice the longest wait counts as zero, so that setting the clock back
    /// blocks nobody for longer than twice the longest wait.
    package func wait(_ rule: Service.LoginAttemptLimits.Rule, now: Duration) -> Duration {
        let wait = waitsUntil - now
        return wait > rule.longestWait * 2 ? .zero : max(.zero, wait)
    }

    /// Counts a failure.
    package mutating func fail(_ rule: Service.LoginAttemptLimits.Rule, now: Duration) {
        let most = now + rule.forgetting * rule.most
        // A failure never moves `forgottenAt` beyond `most`. A much later time means that the clock
        // has been set back since then, so the number of failures is unknown.
        let isKnown = forgottenAt <= most + rule.forgetting
        let known = isKnown ? max(forgottenAt, now) : now
        forgottenAt = min(known + rule.forgetting, most)
        // Division is not exact, so a thousandth of a failure is ignored.
        let failures = Int(((forgottenAt - now) / rule.forgetting - 0.001).rounded(.up))
        let wait = rule.wait(after: failures)
        if wait > .zero { waitsUntil = now + wait }
    }
}
