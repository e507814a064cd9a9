// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// Content that sends a filler when nothing has arrived for a while.
final class PacedSource: ContentSource {
    private typealias Waiter = CheckedContinuation<[UInt8]?, any Error>

    /// A shared state in which the reading task leaves a piece for the sending task.
    private final class Mailbox: Sendable {
        private struct State {
            var arrived: Result<[UInt8]?, any Error>?
            var waiter: Waiter?
            var isReading = false
        }

        private let state = Mutex(State())

        /// Returns and removes the piece that has arrived.
        func take() -> Result<[UInt8]?, any Error>? {
            state.withLock { state in
                defer { state.arrived = nil }
                return state.arrived
            }
        }

        /// Records that a task is reading; returns true if none was reading before, so that the
        /// caller has to start one.
        func beginReading() -> Bool {
            state.withLock { state in
                defer { state.isReading = true }
                return !state.isReading
            }
        }

        /// Hands over a piece that has arrived.
        func leave(_ result: Result<[UInt8]?, any Error>) {
            let waiter: Waiter? = state.withLock { state in
                state.isReading = false
                if state.waiter == nil { state.arrived = result }
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(with: result)
        }

        /// Resumes the waiter with the next piece when it arrives.
        func wait(_ waiter: Waiter) {
            let result: Result<[UInt8]?, any Error>? = state.withLock { state in
                defer { state.arrived = nil }
                if let arrived = state.arrived { return arrived }
                // A cancelled task must not begin to wait: its cancellation handler has
                // already run.
                if Task.isCancelled { return .failure(CancellationError()) }
                state.waiter = waiter
                return nil
            }
            if let result { waiter.resume(with: result) }
        }

        /// Resumes the task that waits, without an effect on the task that reads.
        func release(with result: Result<[UInt8]?, any Error>) {
            let waiter: Waiter? = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(with: result)
        }
    }

    let length: Int? = nil
    private let source: any ContentSource
    private let silence: Duration
    private let filler: [UInt8]
    private let mailbox = Mailbox()
    private let reading = Mutex<Task<Void, Never>?>(nil)

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - source: The content to send.
    ///   - silence: The time without a piece after which the filler is sent.
    ///   - filler: The bytes that are sent after such a silence.
    init(_ source: any ContentSource, _ silence: Duration, filler: [UInt8]) {
        self.source = source
        self.silence = silence
        self.filler = filler
    }

    deinit { stopReading() }

    private func stopReading() { reading.withLock { $0 }?.cancel() }

    func next() async throws -> [UInt8]? {
        try Task.checkCancellation()
        if let arrived = mailbox.take() { return try arrived.get() }
        if mailbox.beginReading() { read() }
        let timer = Task { [mailbox, silence, filler] in
            do {
                try await Task.sleep(for: silence)
                mailbox.release(with: .success(filler))
            } catch {
                // The wait ended before the timer did, so no filler is needed.
            }
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { mailbox.wait($0) }
        } onCancel: {
            mailbox.release(with: .failure(CancellationError()))
            stopReading()
        }
    }

    /// Reads the next piece in a separate task, which continues while fillers are sent.
    private func read() {
        let task = Task { [source, mailbox] in
            do {
                mailbox.leave(.success(try await source.next()))
            } catch {
                mailbox.leave(.failure(error))
            }
        }
        reading.withLock { $0 = task }
    }
}
