// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
#else
import Foundation
#endif

/// One request and its answer, passed between the caller and a session.
///
/// The lock is never held while a continuation is resumed or a task is called.
final class Transfer: Sendable {
    typealias ResponseResult = Result<Response, TransportError>
    typealias Piece = Result<[UInt8]?, TransportError>

    private struct State {
        var task: URLSessionTask?
        var pool: SessionPool?
        var head: CheckedContinuation<ResponseResult, Never>?
        var hasHead = false
        var reader: CheckedContinuation<Piece, Never>?
        var buffer: [UInt8] = []
        var isSuspended = false
        var end: Result<Void, TransportError>?
        var lastActivity = Duration.zero
        var work: [Task<Void, Never>] = []
    }

    /// The host and the port, for error messages.
    var authority: String { request.authority }

    private let request: PreparedRequest
    private let options: URLSessionTransport.Options
    private let timeouts: Timeouts
    private let stopwatch: Stopwatch
    private let start: Duration
    private let upload: Upload?
    private let state = Mutex(State())

    init(
        _ request: PreparedRequest,
        _ options: URLSessionTransport.Options,
        _ timeouts: Timeouts,
        _ stopwatch: Stopwatch
    ) {
        self.request = request
        self.options = options
        self.timeouts = timeouts
        self.stopwatch = stopwatch
        start = stopwatch.now
        upload = request.source.map { _ in Upload(length: request.length) }
        state.withLock { $0.lastActivity = start }
    }

    // MARK: - The caller

    /// Starts the transfer and waits for the header section of the answer.
    func response(over pool: SessionPool) async throws(TransportError) -> Response {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state in
                    if state.end == nil { (state.head, state.pool) = (continuation, pool) }
                    return state.end
                }
                if let end {
                    continuation.resume(returning: missing(end))
                } else {
                    begin(over: pool)
                }
            }
        } onCancel: {
            cancel()
        }
        return try answer.get()
    }

    private func begin(over pool: SessionPool) {
        var urlRequest = request.urlRequest
        if let upload { urlRequest.httpBodyStream = upload.makeStream() }
        guard let task = pool.start(self, urlRequest) else {
            return end(.failure(TransportError(.released)))
        }
        var work: [Task<Void, Never>] = []
        if let upload, let source = request.source {
            work.append(
                Task {
                    guard let error = await upload.pump(from: source) else { return }
                    self.end(.failure(error))
                }
            )
        }
        if timeouts.idle != nil || timeouts.total != nil {
            work.append(Task { await self.watch() })
        }
        let isOver = state.withLock { state in
            guard state.end == nil else { return true }
            state.task = task
            state.work = work
            return false
        }
        // A task that is never resumed would keep its session alive.
        task.resume()
        guard isOver else { return }
        task.cancel()
        for work in work { work.cancel() }
        pool.remove(self)
    }

    /// Returns the error of a transfer that ended before an answer arrived.
    private func missing(_ end: Result<Void, TransportError>) -> ResponseResult {
        end.flatMap { .failure(TransportError(.connectionLost, "\(request.authority): no answer")) }
    }

    /// Cancels the transfer; may be called from any thread or task.
    func cancel() {
        end(.failure(TransportError(.cancelled)))
    }

    /// Waits for the next bytes of the content.
    func next() async throws -> [UInt8]? {
        if Task.isCancelled {
            cancel()
            throw CancellationError()
        }
        let piece = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let piece = take(orLeave: continuation) { continuation.resume(returning: piece) }
            }
        } onCancel: {
            cancel()
        }
        if case .failure(let error) = piece, error.kind == .cancelled { throw CancellationError() }
        return try piece.get()
    }

    private func take(orLeave continuation: CheckedContinuation<Piece, Never>) -> Piece? {
        let now = stopwatch.now
        let (piece, suspended) = state.withLock { state -> (Piece?, URLSessionTask?) in
            if state.reader != nil {
                let message = "the content is being read by another task"
                return (.failure(TransportError(.failed, message)), nil)
            }
            // The idle timeout does not include the time in which nobody waited for content.
            state.lastActivity = now
            guard state.buffer.isEmpty else {
                defer { (state.buffer, state.isSuspended) = ([], false) }
                return (.success(state.buffer), state.isSuspended ? state.task : nil)
            }
            if let end = state.end { return (end.map { nil }, nil) }
            state.reader = continuation
            return (nil, nil)
        }
        suspended?.resume()
        return piece
    }

    // MARK: - The session

    /// Receives the status and header fields of the answer; later calls are ignored.
    func receive(_ response: URLResponse) {
        if state.withLock(\.hasHead) { return }
        noteActivity()
        guard let response = response as? HTTPURLResponse else {
            return end(.failure(TransportError(.protocolViolation, "the answer is no HTTP")))
        }
        let head: AnswerHead
        do {
            head = try AnswerHead(response)
        } catch {
            return end(.failure(error))
        }
        // On some systems a session also reports informational (1xx) answers.
        guard head.status.class != .informational else { return }
        let length = request.method == .head ? 0 : head.contentLength
        let source = TransferSource(self, length: head.status.forbidsContent ? 0 : length)
        let content = Content(reading: source)
        let answer = Response(status: head.status, fields: head.fields, content: content)
        let continuation = state.withLock { state in
            state.hasHead = true
            defer { state.head = nil }
            return state.head
        }
        continuation?.resume(returning: .success(answer))
    }

    /// Receives bytes of the content.
    func receive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let now = stopwatch.now
        let (reader, tooMuch, paused) = state.withLock {
            state -> (CheckedContinuation<Piece, Never>?, Bool, URLSessionTask?) in
            state.lastActivity = now
            guard state.end == nil else { return (nil, false, nil) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, false, nil)
            }
            if state.buffer.isEmpty { state.buffer = bytes } else { state.buffer += bytes }
            let isFull = state.buffer.count > options.contentBuffer
            guard isFull, !state.isSuspended else { return (nil, false, nil) }
            guard Self.canPause else {
                return (nil, state.buffer.count > options.contentLimit, nil)
            }
            state.isSuspended = true
            return (nil, false, state.task)
        }
        reader?.resume(returning: .success(bytes))
        paused?.suspend()
        if tooMuch {
            let detail = "\(request.authority): the reader is \(options.contentLimit) bytes behind"
            end(.failure(TransportError(.failed, detail)))
        }
    }

    /// Records that bytes were sent or received just now, which restarts the idle timeout.
    func noteActivity() {
        let now = stopwatch.now
        state.withLock { $0.lastActivity = now }
    }

    /// Ends the transfer when the session reports the end of its task.
    func complete(_ error: (any Error)?) {
        guard let error else { return end(.success(())) }
        let hasHead = state.withLock(\.hasHead)
        end(.failure(TransportError(error, authority: request.authority, hasHead: hasHead)))
    }

    /// Ends the transfer; later calls are ignored.
    func end(_ end: Result<Void, TransportError>) {
        let ended = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = end
            let ended = state
            // Content that has arrived may still be read, unless the transfer was cancelled.
            if case .failure(let error) = end, error.kind == .cancelled { state.buffer = [] }
            (state.head, state.task, state.pool, state.work) = (nil, nil, nil, [])
            state.reader = nil
            return ended
        }
        guard let ended else { return }
        ended.head?.resume(returning: missing(end))
        ended.reader?.resume(returning: end.map { nil })
        upload?.close()
        for work in ended.work { work.cancel() }
        if case .failure = end { ended.task?.cancel() }
        ended.pool?.remove(self)
    }

    /// True if the system can stop reading from the network.
    private static var canPause: Bool {
        #if canImport(FoundationNetworking)
        // On Linux, a suspended task starts over when it is resumed.
        false
        #else
        true
        #endif
    }

    // MARK: - Time

    /// Ends the transfer when one of its timeouts has passed.
    private func watch() async {
        while true {
            let (last, isReading, isOver) = state.withLock { state in
                let isReading = !state.hasHead || state.reader != nil
                return (state.lastActivity, isReading, state.end != nil)
            }
            if isOver { return }
            let now = stopwatch.now
            // The idle timeout runs only while the caller waits for the header section or for
            // content.
            let idleEnd = timeouts.idle.map { (isReading ? last : now) + $0 }
            let totalEnd = timeouts.total.map { start + $0 }
            if let totalEnd, totalEnd <= now { return timeOut(timeouts.total, "no end") }
            if let idleEnd, idleEnd <= now { return timeOut(timeouts.idle, "no byte") }
            guard let next = [idleEnd, totalEnd].compactMap({ $0 }).min() else { return }
            guard (try? await stopwatch.sleep(for: next - now)) != nil else { return }
        }
    }

    private func timeOut(_ limit: Duration?, _ what: String) {
        let hasHead = state.withLock(\.hasHead)
        let isSending = upload.map { !$0.isSent } ?? false
        let phase: TransportError.Phase = hasHead ? .receiving : isSending ? .sending : .waiting
        let detail = "\(request.authority): \(what) in \(limit ?? .zero)"
        end(.failure(TransportError(.timedOut(phase), detail)))
    }
}

/// The content of an answer that is still arriving.
private final class TransferSource: ContentSource {
    let length: Int?
    private let transfer: Transfer

    init(_ transfer: Transfer, length: Int?) {
        self.transfer = transfer
        self.length = length
    }

    deinit {
        transfer.cancel()
    }

    func next() async throws -> [UInt8]? {
        try await transfer.next()
    }
}
