// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A response that is available now, or that a task will produce.
public enum PendingResponse: Sendable {
    /// The response; its content may still have to be read from its source.
    case now(Response)
    /// Work that produces the response in a task.
    case later(Work)

    /// The work of a task that produces a response, and the changes to apply to the response.
    public struct Work: Sendable {
        let begin: @Sendable () async -> Response
        /// The changes are in a list, because nesting the closures would take a frame of the task's
        /// memory for each.
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

        /// Applies the changes to the response of the work.
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

    /// Returns a response that a task will produce.
    ///
    /// - Parameter work: Produces the response.
    /// - Returns: The pending response.
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

    /// Applies a change to the response, now or when a task has produced it.
    ///
    /// - Parameter change: Changes the response.
    /// - Returns: The response with the change.
    public consuming func map(
        _ change: @escaping @Sendable (inout Response) -> Void
    ) -> PendingResponse {
        map(change) { change }
    }

    /// Applies a change to the response.
    ///
    /// The function `later`, which returns the change for a task, is called only if there is a
    /// task, because creating its closure allocates memory.
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

    /// Runs the task that produces the response within a context, such as the value of a
    /// task-local.
    ///
    /// The body is not called for a response that is already available.
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
    /// Takes the response, if it is available with all of its content; copying it would cost
    /// reference counting.
    mutating func takeWhole() -> Response? {
        switch take() {
        case .now(let response):
            if response.content.isInMemory { return response }
            self = .now(response)
        case let other: self = other
        }
        return nil
    }
}
