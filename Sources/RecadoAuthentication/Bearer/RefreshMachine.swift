// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// A state machine that chooses the token for a request and decides when to refresh it, without
/// I/O.
///
/// ```
/// idle(token, generation) ──needed and none good, or refused──▶ refreshing ──token──▶ idle(+1)
///                                                                   └──failure──▶ idle, as before
/// ```
///
/// 1. There is at most one refresh at a time, for all requests that need it.
/// 2. A refusal counts only against the generation of the token that was sent: a request that was
///    under way during a refresh gets the new token and causes no second refresh.
/// 3. A failed refresh ends the wait of all requests; the next request may start another refresh.
/// 4. A token that the server has refused is not sent again, even if the refresh fails.
struct RefreshMachine: Sendable {
    enum Step: Sendable {
        case use(AccessToken, generation: Int)
        /// Another call is refreshing the token; wait for its result.
        case wait
        /// Start a refresh with this old token, and wait for its result.
        case refresh(AccessToken?)
        /// The limit on refreshes is reached; the call fails.
        case excessive
    }

    private let policy: RefreshPolicy
    private(set) var token: AccessToken?
    private(set) var generation = 0
    private(set) var isRefreshing = false
    /// True if the server has refused the current token.
    private var isRefused = false
    /// The generation that was current when the refresh began.
    private var replaced = 0
    /// The times at which recent refreshes began.
    private var starts: [Duration] = []

    init(_ policy: RefreshPolicy, token: AccessToken?) {
        self.policy = policy
        self.token = token
    }

    /// Chooses the next step for a request that has not been sent yet.
    mutating func need(date: HTTPDate, now: Duration) -> Step {
        if isRefreshing { return .wait }
        if let token = usableToken(date), !isExpiring(token, date) {
            return .use(token, generation: generation)
        }
        let step = begin(now)
        // A token that expires soon is better than none.
        if case .excessive = step, let token = usableToken(date) {
            return .use(token, generation: generation)
        }
        return step
    }

    /// Chooses the next step for a request whose token was refused.
    mutating func refused(_ refused: Int, now: Duration) -> Step {
        if refused == generation { isRefused = true }
        if isRefreshing { return .wait }
        if refused < generation, !isRefused, let token {
            return .use(token, generation: generation)
        }
        return begin(now)
    }

    /// Stores the token from a refresh, and returns the token to send.
    ///
    /// If the token was replaced or removed during the refresh, that change takes precedence.
    mutating func refreshed(_ token: AccessToken) -> AccessToken? {
        isRefreshing = false
        guard replaced == generation else { return self.token }
        self.token = token
        generation += 1
        isRefused = false
        return token
    }

    mutating func failed() {
        isRefreshing = false
    }

    /// Returns the current token, unless it has expired or been refused.
    func usableToken(_ date: HTTPDate) -> AccessToken? {
        guard let token, !isRefused else { return nil }
        return token.expiry.map { $0 <= date } ?? false ? nil : token
    }

    /// Replaces the token, for example after a login; `nil` removes it.
    mutating func replace(_ token: AccessToken?) {
        self.token = token
        generation += 1
        isRefused = false
        starts = []
    }

    private mutating func begin(_ now: Duration) -> Step {
        starts.removeAll { now - $0 >= policy.period }
        guard starts.count < policy.refreshesPerPeriod else { return .excessive }
        starts.append(now)
        isRefreshing = true
        replaced = generation
        return .refresh(token)
    }

    private func isExpiring(_ token: AccessToken, _ date: HTTPDate) -> Bool {
        guard let expiry = token.expiry else { return false }
        let leeway = Int64(min(max(policy.leeway.inSeconds.rounded(.up), 0), 1e9))
        return expiry.secondsSince1970 - leeway <= date.secondsSince1970
    }
}
