// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// The task that answers one request, and the place that this takes among the requests under way.
///
/// It is started by the reactor, on whose thread it runs at once up to where it has to
/// wait: a handler that does not wait has answered by then, and its request needs no
/// ``Exchange``. While a request waits for its client it needs neither a processor nor a
/// database, and gives its place to others.
final class RequestTask: Sendable {
    /// The reasons why nobody waits for an answer.
    enum End: Sendable {
        /// The client has gone.
        case disconnected
        /// The client sends nothing more, and may still be there.
        case halfClosed
        /// The server has refused the request in the handler's stead, and has noted it.
        case refused
        /// The server has closed the connection, for it stops or needs the memory.
        case stopped
    }

    /// The task of a request, for itself and its child tasks.
    @TaskLocal static var current: RequestTask?

    private struct State {
        var task: Task<Void, Never>?
        /// The response or the work that leads to it, until the task begins.
        var pending: PendingResponse?
        /// The answer, where it was there before the task had to wait.
        var answer: Response?
        /// True once the reactor goes on without the answer, and is to be left it.
        var isAwaited = false
        /// True while the request has a place.
        var isPlaced = false
        /// The waits that are under way, of child tasks too.
        var waits = 0
        /// The content that was read when the first of them began.
        var bytes = 0
        /// The reason why nobody waits for the answer.
        var end: End?
    }

    private let exchange: ExchangeID
    /// The address whose share the request is part of; `nil` when that is not counted.
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

    /// Starts the task on the loop's thread, and runs it up to where it has to wait.
    ///
    /// - Parameters:
    ///   - pending: The response, or the work that leads to it.
    ///   - isLong: Whether the work may take so long that others on the loop would feel it.
    /// - Returns: The answer with all of its content; `nil` where the reactor is left it
    ///   later, or sent it in pieces.
    func begin(_ pending: PendingResponse, isLong: Bool) -> Response? {
        if case .later = pending { takePlace() }
        // Not as a part of what the task captures, which lives as long as it does: an answer that
        // takes long to send does not keep its request.
        state.withLock { $0.pending = pending }
        let task = Task(executorPreference: loop) { [self] in
            await Self.$current.withValue(self) {
                // Here, for each asynchronous call costs a frame, and a look at
                // the task's executor afterwards.
                var response = Response(status: .internalServerError)
                do {
                    switch state.withLock({ $0.pending.take() }) {
                    case .now(let answer): response = answer
                    case .later(let work) where isLong:
                        response = await Self.elsewhere(work)
                        leavePlace()
                    case .later(let work):
                        response = await work.begin()
                        work.change(&response)
                        leavePlace()
                    case nil: break
                    }
                }
                guard !response.content.isAtHand else { return finish(response) }
                await loop.deliver(response, for: exchange)
                // The reactor may go on without it for long.
                state.withLock { $0.task = nil }
                loop.post(.leave(exchange))
            }
        }
        loop.runNewestJob()
        return state.withLock { state in
            if let answer = state.answer.take() { return answer }
            state.task = task
            state.isAwaited = true
            return nil
        }
    }

    /// Does work that is long where nobody waits for it.
    private static func elsewhere(_ work: PendingResponse.Work) async -> Response {
        await withTaskExecutorPreference(LongContentExecutor.shared) { await work() }
    }

    private func finish(_ response: Response) {
        let isAwaited = state.withLock { state in
            // What it holds is let go of when it ends; this object may be held longer.
            state.task = nil
            if !state.isAwaited { state.answer = response }
            return state.isAwaited
        }
        if isAwaited { loop.leave(response, for: exchange) }
    }

    // MARK: - Giving up

    /// The reason why nobody waits for the answer.
    var end: End? { state.withLock { $0.end } }

    /// Notes why nobody waits for the answer; to be called before what the task waits for ends.
    func note(_ reason: End) { state.withLock { $0.end = reason } }

    /// Cancels the task, which goes on to its end.
    func cancel() {
        let task = state.withLock { state in
            state.end = state.end ?? .halfClosed
            return state.task
        }
        task?.cancel()
    }

    // MARK: - Place

    private func takePlace() {
        admission.enter(from: origin)
        state.withLock { $0.isPlaced = true }
    }

    /// Frees the place, for the handler has returned.
    private func leavePlace() {
        let held: Int? = state.withLock { state in
            state.isPlaced = false
            return state.waits == 0 ? nil : state.bytes
        }
        admission.leave(from: origin, holding: held)
    }

    /// Gives the place to others until ``resume()``.
    ///
    /// - Parameter bytes: The content that the request has read, and may hold.
    /// - Returns: Whether to resume; not when there is no place, or too many
    ///   requests wait or hold too much.
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

    /// Takes the place again; nothing happens after the handler has returned.
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
    /// Waits for something that is not work of this machine, such as a timer, without counting for
    /// ``ServerConfiguration/Limits/requests`` meanwhile.
    ///
    /// A request gives its place to others while the body runs, and takes it again afterwards,
    /// whether there is room or not: it was admitted once. Waiting for the request's own content
    /// does so by itself. Up to eight times ``ServerConfiguration/Limits/requests`` may wait, with
    /// 64 MiB of content that they have read; more keep their places. Outside a handler, and after
    /// it has returned, the body is just run.
    ///
    /// Waiting for a database is no such wait: the limit is there to keep others from queueing up.
    ///
    /// - Parameter body: Waits.
    /// - Returns: The result of the body.
    /// - Throws: The errors of the body.
    public static func withoutRequestSlot<Result, Failure: Error>(
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withoutRequestSlot(holding: 0, body)
    }

    /// Waits so, while a request holds content that it has read.
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
