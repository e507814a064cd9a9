// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Attempt {
    /// The reason why a failed attempt was not followed by another one.
    @nonexhaustive
    public enum EndReason: Sendable, Hashable {
        /// The number of attempts has reached the limit of the policy.
        case attemptsSpent(Int)
        /// The request is not idempotent, and the server may already have acted on it: another
        /// attempt could repeat its effect.
        case notIdempotent
        /// The request's content is a stream that can be read only once.
        case notReplayable
        /// The server asks for a longer wait than the policy accepts.
        case serverAsksTooMuch(Duration)
        /// The wait would exceed the time that is left for the call.
        case deadline(wait: Duration, left: Duration)
        /// Too many calls to this host have been repeated recently.
        case budgetSpent
    }
}

extension Attempt.EndReason: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String {
        switch self {
        case .attemptsSpent(let count): "given up after \(count) attempts"
        case .notIdempotent: "not tried again: the method is not idempotent"
        case .notReplayable: "not tried again: the request's content can be read only once"
        case .serverAsksTooMuch(let wait): "not tried again: the server asks to wait \(wait.brief)"
        case .deadline(let wait, let left):
            "not tried again: the wait of \(wait.brief) exceeds the \(left.brief) that are left"
        case .budgetSpent: "not tried again: too many calls to the host are being repeated"
        }
    }
}
