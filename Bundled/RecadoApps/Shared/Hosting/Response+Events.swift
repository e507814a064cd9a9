// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP

extension Response {
    /// Creates a stream of events for an open page, which uses only the events and ignores the
    /// values.
    static func events<Values: AsyncSequence & Sendable>(_ values: Values) -> Response
    where Values.Element == Int {
        Response(
            status: .ok,
            fields: [
                .contentType: "text/event-stream",
                .cacheControl: "no-store",
                .contentTypeOptions: "nosniff",
                // By default, nginx would buffer the events.
                "X-Accel-Buffering": "no",
            ],
            content: EventFeed(of: ValuesUntilError(base: values)).content(in: .json)
        )
    }
}

extension EventStreamOptions {
    /// The options for the stream of a page: if the service fails, the stream ends, and the
    /// browser reports this and reconnects.
    static var onePage: Self {
        var options = Self()
        options.reconnects = false
        return options
    }
}

/// The values of a sequence; if the sequence fails, it ends, so that the browser reconnects.
private struct ValuesUntilError<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
    let base: Base

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator

        mutating func next() async -> Base.Element? {
            await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Base.Element? {
            try? await base.next(isolation: actor)
        }
    }
}
