// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The number of wrong passwords after which a caller has to wait, and the time to wait.
///
/// Failures are counted three times: for each account from each address, for each address, and for
/// each account. A caller that has failed too often is answered with 429 and Retry-After until the
/// time is over, also with the right password, so that no answer tells whether a password was
/// right; each further failure doubles the time. A right password clears the account's failures
/// from its address.
///
/// An address alone cannot lock an account for others: it may have fewer failures in a day than an
/// account. All callers at one address share its count. The addresses are those of connections: all
/// callers behind a proxy share its address, and those on the machine itself have none of their
/// own.
public struct LoginAttemptLimits: Sendable, Hashable {
    /// A rule for one of the counts.
    public struct Rule: Sendable, Hashable {
        /// The failures after which nobody has to wait.
        public var free: Int
        /// The wait after the first failure beyond those; it doubles with each further one.
        public var firstWait: Duration
        /// The longest wait.
        public var longestWait: Duration
        /// The time in which one failure is forgotten, at least a millisecond.
        public var forgetting: Duration

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - free: The failures after which nobody has to wait.
        ///   - firstWait: The wait after the first failure beyond those.
        ///   - longestWait: The longest wait.
        ///   - forgetting: The time in which one failure is forgotten.
        public init(
            free: Int,
            firstWait: Duration,
            longestWait: Duration,
            forgetting: Duration
        ) {
            self.free = max(0, free)
            self.firstWait = max(.milliseconds(1), firstWait)
            self.longestWait = max(self.firstWait, longestWait)
            self.forgetting = max(.milliseconds(1), forgetting)
        }

        /// The failures that lead to the longest wait; more are not remembered.
        package var most: Int {
            var (steps, wait) = (1, firstWait)
            while wait < longestWait {
                wait = wait + wait
                steps += 1
            }
            return free + steps
        }

        /// The wait after so many failures.
        package func wait(after failures: Int) -> Duration {
            guard failures > free else { return .zero }
            var wait = firstWait
            for _ in 1..<max(1, min(failures, most) - free) { wait = wait + wait }
            return min(wait, longestWait)
        }
    }

    /// An account from one address: 5 failures, then 1 s to 15 min; one is forgotten in 30 min.
    ///
    /// People mistype a password three times or four. Whoever guesses gets some 30 guesses on the
    /// first day and 96 a day at most.
    public var accountAtAddress = Rule(
        free: 5,
        firstWait: .seconds(1),
        longestWait: .seconds(900),
        forgetting: .seconds(1_800)
    )
    /// An address, whatever the accounts: 50 failures, then 1 s to 15 min;
    /// one is forgotten in a minute.
    ///
    /// Behind one address there may be an office or a school.
    public var address = Rule(
        free: 50,
        firstWait: .seconds(1),
        longestWait: .seconds(900),
        forgetting: .seconds(60)
    )
    /// An account, whatever the addresses: 100 failures, then 1 s to 1
    /// min; one is forgotten in 10 min.
    ///
    /// It slows those down who guess from many addresses, to 1 440 guesses a day, and does not keep
    /// the owner out for longer than a minute at a time.
    public var account = Rule(
        free: 100,
        firstWait: .seconds(1),
        longestWait: .seconds(60),
        forgetting: .seconds(600)
    )

    /// Creates the default limits.
    public init() {}
}
