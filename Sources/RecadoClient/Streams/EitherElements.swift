// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A sequence of elements from one of two sources, depending on the format of the answer.
struct EitherElements<First: AsyncSequence & Sendable, Second: AsyncSequence & Sendable>:
    AsyncSequence, Sendable
where First.Element == Second.Element, First.Failure == Second.Failure {
    typealias Element = First.Element
    typealias Failure = First.Failure

    let first: First
    let second: Second
    let isSecond: Bool

    func makeAsyncIterator() -> Iterator {
        isSecond
            ? Iterator(second: second.makeAsyncIterator())
            : Iterator(first: first.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        private var first: First.AsyncIterator?
        private var second: Second.AsyncIterator?

        fileprivate init(first: First.AsyncIterator) { self.first = first }

        fileprivate init(second: Second.AsyncIterator) { self.second = second }

        mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Failure) -> Element? {
            if let element = try await first?.next(isolation: actor) { return element }
            return try await second?.next(isolation: actor)
        }
    }
}
