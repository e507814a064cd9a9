// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization

/// One request and the answer to it, between the caller and the thread that owns libcurl.
///
/// No continuation is ever resumed while the lock is held: cancellation handlers take it.
final class Transfer: Sendable {
    /// What the thread has to tell after a round of events.
    struct Arrival {
        /// The header section, once it is complete.
        var head: ResponseHead?
        /// Content that has come since the last time.
        var bytes: [UInt8]
        /// How the transfer ended, if it has.
        var end: Result<Void, TransportError>?
        /// Whether libcurl holds content back.
        var isPaused: Bool
        /// With so many bytes left to read, libcurl may go on.
        var lowWater = 0
        /// From where the reader receives further content by itself, if it does.
        var loan: SocketLoan?
    }

    /// What a reader has left unread.
    struct Backlog {
        var unread: Int
        /// Whether libcurl may go on at once if it has held content back.
        var mayResume: Bool
    }

    fileprivate typealias Answer = Result<Response, TransportError>
    fileprivate typealias Piece = Result<[UInt8]?, TransportError>

    fileprivate struct State {
        var isCancelled = false
        var head: CheckedContinuation<Answer, Never>?
        var reader: CheckedContinuation<Piece, Never>?
        /// What has arrived and was not read yet, in pieces of some size.
        var pieces: [[UInt8]] = []
        var unread = 0
        var isPaused = false
        var lowWater = 0
        var loan: SocketLoan?
        var end: Result<Void, TransportError>?
        var pump: Task<Void, Never>?
    }

    /// What is left to do once the lock is free.
    private enum Resumption {
        case nothing
        case head(CheckedContinuation<Answer, Never>, Answer)
        case reader(CheckedContinuation<Piece, Never>, Piece)
    }

    let request: PreparedRequest
    let timeouts: Timeouts
    let start = ContinuousClock.now
    /// Where the transfer reports to, if anybody wants to know.
    let report: CallTrace.Transfer?
    private let mailbox: Mailbox
    private let state = Mutex(State())
    /// The pieces of content that were there when the reader wanted them.
    private let readyPieces = Atomic(0)

    /// With each of so many of them, others on the reader's actor have their turn.
    private static let burst = 32

    init(
        _ request: PreparedRequest,
        timeouts: Timeouts,
        report: CallTrace.Transfer?,
        mailbox: Mailbox
    ) {
        self.request = request
        self.timeouts = timeouts
        self.report = report
        self.mailbox = mailbox
    }

    /// Whether the caller has lost interest.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    // MARK: - The caller

    /// Starts the transfer and waits for the header section.
    func response() async throws(TransportError) -> Response {
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.head = continuation }
                mailbox.callBegan()
                guard mailbox.post(.start(self)) else { return end(with: mailbox.reason) }
                // Of a source that fails at once, the thread hears after the start.
                startPump()
            }
        } onCancel: {
            cancel()
        }
        return try answer.get()
    }

    /// Ends the transfer, from any context.
    func cancel() {
        let isOver = state.withLock { state in
            state.isCancelled = true
            return state.end != nil
        }
        if !isOver { mailbox.post(.cancel(self)) }
    }

    /// Waits for the next piece of the content.
    func next() async throws -> [UInt8]? {
        if Task.isCancelled {
            cancel()
            throw CancellationError()
        }
        // What is there is taken without leaving the caller's actor.
        let ready = takePiece(orLeave: nil)
        if ready != nil,
            readyPieces.add(1, ordering: .relaxed).newValue.isMultiple(of: Self.burst)
        {
            await Task.yield()
        }
        let piece = if let ready { ready } else { await nextPiece() }
        if case .failure(let error) = piece, error.kind == .cancelled { throw CancellationError() }
        return try piece.get()
    }

    private func nextPiece() async -> Piece {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let piece = takePiece(orLeave: continuation) {
                    continuation.resume(returning: piece)
                }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Takes what is there, and lets libcurl go on if it has held content back.
    ///
    /// - Parameter continuation: What to leave for the thread to resume if nothing is there.
    /// - Returns: The piece or the end, if one of them is there.
    private func takePiece(orLeave continuation: CheckedContinuation<Piece, Never>?) -> Piece? {
        let (piece, mustResume) = state.withLock { state -> (Piece?, Bool) in
            if state.reader != nil {
                let message = "the content is being read by another task"
                return (.failure(TransportError(.failed, message)), false)
            }
            let piece = state.takePiece() ?? state.loan?.receive().map { .success($0) }
            if piece == nil { state.reader = continuation }
            return (piece, state.mayResume())
        }
        if mustResume { mailbox.post(.resumeReceiving(self)) }
        return piece
    }

    /// Starts the task that reads the request's content; the transfer owns it and ends it.
    private func startPump() {
        guard case .upload(let upload) = request.payload, let source = request.source else {
            return
        }
        let pump = Task { [mailbox] in
            let failure = await upload.pump(from: source) { mailbox.post(.resumeSending(self)) }
            if let failure { mailbox.post(.fail(self, failure)) }
        }
        let isOver = state.withLock { state in
            if state.end == nil { state.pump = pump }
            return state.end != nil
        }
        if isOver { pump.cancel() }
    }

    // MARK: - The thread

    /// Takes over what has arrived.
    ///
    /// - Returns: What the reader has left unread.
    func deliver(_ arrival: Arrival) -> Backlog {
        let (resumption, pump, backlog) = state.withLock {
            state -> (Resumption, Task<Void, Never>?, Backlog) in
            if let end = arrival.end {
                if state.end == nil { mailbox.callEnded() }
                state.end = end
            }
            let resumption = settle(arrival, in: &state)
            if let loan = arrival.loan { state.loan = loan }
            (state.lowWater, state.isPaused) = (arrival.lowWater, arrival.isPaused)
            let mayResume = state.mayResume()
            let backlog = Backlog(unread: state.unread, mayResume: mayResume)
            guard arrival.end != nil else {
                return (resumption, nil, backlog)
            }
            defer { state.pump = nil }
            return (resumption, state.pump, backlog)
        }
        switch resumption {
        case .nothing: break
        case .head(let continuation, let answer): continuation.resume(returning: answer)
        case .reader(let continuation, let piece): continuation.resume(returning: piece)
        }
        if arrival.end != nil { endUpload(pump) }
        return backlog
    }

    /// Takes back what was lent to the reader.
    func takeBack() -> SocketLoan? {
        state.withLock { state in
            defer { (state.loan, state.isPaused) = (nil, false) }
            return state.loan
        }
    }

    /// Ends a transfer that has not begun.
    func end(with error: TransportError) {
        if let report {
            var timings = PhaseTimings()
            timings.queue = start.duration(to: .now)
            report.end(timings, failure: error)
        }
        _ = deliver(Arrival(head: nil, bytes: [], end: .failure(error), isPaused: false))
    }

    private func endUpload(_ pump: Task<Void, Never>?) {
        pump?.cancel()
        if case .upload(let upload) = request.payload { upload.close() }
    }

    private func settle(_ arrival: Arrival, in state: inout State) -> Resumption {
        if let head = state.head {
            guard let answer = answer(for: arrival, in: &state) else { return .nothing }
            state.head = nil
            return .head(head, answer)
        }
        state.keep(arrival.bytes)
        guard let reader = state.reader, let piece = state.takePiece() else { return .nothing }
        state.reader = nil
        return .reader(reader, piece)
    }

    private func answer(for arrival: Arrival, in state: inout State) -> Answer? {
        if case .failure(let error) = arrival.end, error.kind == .cancelled || arrival.head == nil {
            return .failure(error)
        }
        guard let head = arrival.head, let status = head.status else {
            // libcurl is content with a connection that ends within the header section.
            guard arrival.end != nil else { return nil }
            return .failure(TransportError(.connectionLost, "the header section is not complete"))
        }
        let content: Content
        if case .success = arrival.end {
            content = arrival.bytes.isEmpty ? .empty : Content(arrival.bytes)
        } else {
            // What has failed since is for the reader of the content to find, after what came.
            state.keep(arrival.bytes)
            let length = head.contentLength(answering: request.method)
            content = Content(reading: TransferSource(self, length: length))
        }
        return .success(Response(status: status, fields: head.fields, content: content))
    }
}

extension Transfer.State {
    /// Pieces smaller than this are joined, which costs less than to hand out each.
    private static let smallPiece = 65_536

    /// Keeps what has arrived for the reader.
    fileprivate mutating func keep(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        unread += bytes.count
        if let last = pieces.indices.last, pieces[last].count + bytes.count <= Self.smallPiece {
            pieces[last] += bytes
        } else {
            pieces.append(bytes)
        }
    }

    /// Whether what is held back may come now; it is so once.
    fileprivate mutating func mayResume() -> Bool {
        guard isPaused, loan.map(\.isOver) ?? (unread <= lowWater) else { return false }
        isPaused = false
        return true
    }

    /// Takes the oldest piece that is there, or the end.
    fileprivate mutating func takePiece() -> Result<[UInt8]?, TransportError>? {
        if pieces.isEmpty { return end.map { end in end.map { nil } } }
        let piece = pieces.removeFirst()
        unread -= piece.count
        return .success(piece)
    }
}

/// The content of an answer that is still arriving.
final class TransferSource: ContentSource {
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
