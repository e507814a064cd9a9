// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A rule of a stub: the answers to the requests that match a pattern.
public final class StubRule: Sendable, CustomStringConvertible {
    /// The pattern that requests must match.
    public let pattern: RequestPattern
    private let answers: [StubResponse]
    private let answered = Mutex<[StubbedRequest]>([])

    init(_ pattern: RequestPattern, _ answers: [StubResponse]) {
        self.pattern = pattern
        self.answers = answers
    }

    /// The requests that the rule has answered, in their order.
    public var requests: [StubbedRequest] { answered.withLock { $0 } }

    /// The number of requests that the rule has answered.
    public var count: Int { answered.withLock(\.count) }

    /// The text of the rule's pattern.
    public var description: String { pattern.description }

    /// Records a request and returns its answer; the last answer is repeated for all later
    /// requests.
    func answer(to request: StubbedRequest) -> StubResponse? {
        let number = answered.withLock { answered in
            answered.append(request)
            return answered.count
        }
        return answers.isEmpty ? nil : answers[min(number, answers.count) - 1]
    }
}
