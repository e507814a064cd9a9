// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

extension RetryPolicy {
    /// A limit on the share of repetitions among the calls to one host.
    ///
    /// Without such a limit, a host that fails under load would get a multiple of that load from
    /// every client. Each call adds a share of an attempt to an account, and so does time; each
    /// repetition takes one attempt away.
    public struct Budget: Sendable, Hashable {
        /// The repetitions that each call adds: a tenth, so that load grows by at most a tenth.
        public var share: Double
        /// The repetitions that each second adds: 3, so that programs with few calls may repeat
        /// them.
        public var perSecond: Double
        /// The greatest balance of the account, which is also the first one: 30, the gain of ten
        /// seconds.
        public var capacity: Double

        /// Creates a budget; numbers below zero count as zero.
        ///
        /// - Parameters:
        ///   - share: The repetitions that each call adds.
        ///   - perSecond: The repetitions that each second adds.
        ///   - capacity: The greatest balance of the account.
        public init(share: Double = 0.1, perSecond: Double = 3, capacity: Double = 30) {
            self.share = max(share, 0)
            self.perSecond = max(perSecond, 0)
            self.capacity = max(capacity, 0)
        }
    }
}

/// The remaining budget for one host.
struct RetryAccount: Sendable {
    private let budget: RetryPolicy.Budget
    private var balance: Double
    private var updated: Duration

    init(_ budget: RetryPolicy.Budget, now: Duration) {
        self.budget = budget
        balance = budget.capacity
        updated = now
    }

    /// True if a new account would be in the same state.
    func isFull(now: Duration) -> Bool {
        var account = self
        account.refill(now)
        return account.balance >= budget.capacity
    }

    mutating func noteCall(now: Duration) {
        refill(now)
        balance = min(balance + budget.share, budget.capacity)
    }

    /// Pays for a repetition; returns true if the balance was sufficient.
    mutating func withdraw(now: Duration) -> Bool {
        refill(now)
        guard balance >= 1 else { return false }
        balance -= 1
        return true
    }

    private mutating func refill(_ now: Duration) {
        let passed = max((now - updated).inSeconds, 0)
        balance = min(balance + passed * budget.perSecond, budget.capacity)
        updated = max(updated, now)
    }
}
