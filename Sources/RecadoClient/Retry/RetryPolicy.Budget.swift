// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport

extension RetryPolicy {
    /// A limit on the share of retries among the requests to one host.
    ///
    /// Without a budget, the retries of all clients would multiply the load on a host that is
    /// already overloaded. The budget is a balance of retries: each call adds a fraction of a
    /// retry, each second adds some retries, and each retry subtracts 1.
    public struct Budget: Sendable, Hashable {
        /// The fraction of a retry that each call adds to the balance: 0.1, so that retries add at
        /// most a tenth to the load.
        public var share: Double
        /// The number of retries that each second adds to the balance: 3, so that programs with few
        /// calls can retry them.
        public var perSecond: Double
        /// The maximum balance, which is also the initial one: 30, the amount that ten seconds add.
        public var capacity: Double

        /// Creates a budget; negative numbers become zero.
        ///
        /// - Parameters:
        ///   - share: The fraction of a retry that each call adds to the balance.
        ///   - perSecond: The number of retries that each second adds to the balance.
        ///   - capacity: The maximum balance.
        public init(share: Double = 0.1, perSecond: Double = 3, capacity: Double = 30) {
            self.share = max(share, 0)
            self.perSecond = max(perSecond, 0)
            self.capacity = max(capacity, 0)
        }
    }
}

/// The remaining retry budget for one host.
struct RetryAccount: Sendable {
    private let budget: RetryPolicy.Budget
    private var balance: Double
    private var updated: Duration

    init(_ budget: RetryPolicy.Budget, now: Duration) {
        self.budget = budget
        balance = budget.capacity
        updated = now
    }

    /// True if the account can be replaced by a new one, because its balance is at the maximum.
    func isFull(now: Duration) -> Bool {
        var account = self
        account.refill(now)
        return account.balance >= budget.capacity
    }

    mutating func noteCall(now: Duration) {
        refill(now)
        balance = min(balance + budget.share, budget.capacity)
    }

    /// Takes a retry from the balance; returns false if the balance is too low.
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
