// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Service {
    /// The number of wrong passwords after which a caller has to wait, and the time to wait.
    ///
    /// Failures are counted in three ways: for each account from each address, for each address,
    /// and for each account. A caller that has failed too often is answered with 429 and
    /// Retry-After until the wait is over, even with the right password, so that no answer reveals
    /// whether a password was right. Each further failure doubles the wait. A right password clears
    /// the account's failures from its address.
    ///
    /// With the default limits, a single address cannot lock an account for others: its own wait
    /// keeps its failures below the number that makes all callers of the account wait. All callers
    /// at one address share its count. The addresses are those of connections: all callers behind a
    /// proxy share its address, and the failures of callers on the machine itself are counted only
    /// by account.
    public struct LoginAttemptLimits: Sendable, Hashable {
        /// The limit for one of the three counts.
        public struct Rule: Sendable, Hashable {
            /// The number of failures that cause no wait.
            public var free: Int
            /// The wait after the first failure beyond ``free``; it doubles with each further
            /// failure.
            public var firstWait: Duration
            /// The longest wait.
            public var longestWait: Duration
            /// The time after which one failure is forgotten, at least a millisecond.
            public var forgetting: Duration

            /// Creates a rule.
            ///
            /// - Parameters:
            ///   - free: The number of failures that cause no wait.
            ///   - firstWait: The wait after the first failure beyond `free`.
            ///   - longestWait: The longest wait.
            ///   - forgetting: The time after which one failure is forgotten.
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

            /// The number of failures that leads to the longest wait; further failures are not
            /// counted.
            package var most: Int {
                var (steps, wait) = (1, firstWait)
                while wait < longestWait {
                    wait = wait + wait
                    steps += 1
                }
                return free + steps
            }

            /// Returns the wait after a number of failures.
            package func wait(after failures: Int) -> Duration {
                guard failures > free else { return .zero }
                var wait = firstWait
                for _ in 1..<max(1, min(failures, most) - free) { wait = wait + wait }
                return min(wait, longestWait)
            }
        }

        /// For each account at each address: 5 failures are free, then waits double from 1 s to 15
        /// min; one failure is forgotten every 30 min.
        ///
        /// People mistype a password three or four times. An attacker gets about 110 guesses on the
        /// first day, and 96 on each further one.
        public var accountAtAddress = Rule(
            free: 5,
            firstWait: .seconds(1),
            longestWait: .seconds(900),
            forgetting: .seconds(1_800)
        )
        /// For each address, over all accounts: 50 failures are free, then waits double from 1 s to
        /// 15 min; one failure is forgotten each minute.
        ///
        /// The limit is generous because an office or a school may share one address.
        public var address = Rule(
            free: 50,
            firstWait: .seconds(1),
            longestWait: .seconds(900),
            forgetting: .seconds(60)
        )
        /// For each account, over all addresses: 100 failures are free, then waits double from 1 s
        /// to 1 min; one failure is forgotten every 10 min.
        ///
        /// This limits attackers who guess from many addresses to 1 440 guesses a day, and does not
        /// lock the owner out for longer than a minute at a time.
        public var account = Rule(
            free: 100,
            firstWait: .seconds(1),
            longestWait: .seconds(60),
            forgetting: .seconds(600)
        )

        /// Creates the default limits.
        public init() {}
    }
}
