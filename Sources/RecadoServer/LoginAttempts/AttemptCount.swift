// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoEndpoints

/// The failures that are remembered under one key, in any store.
package struct AttemptCount: Sendable, Hashable {
    /// The time at which all failures are forgotten.
    package private(set) var forgottenAt: Duration
    /// The time until which no credentials are checked.
    package private(set) var waitsUntil: Duration

    /// Creates a count; by default one without a failure.
    package init(forgottenAt: Duration = .zero, waitsUntil: Duration = .zero) {
        self.forgottenAt = forgottenAt
        self.waitsUntil = waitsUntil
    }

    /// The time from which the count no longer matters.
    package var endsAt: Duration { max(forgottenAt, waitsUntil) }

    /// The time to wait; zero if it exceeds twice the longest wait: a clock that was put back keeps
    /// nobody out for longer than that.
    package func wait(_ rule: Service.LoginAttemptLimits.Rule, now: Duration) -> Duration {
        let wait = waitsUntil - now
        return wait > rule.longestWait * 2 ? .zero : max(.zero, wait)
    }

    /// Counts a failure.
    package mutating func fail(_ rule: Service.LoginAttemptLimits.Rule, now: Duration) {
        let most = now + rule.forgetting * rule.most
        // If the time is later than any failures explain, the clock was put back, and the number of
        // failures is unknown.
        let isKnown = forgottenAt <= most + rule.forgetting
        let known = isKnown ? max(forgottenAt, now) : now
        forgottenAt = min(known + rule.forgetting, most)
        // Division is not exact: a thousandth of a failure does not count as one.
        let failures = Int(((forgottenAt - now) / rule.forgetting - 0.001).rounded(.up))
        let wait = rule.wait(after: failures)
        if wait > .zero { waitsUntil = now + wait }
    }
}
