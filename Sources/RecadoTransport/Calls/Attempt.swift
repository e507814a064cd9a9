// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// One failed attempt of a call, and its consequence.
public struct Attempt: Sendable, Hashable {
    /// The way in which an attempt failed: with an answer or with an error.
    public enum Outcome: Sendable, Hashable {
        /// An answer arrived; its status means that another attempt may succeed.
        case answered(Status)
        /// No complete answer arrived, because of an error of this kind.
        case failed(TransportError.Kind)
    }

    /// The decision after a failed attempt: another attempt, or none.
    public enum Consequence: Sendable, Hashable {
        /// Another attempt follows after a wait.
        case repeated(after: Duration)
        /// No other attempt follows, for the given reason.
        case givenUp(EndReason)
    }

    /// The number of the attempt within the call, from 1.
    public let number: Int
    /// The outcome of the attempt.
    public let outcome: Outcome
    /// The consequence of the attempt.
    public let consequence: Consequence

    /// Creates an attempt.
    package init(number: Int, outcome: Outcome, consequence: Consequence) {
        self.number = number
        self.outcome = outcome
        self.consequence = consequence
    }

    /// The wait before the next attempt; `nil` if no other attempt follows.
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
