// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// A request and its answer over a stream of an HTTP/2 connection.
final class HTTP2Exchange: Sendable {
    let transfer: Transfer
    private let connection: HTTP2Connection
    private let begun = Tick.now
    private let stream: HTTP2Stream
    private let isOver = Atomic(false)
    /// The task that reads the content of the request.
    private let pump = Mutex<Task<Void, Never>?>(nil)

    private init(_ transfer: Transfer, _ stream: HTTP2Stream, _ connection: HTTP2Connection) {
        (self.transfer, self.stream, self.connection) = (transfer, stream, connection)
    }

    deinit {
        end(failure: TransportError(.cancelled))
    }

    /// Sends a request over a connection on which a stream is reserved, and waits for the answer.
    static func run(
        _ transfer: Transfer,
        over connection: HTTP2Connection,
        _ feed: ContentFeed
    ) async throws(TransportError) -> ExchangeOutcome {
        var upload: Upload?
        if case .stream(let length) = transfer.request.payload { upload = Upload(length: length) }
        transfer.beginSending(
            isReused: connection.isReused,
            in: .http2,
            to: connection.remote
        )
        guard let stream = await connection.begin(transfer, upload: upload) else {
            let reason = "\(transfer.request.authority): the connection has no stream to give"
            return .repeatable(TransportError(.connectionLost, reason))
        }
        let exchange = HTTP2Exchange(transfer, stream, connection)
        if let upload { exchange.start(upload, feed.begin()) }
        do throws(TransportError) {
            return .answer(try await exchange.answer())
        } catch {
            let mayRepeat = connection.withStream { stream.isRepeatable } && feed.mayRepeat
            if mayRepeat {
                exchange.leave()
                return .repeatable(error)
            }
            exchange.end(failure: error)
            throw error
        }
    }

    private func start(_ upload: Upload, _ source: any ContentSource) {
        let (connection, stream) = (connection, stream)
        let task = Task {
            let failure = await upload.pump(from: source) { connection.resume(stream) }
            if let failure { connection.fail(stream, failure) }
        }
        pump.withLock { $0 = task }
    }

    // MARK: - The answer

    private func answer() async throws(TransportError) -> Response {
        try await wait(isHeadWanted: true)
        let (head, fields, failure, content, isWhole) = connection.withStream {
            (stream.head, stream.fields, stream.failure, stream.content, stream.isOver)
        }
        guard let status = head.status, head.isComplete else {
            throw failure ?? TransportError(.failed, "there is no status")
        }
        transfer.report(.answered(status))
        if isWhole, failure == nil {
            transfer.noteContent(content.count)
            end()
            return Response(
                status: status,
                fields: fields,
                content: content.isEmpty ? .empty : Content(content)
            )
        }
        let method = transfer.request.method
        let isEmpty = method == .head || status.forbidsContent
        let length = isEmpty ? 0 : fields[.contentLength].flatMap { Int($0) }
        let source = HTTP2Content(self, length: length)
        return Response(status: status, fields: fields, content: Content(reading: source))
    }

    /// Returns the next piece of the content, or `nil` at its end.
    func nextPiece() async throws(TransportError) -> [UInt8]? {
        while true {
            let piece = connection.takeContent(of: stream)
            if !piece.isEmpty {
                transfer.noteContent(piece.count)
                return piece
            }
            // The last piece may have arrived together with the end in the meantime. The content is
            // at its end only if no bytes are left.
            let (failure, isRead) = connection.withStream {
                (stream.failure, stream.isOver && stream.content.isEmpty)
            }
            if let failure { throw failure }
            if isRead {
                end()
                return nil
            }
            if transfer.totalDeadline <= Tick.now { throw transfer.timeout(.receiving) }
            try await wait(isHeadWanted: false)
        }
    }

    private func wait(isHeadWanted: Bool) async throws(TransportError) {
        let idle = transfer.timeouts.idle
        while true {
            let deadline = transfer.deadline
            switch await connection.wait(for: stream, isHeadWanted: isHeadWanted, until: deadline) {
            case .ready: return
            case .cancelled: throw TransportError(.cancelled)
            case .ended(let error): throw error
            case .timedOut:
                let isExcused = connection.withStream {
                    stream.upload?.isStarved == true || stream.lastActivity.after(idle) > Tick.now
                }
                if isExcused, transfer.totalDeadline > Tick.now { continue }
                let isSending = stream.upload?.isSent == false
                throw transfer.timeout(isHeadWanted ? isSending ? .sending : .waiting : .receiving)
            }
        }
    }

    // MARK: - The end

    /// Ends the exchange and reports its outcome.
    func end(failure: TransportError? = nil) {
        guard leave(failure: failure) else { return }
        let (trailers, bytesSent) = connection.withStream {
            (stream.head.trailers, stream.bytesSent)
        }
        transfer.note { $0.bytesSent = bytesSent }
        transfer.end(trailers: failure == nil ? trailers : [:], failure: failure)
    }

    /// Releases the stream; returns `false` if it was already released.
    @discardableResult
    private func leave(failure: TransportError? = nil) -> Bool {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        pump.withLock { $0 }?.cancel()
        var isSilent = false
        if case .timedOut? = failure?.kind { isSilent = connection.isSilent(since: begun) }
        connection.withStream { stream.failure = stream.failure ?? failure }
        connection.release(stream, isSilent: isSilent)
        return true
    }
}

/// The content of an HTTP/2 answer that is still arriving.
final class HTTP2Content: ContentSource {
    let length: Int?
    private let exchange: HTTP2Exchange

    init(_ exchange: HTTP2Exchange, length: Int?) {
        (self.exchange, self.length) = (exchange, length)
    }

    func next() async throws -> [UInt8]? {
        do throws(TransportError) {
            if Task.isCancelled { throw TransportError(.cancelled) }
            return try await exchange.nextPiece()
        } catch {
            exchange.end(failure: error)
            if error.kind == .cancelled { throw CancellationError() }
            throw error
        }
    }
}
