// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoSimulation
import Testing

private typealias Text = Register<String>

/// A call that stays open until the test gives it an answer.
private struct Pending {
    let operation: Text.Operation
    let answer: AsyncStream<Text.Outcome?>.Continuation
    let task: Task<Void, Never>

    struct Lost: Error {}

    /// Starts a call.
    static func begin(_ operation: Text.Operation, in history: History<Text>) async -> Pending {
        let (answers, answer) = AsyncStream<Text.Outcome?>.makeStream()
        let (beginnings, beginning) = AsyncStream<Void>.makeStream()
        let task = Task {
            _ = try? await history.record(operation) {
                beginning.finish()
                for await outcome in answers {
                    guard let outcome else { break }
                    return outcome
                }
                throw Lost()
            }
        }
        for await _ in beginnings {}
        return Pending(operation: operation, answer: answer, task: task)
    }

    /// Ends the call with an outcome, or with none as if its response was lost.
    func end(_ outcome: Text.Outcome?) async {
        answer.yield(outcome)
        await task.value
    }
}

@Suite struct `A recorded history of calls` {
    /// Returns a history of calls that were made one after another.
    private static func history(
        _ calls: (Text.Operation, Text.Outcome)...
    ) async throws -> History<Text> {
        let history = History<Text>()
        for (operation, outcome) in calls { try await history.record(operation) { outcome } }
        return history
    }

    @Test func `is accepted if each read returns the last value`() async throws {
        try await Self.history(
            (.read, .value(nil)),
            (.write("a"), .done),
            (.read, .value("a")),
            (.replace("a", by: "b"), .done),
            (.replace("a", by: "c"), .refused),
            (.read, .value("b"))
        ).check()
    }

    @Test func `is rejected if a read returns an older value`() async throws {
        let history = try await Self.history(
            (.write("a"), .done),
            (.write("b"), .done),
            (.read, .value("a"))
        )
        let error = #expect(throws: NotLinearizable.self) { try history.check() }
        #expect(error?.call == "read")
        #expect(error?.outcome == "value(Optional(\"a\"))")
        #expect(error?.index == 5)
    }

    @Test func `is rejected if two calls replace the same value`() async throws {
        let history = try await Self.history(
            (.write("a"), .done),
            (.replace("a", by: "b"), .done),
            (.replace("a", by: "c"), .done)
        )
        #expect(throws: NotLinearizable.self) { try history.check() }
    }

    @Test func `is accepted if a read sees a concurrent write or not`() async throws {
        for seen in ["a", "b"] {
            let history = History<Text>()
            try await history.record(.write("a")) { .done }
            let write = await Pending.begin(.write("b"), in: history)
            try await history.record(.read) { .value(seen) }
            await write.end(.done)
            try await history.record(.read) { .value("b") }
            try history.check()
        }
    }

    @Test func `is rejected if a write disappears after it was read`() async throws {
        let history = History<Text>()
        try await history.record(.write("a")) { .done }
        let write = await Pending.begin(.write("b"), in: history)
        try await history.record(.read) { .value("b") }
        try await history.record(.read) { .value("a") }
        await write.end(.done)
        #expect(throws: NotLinearizable.self) { try history.check() }
    }

    @Test func `is accepted if a lost call takes effect late or never`() async throws {
        for seen in ["a", "b"] {
            let history = History<Text>()
            try await history.record(.write("a")) { .done }
            let write = await Pending.begin(.write("b"), in: history)
            await write.end(nil)
            try await history.record(.read) { .value("a") }
            try await history.record(.read) { .value(seen) }
            try history.check()
        }
    }

    @Test func `is checked even with a thousand calls`() async throws {
        let history = History<Text>()
        for round in 0..<200 {
            var writes: [Pending] = []
            for writer in 0..<4 {
                writes.append(await Pending.begin(.write("\(round)-\(writer)"), in: history))
            }
            for write in writes { await write.end(.done) }
            try await history.record(.read) { .value("\(round)-\(round % 4)") }
        }
        #expect(history.calls.count == 1_000)
        try history.check()
        try await history.record(.read) { .value("0-0") }
        #expect(throws: NotLinearizable.self) { try history.check() }
    }
}
