// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// All failure counts, as a state machine that gets the time from its callers.
///
/// 1. Each failure is forgotten after the rule's time. A count is therefore stored as one number:
///    the time at which all of its failures are forgotten.
/// 2. An attempt has several counts, and has to wait for the longest of their waits.
/// 3. While an attempt has to wait, no credentials are checked, so neither failures nor
///    successes are counted.
/// 4. A successful attempt clears only the count of its account at its address. So attackers who
///    sign in to their own account do not clear the count of their address, under which their
///    guesses at other accounts are counted.
/// 5. No more than `capacity` counts are kept. At the limit, counts without effect are dropped and,
///    if more than half remain, also the half that would be forgotten first.
struct LoginAttemptTable: Sendable {
    private struct Key: Hashable {
        let realm: String
        let account: String?
        let address: String?
    }

    private let capacity: Int
    private var counts: [Key: AttemptCount] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of counts that are kept.
    var count: Int { counts.count }

    func wait(for attempt: LoginAttempt, now: Duration) -> Duration {
        // Usually there are no failures.
        if counts.isEmpty { return .zero }
        let ends = Self.keys(of: attempt).compactMap { counts[$0]?.waitsUntil }
        return max(.zero, (ends.max() ?? now) - now)
    }

    mutating func conclude(
        _ attempt: LoginAttempt,
        isRight: Bool,
        _ limits: Service.LoginAttemptLimits,
        now: Duration
    ) -> Duration {
        if isRight, counts.isEmpty { return .zero }
        let wait = wait(for: attempt, now: now)
        guard wait == .zero else { return wait }
        if isRight {
            if attempt.account != nil { counts[Self.pair(of: attempt)] = nil }
            return .zero
        }
        if counts.count + 3 > capacity { forget(now: now) }
        if attempt.account != nil {
            fail(Self.pair(of: attempt), limits.accountAtAddress, now: now)
            fail(Self.account(of: attempt), limits.account, now: now)
        }
        if attempt.address != nil { fail(Self.address(of: attempt), limits.address, now: now) }
        return .zero
    }

    private mutating func fail(_ key: Key, _ rule: Service.LoginAttemptLimits.Rule, now: Duration) {
        counts[key, default: AttemptCount()].fail(rule, now: now)
    }

    private mutating func forget(now: Duration) {
        counts = counts.filter { $0.value.endsAt > now }
        guard counts.count > capacity / 2 else { return }
        let ends = counts.values.map(\.endsAt).sorted()
        let median = ends[ends.count / 2]
        counts = counts.filter { $0.value.endsAt > median }
    }

    // MARK: - Keys

    private static func keys(of attempt: LoginAttempt) -> [Key] {
        var keys: [Key] = []
        if attempt.account != nil { keys += [pair(of: attempt), account(of: attempt)] }
        if attempt.address != nil { keys.append(address(of: attempt)) }
        return keys
    }

    /// Returns the key of an account at an address; an attempt from this machine has the empty
    /// string as its address.
    private static func pair(of attempt: LoginAttempt) -> Key {
        Key(realm: attempt.realm, account: attempt.account, address: attempt.address ?? "")
    }

    private static func account(of attempt: LoginAttempt) -> Key {
        Key(realm: attempt.realm, account: attempt.account, address: nil)
    }

    private static func address(of attempt: LoginAttempt) -> Key {
        Key(realm: attempt.realm, account: nil, address: attempt.address)
    }
}
