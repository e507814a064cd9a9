// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The calls that clients have made on one object, with the order in which they began and ended.
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
/// A history does not need a world: any test can record one.
public final class History<Model: SequentialModel>: Sendable {
    /// A call in a history.
    public struct Call: Sendable {
        /// The operation that the caller requested.
        public let operation: Model.Operation
        /// The answer; `nil` if it has not arrived.
        public internal(set) var outcome: Model.Outcome?
        /// The number of the event with which the call began.
        public let begin: Int
        /// The number of the event with which the call ended; `nil` without an answer, because the
        /// object may still execute the call at any later time.
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

    /// Makes a call, and records the beginning, the end and the answer.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - body: Makes the call, and returns the answer. If it throws, it is unknown whether the
    ///     object has executed the call.
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

    /// Checks that the calls are linearizable (Herlihy and Wing 1990).
    ///
    /// This holds if the answers are those of some sequence in which each call takes effect at one
    /// moment between its beginning and its end. The cost of the check grows with the number of
    /// calls that overlap, in the worst case exponentially.
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

/// The error for a call whose answer is wrong in every possible order of the calls.
public struct NotLinearizable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation of the call.
    public let call: String
    /// The answer of the call.
    public let outcome: String
    /// The number of the event with which the call began.
    public let index: Int

    init(call: String, outcome: String, index: Int) {
        (self.call, self.outcome, self.index) = (call, outcome, index)
    }

    /// A description of the contradiction, as a sentence.
    public var description: String {
        "\(call), begun as event \(index), was answered \(outcome); no order of the calls explains that"
    }
}
