// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A response that is there, or that a task will give.
public enum PendingResponse: Sendable {
    /// The response; its content may still have to be read.
    case now(Response)
    /// The work that leads to it; a request waits for a task only where its work does.
    case later(Work)

    /// The work of a task that leads to a response, and the changes of the response after it.
    public struct Work: Sendable {
        let begin: @Sendable () async -> Response
        /// A list, for work around work takes a frame of the task's memory for each.
        private var changes: [@Sendable (inout Response) -> Void] = []

        /// Creates work without changes.
        ///
        /// - Parameter begin: Leads to a response.
        public init(_ begin: @escaping @Sendable () async -> Response) { self.begin = begin }

        /// Does the work.
        ///
        /// - Returns: The response.
        public func callAsFunction() async -> Response {
            var response = await begin()
            change(&response)
            return response
        }

        /// Changes the response that the work has led to.
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
    /// - Parameter work: Leads to the response.
    /// - Returns: The response.
    public static func later(
        _ work: @escaping @Sendable () async -> Response
    ) -> PendingResponse {
        .later(Work(work))
    }

    /// The response, waited for.
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

    /// The same, with a function that is made only where a task has to call
    /// it: to make it takes memory.
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

    /// Returns the response, with its task run within something, such as the value of a task-local.
    ///
    /// The body is not called for a response without a task: that one was made before.
    ///
    /// - Parameter body: Calls its argument and returns what that returns, or another response.
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
    /// Takes the response out, if it is there with all of its content; a
    /// copy would count references.
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
