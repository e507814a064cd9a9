// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import RecadoWire
import Synchronization

/// The content of an HTTP/1.1 answer that is still arriving.
///
/// The task that reads the content receives it from the socket, so it arrives no faster than it is
/// read.
final class HTTP1Content: ContentSource {
    let length: Int?
    /// The exchange; `nil` while a task reads from it.
    private let exchange: Mutex<HTTP1Exchange?>
    /// The reason that there is no more content, if there is one.
    private let failure = Mutex<TransportError?>(nil)
    /// The number of pieces that had already arrived when the reader requested them.
    private let readyPieces = Atomic(0)

    /// The number of already arrived pieces after which the reader yields to other tasks on its
    /// actor.
    private static let burst = 32

    init(_ exchange: HTTP1Exchange, length: Int?) {
        self.length = length
        self.exchange = Mutex(exchange)
    }

    deinit {
        guard let exchange = exchange.withLock({ $0 }) else { return }
        exchange.transfer.end(failure: TransportError(.cancelled))
        exchange.fail()
    }

    func next() async throws -> [UInt8]? {
        let taken = exchange.withLock { exchange in
            defer { exchange = nil }
            return exchange
        }
        guard let exchange = taken else {
            throw TransportError(.failed, "the content is read by two tasks at once")
        }
        defer { self.exchange.withLock { $0 = exchange } }
        if readyPieces.add(1, ordering: .relaxed).newValue.isMultiple(of: Self.burst) {
            await Task.yield()
        }
        do throws(TransportError) {
            if let failure = failure.withLock(\.self) { throw failure }
            if Task.isCancelled { throw TransportError(.cancelled) }
            return try await exchange.nextPiece()
        } catch {
            let named = error.named(by: exchange.transfer.request.authority)
            failure.withLock { $0 = $0 ?? named }
            exchange.transfer.end(failure: named)
            exchange.fail()
            if named.kind == .cancelled { throw CancellationError() }
            throw named
        }
    }
}

extension HTTP1Exchange {
    /// The maximum number of bytes of large content to receive at once.
    private static let largePiece = 262_144

    /// Returns the next piece of the content, or `nil` at its end.
    func nextPiece() async throws(TransportError) -> [UInt8]? {
        while true {
            if !content.isEmpty {
                defer { content = [] }
                return content
            }
            if isOver { return nil }
            if reader.state.isComplete {
                try await endRequest()
                return nil
            }
            if input.isEmpty, reader.state.plainContent > 0 {
                if let piece = try await receivePiece() { return piece }
            } else if try await !receive(.receiving) {
                try ended()
            }
        }
    }

    /// Ends the exchange once the request has been sent completely, because the server may still
    /// need the rest of the request.
    private func endRequest() async throws(TransportError) {
        if let sender, !isRefused {
            while await !sender.finish(within: transfer.timeToWait) {
                if Task.isCancelled { throw TransportError(.cancelled) }
                let isLate = transfer.totalDeadline <= Tick.now
                if isLate || !sender.excuses(transfer.timeouts.idle) {
                    throw transfer.timeout(.sending)
                }
            }
        }
        finish()
    }

    /// Receives content directly into the piece that is returned; returns `nil` at the end of the
    /// connection.
    private func receivePiece() async throws(TransportError) -> [UInt8]? {
        if transfer.totalDeadline <= Tick.now { throw transfer.timeout(.receiving) }
        let room = min(reader.state.plainContent, Self.largePiece)
        while true {
            var piece: [UInt8] = []
            swap(&piece, &former)
            // If the previous piece is still in use elsewhere, this allocates new memory for the
            // new piece.
            piece.removeAll(keepingCapacity: true)
            switch channel.receive(atMost: room, appendingTo: &piece) {
            case .bytes(let count):
                reader.passed(count)
                transfer.noteReceived(count)
                transfer.noteContent(count)
                former = piece
                return piece
            case .wouldBlock(let side):
                former = piece
                try await wait(for: side, .receiving)
            case .ended:
                try ended()
                return nil
            case .failed(let kind, let reason):
                throw TransportError(kind, "\(reason) within the answer")
            }
        }
    }

    private func ended() throws(TransportError) {
        isUsable = false
        guard lost == nil, reader.endOfConnection() else { throw lossError() }
    }
}
