// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

/// A channel that passes a request's content from the reactor to the task that reads the content.
final class ContentChannel: Sendable {
    typealias Waiter = CheckedContinuation<[UInt8]?, any Error>

    /// The result of looking for content.
    enum Found {
        case piece([UInt8])
        case end
        case failure(any Error)
        /// Nothing has arrived yet; the task waits.
        case nothing
    }

    private struct State {
        var bytes: [UInt8]
        var isWhole = false
        var failure: RequestContentError?
        var waiter: Waiter?
    }

    /// The number of bytes that may be read from the connection before the task takes them.
    private static let highWater = 128 * 1024

    private let state: Mutex<State>

    init(_ bytes: [UInt8]) {
        state = Mutex(State(bytes: bytes))
    }

    // MARK: - The reactor's side

    /// Passes content to the task.
    ///
    /// - Parameters:
    ///   - bytes: The content that has arrived.
    ///   - isWhole: True if these are the last bytes.
    /// - Returns: True if more content should be read now.
    func deposit(_ bytes: [UInt8], isWhole: Bool) -> Bool {
        let (waiter, piece, wantsMore): (Waiter?, [UInt8]?, Bool) = state.withLock { state in
            state.isWhole = isWhole
            if let waiter = state.waiter, !bytes.isEmpty || isWhole {
                state.waiter = nil
                return (waiter, bytes.isEmpty ? nil : bytes, true)
            }
            if state.bytes.isEmpty { state.bytes = bytes } else { state.bytes += bytes }
            return (nil, nil, state.bytes.count < Self.highWater)
        }
        waiter?.resume(returning: piece)
        return wantsMore && !isWhole
    }

    /// True while the waiting content has reached the limit.
    var isFull: Bool { state.withLock { $0.bytes.count >= Self.highWater } }

    /// Ends the content with a failure, unless all of it has arrived.
    func fail(_ failure: RequestContentError) {
        let waiter = state.withLock { state in
            if !state.isWhole {
                state.failure = state.failure ?? failure
                state.bytes = []
            }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: failure)
    }

    // MARK: - The task's side

    /// Takes the content that has arrived.
    func take() -> Found {
        state.withLock { Self.take(from: &$0) }
    }

    /// Waits for the next content.
    ///
    /// - Parameter waiter: The continuation to resume with the next piece, at once if one has
    ///   arrived.
    func wait(_ waiter: Waiter) {
        let found: Found = state.withLock { state in
            let found = Self.take(from: &state)
            guard case .nothing = found else { return found }
            // A cancelled task must not begin to wait, because nothing would wake it.
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.waiter != nil { return .failure(RequestContentError.readTwice) }
            state.waiter = waiter
            return .nothing
        }
        switch found {
        case .piece(let bytes): waiter.resume(returning: bytes)
        case .end: waiter.resume(returning: nil)
        case .failure(let error): waiter.resume(throwing: error)
        case .nothing: break
        }
    }

    /// Resumes a waiting task with an error, because its work was cancelled.
    func cancel() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: CancellationError())
    }

    private static func take(from state: inout State) -> Found {
        if let failure = state.failure { return .failure(failure) }
        if !state.bytes.isEmpty {
            defer { state.bytes = [] }
            return .piece(state.bytes)
        }
        return state.isWhole ? .end : .nothing
    }
}

/// The content of a request, read from its connection on demand.
final class RequestContent: ContentSource {
    let length: Int?
    private let channel: ContentChannel
    private let loop: EventLoop
    private let exchange: ExchangeID
    /// The number of bytes that the handler has received.
    private let given = Atomic<Int>(0)

    init(channel: ContentChannel, loop: EventLoop, exchange: ExchangeID, length: Int?) {
        self.channel = channel
        self.loop = loop
        self.exchange = exchange
        self.length = length
    }

    deinit { loop.post(.abandon(exchange)) }

    func next() async throws -> [UInt8]? {
        let piece = try await receive()
        given.add(piece?.count ?? 0, ordering: .relaxed)
        return piece
    }

    private func receive() async throws -> [UInt8]? {
        let found = channel.take()
        // The reader gets the original error, not the cancellation that followed from it.
        if case .failure(let error) = found { throw error }
        try Task.checkCancellation()
        switch found {
        case .piece(let bytes): return bytes
        case .end: return nil
        case .failure, .nothing: break
        }
        loop.post(.read(exchange))
        return try await Server.withoutRequestSlot(holding: given.load(ordering: .relaxed)) {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { channel.wait($0) }
            } onCancel: {
                channel.cancel()
            }
        }
    }
}
