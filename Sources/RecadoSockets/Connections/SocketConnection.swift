// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport
import Synchronization

/// A connection for purposes other than requests, such as WebSockets.
final class SocketConnection: ByteConnection {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        var output: [UInt8] = []
        var sentCount = 0
        /// True if the socket cannot take more bytes at the moment.
        var isBlocked = false
        var isClosed = false
        /// The reason that nothing more will be sent.
        var failure: TransportError?
        var lastWaiter = 0
        /// The tasks that wait until they may write more.
        var waiters: [Int: Waiter] = [:]

        var backlog: Int { output.count - sentCount }

        var hasRoom: Bool { backlog < SocketConnection.room || isClosed || failure != nil }

        mutating func takeWaiters() -> [Waiter] {
            guard hasRoom else { return [] }
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    /// The number of unsent bytes at which a writer waits; a socket takes about this many in one
    /// write.
    private static let room = 65_536
    /// The maximum number of bytes to read at once: four TLS records.
    private static let pieceSize = 65_536

    private let channel: Channel
    private let authority: String
    private let state = Mutex(State())

    init(_ channel: Channel, authority: String) {
        (self.channel, self.authority) = (channel, authority)
    }

    deinit { close() }

    // MARK: - Reading

    func read() async throws(TransportError) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            if state.withLock({ $0.isClosed }) { return nil }
            if Task.isCancelled { throw TransportError(.cancelled) }
            switch channel.receive(atMost: Self.pieceSize, appendingTo: &bytes) {
            case .bytes: return bytes
            case .ended: return nil
            case .failed(let kind, let reason):
                throw TransportError(kind, "\(authority): \(reason)")
            case .wouldBlock(let side):
                switch await channel.wait(for: side, until: .never) {
                case .ready, .timedOut: break
                case .cancelled: throw TransportError(.cancelled)
                case .ended(let error):
                    if state.withLock({ $0.isClosed }) { return nil }
                    throw error
                }
            }
        }
    }

    // MARK: - Writing

    func write(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        let mustSend = state.withLock { state in
            if state.isClosed || state.failure != nil { return false }
            if state.backlog == 0 {
                (state.output, state.sentCount) = (bytes, 0)
            } else {
                state.output += bytes
            }
            return !state.isBlocked
        }
        if mustSend { send() }
    }

    /// Sends as many bytes as the socket takes.
    private func send() {
        let (mustWait, waiters) = state.withLock { state -> (Bool, [Waiter]) in
            state.isBlocked = false
            while state.backlog > 0, state.failure == nil {
                switch channel.send(state.output, from: state.sentCount) {
                case .bytes(let count): state.sentCount += count
                case .wouldBlock: state.isBlocked = true
                case .ended:
                    state.failure = TransportError(.connectionLost, "\(authority): it ended")
                case .failed(let kind, let reason):
                    state.failure = TransportError(kind, "\(authority): \(reason)")
                }
                if state.isBlocked { break }
            }
            if state.backlog == 0 { (state.output, state.sentCount) = ([], 0) }
            return (state.isBlocked && !state.isClosed, state.takeWaiters())
        }
        for waiter in waiters { waiter.resume() }
        guard mustWait else { return }
        channel.notify(.writing) { [weak self] _ in self?.send() }
    }

    var backlog: Int { state.withLock { $0.backlog } }

    func drain() async throws(TransportError) {
        while true {
            let (hasRoom, failure, isClosed) = state.withLock {
                ($0.hasRoom, $0.failure, $0.isClosed)
            }
            if let failure { throw failure }
            if isClosed || channel.ending != nil {
                throw channel.ending ?? TransportError(.connectionLost, "the connection is closed")
            }
            if hasRoom { return }
            if Task.isCancelled { throw TransportError(.cancelled) }
            await waitForRoom()
        }
    }

    private func waitForRoom() async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if state.hasRoom || Task.isCancelled { return true }
                    state.waiters[number] = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }

    // MARK: - The end

    func close() {
        let (isFirst, waiters) = state.withLock { state in
            defer { state.isClosed = true }
            if !state.isClosed, state.backlog > 0, !state.isBlocked {
                _ = channel.send(state.output, from: state.sentCount)
            }
            return (!state.isClosed, Array(state.waiters.values))
        }
        guard isFirst else { return }
        state.withLock { $0.waiters = [:] }
        for waiter in waiters { waiter.resume() }
        channel.end(with: TransportError(.connectionLost, "the connection is closed"))
    }
}
