// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The task that answers one request, and the slot that the request occupies under the limit.
///
/// The reactor starts the task, which runs at once on the reactor's thread until it has to wait. A
/// handler that does not wait has answered by then, so its request needs no ``Exchange``.
/// While a request waits for its client, it uses neither a processor nor a database, so it frees
/// its slot for others.
final class RequestTask: Sendable {
    /// The reasons why an answer is not needed any more.
    enum End: Sendable {
        /// The client has gone.
        case disconnected
        /// The client sends nothing more, and may still be there.
        case halfClosed
        /// The server has refused the request in place of the handler, and has recorded the
        /// refusal.
        case refused
        /// The server has closed the connection, because it is stopping or needs the memory.
        case stopped
    }

    /// The task of the current request, also in child tasks.
    @TaskLocal static var current: RequestTask?

    private struct State {
        var task: Task<Void, Never>?
        /// The response, or the work that produces it, until the task begins.
        var pending: PendingResponse?
        /// The answer, if it was available before the task had to wait.
        var answer: Response?
        /// True once the reactor continues without the answer, so the task has to post it.
        var isAwaited = false
        /// True from taking a slot until the handler returns, even while the request waits and has
        /// freed its slot for others.
        var isPlaced = false
        /// The number of waits under way, including those of child tasks.
        var waits = 0
        /// The number of content bytes that had been read when the first of these waits began.
        var bytes = 0
        /// The reason why the answer is not needed any more, if there is one.
        var end: End?
    }

    private let exchange: ExchangeID
    /// The client's address, for the limit on requests from one address; `nil` if that limit does
    /// not apply to the client.
    private let origin: UInt64?
    private let admission: Admission
    private let loop: EventLoop
    private let state = Mutex(State())

    init(_ exchange: ExchangeID, from origin: UInt64?, _ admission: Admission, _ loop: EventLoop) {
        self.exchange = exchange
        self.origin = origin
        self.admission = admission
        self.loop = loop
    }

    // MARK: - Answering

    /// Starts the task on the loop's thread, and runs it until it has to wait.
    ///
    /// - Parameters:
    ///   - pending: The response, or the work that produces it.
    ///   - isLong: True if the work may take so long that it would delay the loop's other
    ///     connections.
    /// - Returns: The answer with all of its content; `nil` if the task posts it to the reactor
    ///   later, or sends it in pieces.
    func begin(_ pending: PendingResponse, isLong: Bool) -> Response? {
        if case .later = pending { takeSlot() }
        // The task does not capture `pending`, because captures live as long as the task: a request
        // must not stay in memory while a long answer is sent.
        state.withLock { $0.pending = pending }
        let task = Task.immediate(executorPreference: loop) { [self] in
            await Self.$current.withValue(self) {
                // This code is inlined, because each asynchronous call allocates a frame and checks
                // the executor.
                var response = Response(status: .internalServerError)
                do {
                    switch state.withLock({ $0.pending.take() }) {
                    case .now(let answer): response = answer
                    case .later(let work) where isLong:
                        response = await Self.elsewhere(work)
                        freeSlot()
                    case .later(let work):
                        response = await work.begin()
                        work.change(&response)
                        freeSlot()
                    case nil: break
                    }
                }
                guard !response.content.isInMemory else { return finish(response) }
                await loop.deliver(response, for: exchange)
                // The reactor may keep this object for long, but should not keep the task's memory.
                state.withLock { $0.task = nil }
                loop.post(.leave(exchange))
            }
        }
        return state.withLock { state in
            if let answer = state.answer.take() { return answer }
            state.task = task
            state.isAwaited = true
            return nil
        }
    }

    /// Does long work on threads where no connection waits for it.
    private static func elsewhere(_ work: PendingResponse.Work) async -> Response {
        await withTaskExecutorPreference(LongContentExecutor.shared) { await work() }
    }

    private func finish(_ response: Response) {
        let isAwaited = state.withLock { state in
            // This object may be kept longer, but should not keep the task's memory.
            state.task = nil
            if !state.isAwaited { state.answer = response }
            return state.isAwaited
        }
        if isAwaited { loop.leave(response, for: exchange) }
    }

    // MARK: - Giving up

    /// The reason why the answer is not needed any more, if there is one.
    var end: End? { state.withLock { $0.end } }

    /// Records why the answer is not needed any more; call this before ending anything that the
    /// task waits for.
    func note(_ reason: End) { state.withLock { $0.end = reason } }

    /// Cancels the task, which still runs to its end.
    func cancel() {
        let task = state.withLock { state in
            state.end = state.end ?? .halfClosed
            return state.task
        }
        task?.cancel()
    }

    // MARK: - Place

    private func takeSlot() {
        admission.enter(from: origin)
        state.withLock { $0.isPlaced = true }
    }

    /// Frees the slot, because the handler has returned.
    private func freeSlot() {
        let held: Int? = state.withLock { state in
            state.isPlaced = false
            return state.waits == 0 ? nil : state.bytes
        }
        admission.leave(from: origin, holding: held)
    }

    /// Frees the slot for others until ``resume()``.
    ///
    /// - Parameter bytes: The number of content bytes that the request has read and may still hold.
    /// - Returns: True if ``resume()`` must be called; false if there is no slot, or the waiting
    ///   requests are too many or hold too much content.
    func pause(holding bytes: Int) -> Bool {
        state.withLock { state in
            guard state.isPlaced else { return false }
            if state.waits == 0 {
                guard admission.beginWait(holding: bytes) else { return false }
                state.bytes = bytes
            }
            state.waits += 1
            return true
        }
    }

    /// Takes the slot again after the last wait; does nothing after the handler has returned.
    func resume() {
        state.withLock { state in
            guard state.isPlaced else { return }
            state.waits -= 1
            guard state.waits == 0 else { return }
            admission.endWait(holding: state.bytes)
            admission.enter()
        }
    }
}

extension Server {
    /// Runs code that waits for something other than this machine's work, such as a timer, without
    /// counting toward ``ServerConfiguration/Limits/requests`` meanwhile.
    ///
    /// A request frees its slot for others while the body runs, and takes a slot again afterwards
    /// even if none is free, because it was already admitted. A request that waits for its own
    /// content frees its slot automatically. At most eight times as many requests as
    /// ``ServerConfiguration/Limits/requests`` may wait, holding at most 64 MiB of content in
    /// total; further requests keep their slots. Outside a handler, and after it has returned, the
    /// body simply runs.
    ///
    /// Do not use this to wait for a database, because the limit exists to keep requests from
    /// queueing there.
    ///
    /// - Parameter body: The code that waits.
    /// - Returns: The result of the body.
    /// - Throws: The errors of the body.
    public static func withoutRequestSlot<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withoutRequestSlot(holding: 0, body)
    }

    /// Does the same as ``withoutRequestSlot(_:)``, for a request that holds content it has read.
    static func withoutRequestSlot<Result, Failure: Error>(
        holding bytes: Int,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard let task = RequestTask.current, task.pause(holding: bytes) else {
            return try await body()
        }
        defer { task.resume() }
        return try await body()
    }
}
