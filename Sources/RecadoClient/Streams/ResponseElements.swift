// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A sequence that reads an answer's content and converts its errors to errors of the call.
struct ResponseElements<Base: AsyncSequence & Sendable, EndpointFailure: Problem>: AsyncSequence,
    Sendable
{
    typealias Element = Base.Element
    typealias Failure = CallError<EndpointFailure>

    let base: Base
    let answer: OpenResponse<EndpointFailure>

    init(_ base: Base, of answer: OpenResponse<EndpointFailure>) {
        self.base = base
        self.answer = answer
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), answer: answer)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate let answer: OpenResponse<EndpointFailure>

        mutating func next() async throws(CallError<EndpointFailure>) -> Base.Element? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CallError<EndpointFailure>) -> Base.Element? {
            do {
                return try await base.next(isolation: actor)
            } catch {
                throw answer.error(error)
            }
        }
    }
}
