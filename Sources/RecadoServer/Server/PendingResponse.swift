// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A response that is there, or that a task will give.
public enum PendingResponse: Sendable {
    /// The response; its content may still have to be read.
    case now(Response)
    /// The work that produces the response; a request waits for a task only if its work does.
    case later(Work)

    /// The work of a task that produces a response, and the changes of the response after it.
    public struct Work: Sendable {
        let begin: @Sendable () async -> Response
        /// A list, since nesting work in work would take a frame of the task's memory for each
        /// change.
        private var changes: [@Sendable (inout Response) -> Void] = []

        /// Creates work without changes.
        ///
        /// - Parameter begin: Produces a response.
        public init(_ begin: @escaping @Sendable () async -> Response) { self.begin = begin }

        /// Does the work.
        ///
        /// - Returns: The response.
        public func callAsFunction() async -> Response {
            var response = await begin()
            change(&response)
            return response
        }

        /// Applies the changes to the response that the work has produced.
        func change(_ response: inout Response) {
            for change in changes { change(&response) }
        }

        fileprivate consuming func changing(
            _ change: @escaping @Sendable (inout Response) -> Void
        ) -> Work {
            var work = self
            if work.changes.isEmpty { work.changes.reserveCapacity(4) }
            work.changes.append(change)
            return work
        }
    }

    /// A response that a task gives.
    ///
    /// - Parameter work: Produces the response.
    /// - Returns: The response.
    public static func later(
        _ work: @escaping @Sendable () async -> Response
    ) -> PendingResponse {
        .later(Work(work))
    }

    /// The response, after waiting for it if necessary.
    public var value: Response {
        get async {
            switch self {
            case .now(let response): response
            case .later(let rest): await rest()
            }
        }
    }

    /// The response with a change, as soon as it is there.
    ///
    /// - Parameter change: Changes it.
    /// - Returns: The response with the change.
    public consuming func map(
        _ change: @escaping @Sendable (inout Response) -> Void
    ) -> PendingResponse {
        map(change) { change }
    }

    /// The response with a change; `later`, which makes the change for a task, is called only if
    /// there is a task, for the closure that it makes takes memory.
    consuming func map(
        _ change: (inout Response) -> Void,
        later: () -> @Sendable (inout Response) -> Void
    ) -> PendingResponse {
        switch consume self {
        case .now(var response):
            change(&response)
            return .now(response)
        case .later(let work): return .later(work.changing(later()))
        }
    }

    /// Returns the response, with its task run within a context, such as the value of a task-local.
    ///
    /// The body is not called for a response without a task, which was made before.
    ///
    /// - Parameter body: Calls its argument and returns the result, or another response.
    /// - Returns: The response.
    public consuming func around(
        _ body: @escaping @Sendable (_ rest: @Sendable () async -> Response) async -> Response
    ) -> PendingResponse {
        switch consume self {
        case .now(let response): .now(response)
        case .later(let work): .later { await body { await work() } }
        }
    }
}

extension PendingResponse? {
    /// Takes the response out, if it is there with all of its content; a copy would cost reference
    /// counting.
    mutating func takeWhole() -> Response? {
        switch take() {
        case .now(let response):
            if response.content.isAtHand { return response }
            self = .now(response)
        case let other: self = other
        }
        return nil
    }
}
