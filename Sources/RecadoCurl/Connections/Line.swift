// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import Synchronization

/// The bytes of one connection, between its users and the thread that owns libcurl.
///
/// No continuation is ever resumed while the lock is held: cancellation handlers take it.
final class Line: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    /// What a waiter waits for.
    private enum Event: Sendable {
        case opening
        case input
        case room
    }

    private struct State {
        var isOpen = false
        /// Whether nobody needs the line any more.
        var isClosed = false
        var end: Result<Void, TransportError>?
        var input: [UInt8] = []
        /// Whether the thread has stopped reading.
        var isInputHeld = false
        var output: [UInt8] = []
        /// What the thread has taken and not sent yet.
        var underWay = 0
        var lastIdentifier = 0
        var waiters: [Int: (event: Event, waiter: Waiter)] = [:]

        /// Whether what an event tells of is there already.
        func isSettled(_ event: Event) -> Bool {
            if end != nil || isClosed { return true }
            return switch event {
            case .opening: isOpen
            case .input: !input.isEmpty
            case .room: output.count + underWay < Line.room
            }
        }

        mutating func takeSettled() -> [Waiter] {
            let settled = waiters.filter { isSettled($0.value.event) }
            for identifier in settled.keys { waiters[identifier] = nil }
            return settled.values.map(\.waiter)
        }
    }

    /// From so many bytes on, whoever writes is to wait: what one write of a socket takes.
    private static let room = 65_536

    let request: PreparedRequest
    let connectTimeout: Duration?
    private let mailbox: Mailbox
    private let state = Mutex(State())

    init(to request: PreparedRequest, connectTimeout: Duration?, mailbox: Mailbox) {
        self.request = request
        self.connectTimeout = connectTimeout
        self.mailbox = mailbox
    }

    // MARK: - Users

    /// Waits until the connection is there.
    func open() async throws(TransportError) {
        if !mailbox.post(.open(self)) { end(.failure(TransportError(.released))) }
        await wait(for: .opening)
        let (isOpen, end) = state.withLock { ($0.isOpen, $0.end) }
        if case .failure(let error) = end { throw error }
        if isOpen, !Task.isCancelled { return }
        close()
        throw TransportError(.cancelled)
    }

    func read() async throws(TransportError) -> [UInt8]? {
        while true {
            let (bytes, end, isClosed, mustResume) = state.withLock { state in
                let bytes = state.input
                state.input = []
                let mustResume = state.isInputHeld && !bytes.isEmpty
                if mustResume { state.isInputHeld = false }
                return (bytes, state.end, state.isClosed, mustResume)
            }
            if mustResume { mailbox.post(.attend(self)) }
            if !bytes.isEmpty { return bytes }
            if let end {
                try end.get()
                return nil
            }
            if isClosed { return nil }
            if Task.isCancelled { throw TransportError(.cancelled) }
            await wait(for: .input)
        }
    }

    func write(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        let isFirst = state.withLock { state in
            if state.isClosed || state.end != nil { return false }
            let isFirst = state.output.isEmpty
            if isFirst { state.output = bytes } else { state.output += bytes }
            return isFirst
        }
        if isFirst { mailbox.post(.attend(self)) }
    }

    var backlog: Int { state.withLock { $0.output.count + $0.underWay } }

    func drain() async throws(TransportError) {
        while true {
            let (isSettled, end, isClosed) = state.withLock {
                ($0.isSettled(.room), $0.end, $0.isClosed)
            }
            if case .failure(let error) = end { throw error }
            if isClosed || end != nil {
                throw TransportError(.connectionLost, "the connection is closed")
            }
            if isSettled { return }
            if Task.isCancelled { throw TransportError(.cancelled) }
            await wait(for: .room)
        }
    }

    func close() {
        let (isFirst, waiters) = state.withLock { state in
            let isFirst = !state.isClosed
            state.isClosed = true
            return (isFirst && state.end == nil, state.takeSettled())
        }
        for waiter in waiters { waiter.resume() }
        if isFirst { mailbox.post(.close(self)) }
    }

    /// Waits until something has happened, or the task is cancelled.
    private func wait(for event: Event) async {
        let identifier = state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                // A task that was cancelled before is seen here, one that is cancelled later below.
                let isOver = state.withLock { state in
                    if state.isSettled(event) || Task.isCancelled { return true }
                    state.waiters[identifier] = (event, waiter)
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: identifier) }?.waiter.resume()
        }
    }

    // MARK: - The thread

    /// Whether nobody needs the line any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Tells that the connection is there.
    func opened() {
        settle { $0.isOpen = true }
    }

    /// Tells that nothing more will arrive or be sent.
    func end(_ end: Result<Void, TransportError>) {
        settle { state in
            if state.end == nil { state.end = end }
            (state.output, state.underWay) = ([], 0)
        }
    }

    /// Hands over what has arrived; returns whether the thread may go on reading.
    func deliver(_ bytes: [UInt8], limit: Int) -> Bool {
        settle { state in
            if state.isClosed { return true }
            if state.input.isEmpty { state.input = bytes } else { state.input += bytes }
            state.isInputHeld = state.input.count >= limit
            return !state.isInputHeld
        }
    }

    /// Whether a reader has made room since reading was stopped.
    var wantsInput: Bool { state.withLock { !$0.isInputHeld } }

    /// Takes everything that is to be sent.
    func takeOutput() -> [UInt8] {
        state.withLock { state in
            let output = state.output
            state.output = []
            state.underWay += output.count
            return output
        }
    }

    /// Tells that so much of what was taken has been sent.
    func sent(_ count: Int) {
        settle { $0.underWay -= count }
    }

    private func settle<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, waiters) = state.withLock { state in
            let result = change(&state)
            return (result, state.takeSettled())
        }
        for waiter in waiters { waiter.resume() }
        return result
    }
}
