// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A history of calls on one object, with the order in which they began and ended.
///
/// ```swift
/// let history = History<Register<String>>()
/// // in each client:
/// try await history.record(.write("a")) {
///     try await client.send(WriteNote(text: "a"))
///     return .done
/// }
/// // at the end:
/// try history.check()
/// ```
///
/// It does not need a world: any test can record a history.
public final class History<Model: SequentialModel>: Sendable {
    /// A call in a history.
    public struct Call: Sendable {
        /// The call.
        public let operation: Model.Operation
        /// The answer; `nil` if there was none, or if it has yet to arrive.
        public internal(set) var outcome: Model.Outcome?
        /// The number of the event with which the call began.
        public let begin: Int
        /// The number of the event with which the call ended; `nil` without an answer, in which
        /// case the call may still be carried out at any later time.
        public internal(set) var end: Int?
    }

    private struct State {
        var calls: [Call] = []
        var eventCount = 0

        mutating func nextEvent() -> Int {
            eventCount += 1
            return eventCount
        }
    }

    private let state = Mutex(State())

    /// Creates a history without calls.
    public init() {}

    /// The calls, in the order in which they began.
    public var calls: [Call] { state.withLock(\.calls) }

    /// Makes a call, and records when it begins and ends.
    ///
    /// - Parameters:
    ///   - operation: The call.
    ///   - body: Makes the call, and returns the answer. If it throws, it is unknown whether the
    ///     call was carried out.
    /// - Returns: The answer.
    /// - Throws: The error of the body.
    @discardableResult
    public func record(
        _ operation: Model.Operation,
        _ body: () async throws -> Model.Outcome
    ) async throws -> Model.Outcome {
        let index = state.withLock { state in
            let begin = state.nextEvent()
            state.calls.append(Call(operation: operation, outcome: nil, begin: begin, end: nil))
            return state.calls.count - 1
        }
        let outcome = try await body()
        state.withLock { state in
            state.calls[index].outcome = outcome
            state.calls[index].end = state.nextEvent()
        }
        return outcome
    }

    /// Checks that the calls could have been carried out one after the other, each at a moment
    /// between its beginning and its end (linearizability; Herlihy and Wing 1990).
    ///
    /// The cost grows with the number of calls that overlap, in the worst case exponentially.
    ///
    /// - Throws: ``NotLinearizable`` if there is no such order.
    public func check() throws(NotLinearizable) {
        var search = LinearizationSearch<Model>(calls)
        if let call = search.firstContradiction() {
            throw NotLinearizable(
                call: "\(call.operation)",
                outcome: call.outcome.map { "\($0)" } ?? "",
                index: call.begin
            )
        }
    }
}

/// The error for a call whose answer is not possible in any order of the calls.
public struct NotLinearizable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The call.
    public let call: String
    /// Its answer.
    public let outcome: String
    /// The number of the event with which the call began.
    public let index: Int

    init(call: String, outcome: String, index: Int) {
        (self.call, self.outcome, self.index) = (call, outcome, index)
    }

    /// The contradiction in a sentence.
    public var description: String {
        "\(call), begun as event \(index), was answered \(outcome); no order of the calls explains that"
    }
}
