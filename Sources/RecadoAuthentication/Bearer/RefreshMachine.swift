// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// The choice of the token for a request, and of the time for a refresh; it neither waits nor
/// sends.
///
/// ```
/// idle(token, generation) ──needed and none good, or refused──▶ refreshing ──token──▶ idle(+1)
///                                                                   └──failure──▶ idle, as before
/// ```
///
/// 1. There is at most one refresh at a time, for all requests that need it.
/// 2. A refusal counts only for the generation of the token that the request carried: requests that
/// were under way during a refresh get its token and cause no other refresh.
/// 3. A failure ends the wait of all waiting requests, and is not remembered.
/// 4. A token that the server has refused is not sent again, whatever the result of the refresh.
struct RefreshMachine: Sendable {
    enum Step: Sendable {
        case use(AccessToken, generation: Int)
        /// A refresh is under way.
        case wait
        /// The caller must begin a refresh and wait for it.
        case refresh(AccessToken?)
        /// There have been too many refreshes.
        case excessive
    }

    private let policy: RefreshPolicy
    private(set) var token: AccessToken?
    private(set) var generation = 0
    private(set) var isRefreshing = false
    /// True if the server has refused the token.
    private var isRefused = false
    /// The generation that the refresh under way is to replace.
    private var replaced = 0
    /// The times at which the last refreshes began.
    private var starts: [Duration] = []

    init(_ policy: RefreshPolicy, token: AccessToken?) {
        self.policy = policy
        self.token = token
    }

    /// Chooses the step for a request that is about to be sent.
    mutating func need(date: HTTPDate, now: Duration) -> Step {
        if isRefreshing { return .wait }
        if let token = usableToken(date), !isExpiring(token, date) {
            return .use(token, generation: generation)
        }
        let step = begin(now)
        // A token that is still valid for a moment is better than none.
        if case .excessive = step, let token = usableToken(date) {
            return .use(token, generation: generation)
        }
        return step
    }

    /// Chooses the step for a request whose token was refused.
    mutating func refused(_ refused: Int, now: Duration) -> Step {
        if refused == generation { isRefused = true }
        if isRefreshing { return .wait }
        if refused < generation, !isRefused, let token {
            return .use(token, generation: generation)
        }
        return begin(now)
    }

    /// Accepts the token from a refresh; returns the token to send.
    ///
    /// A token that was set in the meantime takes precedence over it, and so does its removal.
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

    /// The token, if it has neither expired nor been refused.
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
