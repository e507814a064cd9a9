// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// One failed attempt of a call, and its consequence.
public struct Attempt: Sendable, Hashable {
    /// The outcome of an attempt.
    public enum Outcome: Sendable, Hashable {
        /// An answer with a status for which another attempt is worthwhile.
        case answered(Status)
        /// No answer.
        case failed(TransportError.Kind)
    }

    /// The consequence of an attempt.
    public enum Consequence: Sendable, Hashable {
        /// Another attempt after a wait.
        case repeated(after: Duration)
        /// No other attempt.
        case givenUp(RetryRefusal)
    }

    /// The number of the attempt within the call, from 1.
    public let number: Int
    /// The outcome of the attempt.
    public let outcome: Outcome
    /// The consequence of the attempt.
    public let consequence: Consequence

    /// The wait before the next attempt; `nil` for the last one.
    public var delay: Duration? {
        if case .repeated(let delay) = consequence { delay } else { nil }
    }
}

extension Attempt: CustomStringConvertible {
    /// The attempt in one line: `attempt 1: 503 Service Unavailable; again after 2 s`.
    public var description: String {
        let end =
            switch outcome {
            case .answered(let status): "\(status)"
            case .failed(let kind): "\(kind)"
            }
        return switch consequence {
        case .repeated(let delay): "attempt \(number): \(end); again after \(delay.brief)"
        case .givenUp(let refusal): "attempt \(number): \(end); \(refusal)"
        }
    }
}

/// The reason that a failed attempt was the last one.
@nonexhaustive
public enum RetryRefusal: Sendable, Hashable {
    /// The number of attempts has reached the limit of the policy.
    case attemptsSpent(Int)
    /// The server may already have acted, and acting twice may differ from acting once.
    case notIdempotent
    /// The request's content is a stream that can be read once.
    case notReplayable
    /// The server asks for a longer wait than the policy accepts.
    case serverAsksTooMuch(Duration)
    /// The wait would exceed the time that is left for the call.
    case deadline(wait: Duration, left: Duration)
    /// Too many calls to this host have been repeated recently.
    case budgetSpent
}

extension RetryRefusal: CustomStringConvertible {
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
