// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport
import Synchronization

/// A sequence that reports the progress of an upload or a download.
///
/// ```swift
/// let meter = TransferMeter()
/// let options = DownloadOptions(meter: meter)
/// async let file = client.download("films.zip", to: "Downloads/", storing: options)
/// for await progress in meter { print(progress.fraction ?? 0) }
/// print(try await file.path)
/// ```
///
/// An iterator returns the latest state, at most once per interval; in the last state,
/// ``TransferProgress/isOver`` is true. Several iterators may be used at once. A meter is for one
/// transfer; if the transfer starts over, the meter starts again at zero.
public final class TransferMeter: AsyncSequence, Sendable {
    /// The state of the transfer at one time.
    public typealias Element = TransferProgress
    /// The sequence never throws: if the transfer fails, it ends without an error.
    public typealias Failure = Never

    private struct Waiter {
        let notBefore: Duration
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var progress = TransferProgress(done: 0)
        var version = 0
        var window = RateWindow()
        var waiters: [Int: Waiter] = [:]
        var lastTicket = 0

        mutating func due(_ now: Duration) -> [Waiter] {
            let due = waiters.filter { progress.isOver || now >= $0.value.notBefore }
            for ticket in due.keys { waiters[ticket] = nil }
            return Array(due.values)
        }
    }

    private let interval: Duration
    private let stopwatch: Stopwatch
    private let state = Mutex(State())

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two states: a tenth of a second by default, because
    ///     people hardly notice faster changes.
    ///   - clock: The clock that measures the interval and the rate.
    public init(
        interval: Duration = .milliseconds(100),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.interval = interval
        stopwatch = Stopwatch(clock)
    }

    /// The current progress of the transfer.
    public var progress: TransferProgress { state.withLock { $0.progress } }

    // MARK: - What transfers tell

    /// Records that an attempt begins.
    func begin(at done: Int, of expected: Int?) {
        change { state, now in
            state.progress = TransferProgress(done: done, expected: expected)
            state.window = RateWindow()
            state.progress.rate = state.window.rate(at: done, now: now)
        }
    }

    /// Records that bytes were transferred.
    func advance(by count: Int) {
        change { state, now in
            state.progress.done += count
            state.progress.rate = state.window.rate(at: state.progress.done, now: now)
        }
    }

    /// Records that the transfer has ended.
    func finish() {
        change { state, _ in state.progress.isOver = true }
    }

    private func change(_ body: (inout State, Duration) -> Void) {
        let now = stopwatch.now
        let due = state.withLock { state -> [Waiter] in
            guard !state.progress.isOver else { return [] }
            body(&state, now)
            state.version += 1
            return state.due(now)
        }
        for waiter in due { waiter.continuation.resume() }
    }

    // MARK: - Reading

    /// Returns an iterator that begins with the latest state, once the transfer has begun.
    public func makeAsyncIterator() -> Iterator {
        Iterator(meter: self)
    }

    /// An iterator that waits for the next state of the transfer.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let meter: TransferMeter
        private var version = 0
        private var notBefore: Duration = .zero

        fileprivate init(meter: TransferMeter) {
            self.meter = meter
        }

        /// Returns the latest state that this iterator has not returned yet, or `nil` at the end.
        public mutating func next() async -> TransferProgress? {
            await next(isolation: #isolation)
        }

        /// Returns the latest state that this iterator has not returned yet, or `nil` at the end.
        ///
        /// - Parameter actor: The actor that the caller is isolated to.
        /// - Returns: The state; `nil` after the last one, or if the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> TransferProgress? {
            while !Task.isCancelled {
                let (seen, earliest) = (version, notBefore)
                let now = meter.stopwatch.now
                let news = meter.state.withLock { state -> (Int, TransferProgress)? in
                    let isDue = now >= earliest || state.progress.isOver
                    return state.version > seen && isDue ? (state.version, state.progress) : nil
                }
                if let news {
                    version = news.0
                    notBefore = now + meter.interval
                    return news.1
                }
                if meter.progress.isOver, !meter.hasNews(since: seen) { return nil }
                await meter.wait(seen, earliest)
            }
            return nil
        }
    }

    private func hasNews(since version: Int) -> Bool {
        state.withLock { $0.version > version }
    }

    /// Waits for a new state, and at least until the given time; returns earlier if the transfer
    /// ends or the task is cancelled.
    private func wait(_ seen: Int, _ notBefore: Duration) async {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let now = stopwatch.now
                let isDone = state.withLock { state in
                    let isNews = state.version > seen && now >= notBefore
                    // If the task is already cancelled, the cancellation handler has already run,
                    // before there was a waiter to resume.
                    if Task.isCancelled || isNews || state.progress.isOver { return true }
                    state.waiters[ticket] = Waiter(notBefore: notBefore, continuation: continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.continuation.resume()
        }
    }
}
