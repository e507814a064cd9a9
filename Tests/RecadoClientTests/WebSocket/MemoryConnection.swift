// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// A connection in memory whose other end is the test.
final class MemoryConnection: ByteConnection {
    private struct State {
        var input: [UInt8] = []
        var end: Result<Void, TransportError>?
        var output: [UInt8] = []
        /// True if the test's end reads; while it does not, what the client writes stays in
        /// `output`.
        var isTaken = true
        var isClosed = false
        var lastIdentifier = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private static let room = 65_536

    private let state = Mutex(State())

    /// Changes the state, and wakes all tasks that wait for a change.
    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, waiters) = state.withLock { state in
            defer { state.waiters = [:] }
            return (body(&state), state.waiters.values.map { $0 })
        }
        for waiter in waiters { waiter.resume() }
        return value
    }

    /// Waits until `body` returns a value, or the task is cancelled.
    private func wait<Value: Sendable>(
        for condition: @Sendable (inout State) -> Value?
    ) async -> Value? {
        while true {
            if let value = state.withLock({ condition(&$0) }) { return value }
            if Task.isCancelled { return nil }
            let identifier = state.withLock { state in
                state.lastIdentifier += 1
                return state.lastIdentifier
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    let isOver = state.withLock { state in
                        if Task.isCancelled || condition(&state) != nil { return true }
                        state.waiters[identifier] = waiter
                        return false
                    }
                    if isOver { waiter.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiters.removeValue(forKey: identifier) }?.resume()
            }
        }
    }

    // MARK: - The client's end

    func read() async throws(TransportError) -> [UInt8]? {
        let hasSomething = await wait { state in
            !state.input.isEmpty || state.end != nil || state.isClosed ? true : nil
        }
        guard hasSomething != nil else { throw TransportError(.cancelled) }
        let (input, end) = change { state in
            defer { state.input = [] }
            return (state.input, state.end)
        }
        if !input.isEmpty { return input }
        try end?.get()
        return nil
    }

    func write(_ bytes: [UInt8]) {
        change { if !$0.isClosed { $0.output += bytes } }
    }

    var backlog: Int { state.withLock { $0.isTaken ? 0 : $0.output.count } }

    func drain() async throws(TransportError) {
        let isOpen = await wait { state -> Bool? in
            if state.isClosed { return false }
            return state.isTaken || state.output.count < Self.room ? true : nil
        }
        guard let isOpen else { throw TransportError(.cancelled) }
        if !isOpen { throw TransportError(.connectionLost) }
    }

    func close() {
        change { $0.isClosed = true }
    }

    // MARK: - The test's end

    func send(_ bytes: [UInt8]) {
        change { $0.input += bytes }
    }

    func end(_ end: Result<Void, TransportError> = .success(())) {
        change { $0.end = end }
    }

    /// Makes the test's end stop reading what the client writes, or resume reading.
    func take(_ isTaken: Bool) {
        change { $0.isTaken = isTaken }
    }

    /// Waits for bytes that the client has written, and returns `nil` if it has closed the
    /// connection.
    func receive() async -> [UInt8]? {
        let bytes: [UInt8]? = await wait { state in
            if state.output.isEmpty { return state.isClosed ? [] : nil }
            return state.output
        }
        guard let bytes, !bytes.isEmpty else { return nil }
        change { $0.output.removeFirst(bytes.count) }
        return bytes
    }

    /// Waits until at least `count` bytes that the client has written are unread.
    func waitForBacklog(_ count: Int) async {
        _ = await wait { $0.output.count >= count ? true : nil }
    }

    /// Waits until the client has read everything that was sent to it.
    func waitForReader() async {
        _ = await wait { $0.input.isEmpty ? true : nil }
    }

    /// Waits until the client has closed the connection.
    func waitForEnd() async {
        _ = await wait { $0.isClosed ? true : nil }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}
