// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// The task that sends the content of an HTTP/1.1 request, even while its answer arrives.
final class ContentSender: Sendable {
    private struct State {
        var lastActivity = Tick.now
        /// True if the program has supplied nothing to send at the moment.
        var isStarved = true
        var isDone = false
        /// True if all content was sent.
        var isComplete = false
        var task: Task<Void, Never>?
        /// The reader of the answer, while it waits until sending has ended.
        var finisher: CheckedContinuation<Void, Never>?
    }

    private let transfer: Transfer
    private let channel: Channel
    private let source: any ContentSource
    private let length: Int?
    private let state = Mutex(State())

    init(_ transfer: Transfer, _ source: any ContentSource, over channel: Channel) {
        (self.transfer, self.source, self.channel) = (transfer, source, channel)
        length = transfer.request.payload.length
    }

    /// Begins to send.
    func start() {
        let task = Task { [self] in
            let failure = await send()
            state.withLock { state in
                (state.isDone, state.isStarved) = (true, false)
                state.isComplete = state.isComplete && failure == nil
            }
            // Passes the error to the reader of the answer.
            if let failure { channel.end(with: failure) }
            wakeFinisher()
        }
        state.withLock { $0.task = task }
    }

    // MARK: - The reader of the answer

    /// True if everything was sent.
    var isComplete: Bool { state.withLock { $0.isComplete } }

    /// The phase of the transfer while there is no response.
    var phase: TransportError.Phase { isComplete ? .waiting : .sending }

    /// True if a wait for the answer must not time out yet, because content is being sent or the
    /// program has not supplied more.
    func excuses(_ idle: Duration?) -> Bool {
        state.withLock { state in
            if state.isDone { return false }
            return state.isStarved || state.lastActivity.after(idle) > Tick.now
        }
    }

    /// Stops sending.
    func cancel() { state.withLock { $0.task }?.cancel() }

    /// Waits until sending has ended, with or without success, but no longer than a limit.
    ///
    /// - Returns: True if sending has ended.
    func finish(within limit: Duration) async -> Bool {
        // The timer is set after the wait has begun, because an earlier timer could fire before
        // there is a continuation to resume.
        let timer = Atomic(0)
        defer { channel.reactor.cancel(timer.load(ordering: .relaxed)) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isDone || Task.isCancelled { return true }
                    state.finisher = continuation
                    return false
                }
                if isOver { return continuation.resume() }
                let number = channel.reactor.schedule(after: limit) { self.wakeFinisher() }
                timer.store(number, ordering: .relaxed)
            }
        } onCancel: {
            wakeFinisher()
        }
        return state.withLock { $0.isDone }
    }

    private func wakeFinisher() {
        let finisher = state.withLock { state in
            defer { state.finisher = nil }
            return state.finisher
        }
        finisher?.resume()
    }

    // MARK: - The task

    private func send() async -> TransportError? {
        var count = 0
        do {
            while let piece = try await nextPiece() {
                count += piece.count
                if let length, count > length { return Self.mismatch(length, "more") }
                guard try await write(framed(piece)) else { return nil }
            }
            if let length, count < length { return Self.mismatch(length, "\(count)") }
            let end = Array("0\r\n\r\n".utf8)
            let isWritten = length == nil ? try await write(end) : true
            if isWritten { state.withLock { $0.isComplete = true } }
            return nil
        } catch let error as TransportError {
            return error.kind == .cancelled ? nil : error
        } catch is CancellationError {
            return Task.isCancelled ? nil : TransportError(.cancelled)
        } catch {
            return TransportError(.contentFailed, "\(type(of: error))")
        }
    }

    private func nextPiece() async throws -> [UInt8]? {
        state.withLock { $0.isStarved = true }
        let piece = try await source.next()
        if Task.isCancelled { throw CancellationError() }
        state.withLock { ($0.isStarved, $0.lastActivity) = (false, .now) }
        return piece
    }

    private static func mismatch(_ length: Int, _ found: String) -> TransportError {
        TransportError(.contentFailed, "its source announced \(length) bytes and gave \(found)")
    }

    /// Returns a piece as it is sent: as a chunk, if the length of the content is not known.
    private func framed(_ piece: [UInt8]) -> [UInt8] {
        if length != nil { return piece }
        var chunk = Array(String(piece.count, radix: 16).utf8)
        chunk.reserveCapacity(piece.count + 16)
        chunk += "\r\n".utf8
        chunk += piece
        chunk += "\r\n".utf8
        return chunk
    }

    /// Sends bytes; returns `false` if the other side accepts no more.
    ///
    /// The next attempt to read reports the reason.
    private func write(_ bytes: [UInt8]) async throws(TransportError) -> Bool {
        // Waits without a limit, because the reader of the answer checks the time.
        let end = try await channel.sendAll(
            bytes,
            until: .never,
            late: TransportError(.timedOut(.sending))
        ) { count in
            state.withLock { $0.lastActivity = .now }
            transfer.note { $0.bytesSent += count }
        }
        return end == nil
    }
}
