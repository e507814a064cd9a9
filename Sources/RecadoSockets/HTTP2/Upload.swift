// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// The content of a request on its way from its source to the connection that sends it.
final class Upload: Sendable {
    /// The outcome of an attempt to fill a frame.
    enum Filling: Sendable {
        case bytes(Int)
        /// No content is available yet; the source will signal when there is more.
        case starved
        case ended
    }

    private struct State {
        var bytes: [UInt8] = []
        var offset = 0
        var isEnded = false
        /// True if the connection waits for more content.
        var isStarved = false
        var isClosed = false
        /// The task that reads the source, while it waits for room.
        var room: CheckedContinuation<Void, Never>?

        var count: Int { bytes.count - offset }
    }

    /// The number of unsent bytes at which reading of the source pauses.
    private static let highWater = 131_072

    /// The number of bytes, if it is known beforehand.
    let length: Int?
    private let state: Mutex<State>

    /// Creates an upload without content, which a source will supply.
    init(length: Int?) {
        self.length = length
        state = Mutex(State())
    }

    /// True if all content has been passed to the connection.
    var isSent: Bool { state.withLock { $0.isEnded && $0.count == 0 } }

    /// True if the connection has taken everything that the program has supplied so far, and more
    /// is to come.
    var isStarved: Bool { state.withLock { !$0.isEnded && $0.count == 0 } }

    // MARK: - The connection

    /// Moves content into a frame.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Filling {
        let (filling, room) = state.withLock {
            state -> (Filling, CheckedContinuation<Void, Never>?) in
            let count = min(state.count, buffer.count)
            guard count > 0 else {
                if state.isEnded { return (Filling.ended, nil) }
                state.isStarved = true
                defer { state.room = nil }
                return (Filling.starved, state.room)
            }
            unsafe state.bytes.withUnsafeBytes { bytes in
                let part = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[state.offset...].prefix(count)
                )
                unsafe buffer.copyMemory(from: part)
            }
            state.offset += count
            guard state.count < Self.highWater else { return (Filling.bytes(count), nil) }
            defer { state.room = nil }
            return (Filling.bytes(count), state.room)
        }
        room?.resume()
        return filling
    }

    /// Ends the upload because the connection takes no more content.
    func close() {
        let room = state.withLock { state in
            state.isClosed = true
            state.bytes = []
            state.offset = 0
            defer { state.room = nil }
            return state.room
        }
        room?.resume()
    }

    // MARK: - The source's task

    /// Reads a source to its end, as fast as the connection takes the content.
    ///
    /// - Parameters:
    ///   - source: The source of the content.
    ///   - supply: The closure that is called when the connection waits for more.
    /// - Returns: The error of the source, if there was one.
    func pump(
        from source: any ContentSource,
        supply: @Sendable () -> Void
    ) async -> TransportError? {
        var count = 0
        do {
            while let piece = try await source.next() {
                count += piece.count
                if let length, count > length { return Self.mismatch(length, "more") }
                guard await push(piece, supply: supply) else { return nil }
            }
        } catch is CancellationError {
            return TransportError(.cancelled)
        } catch {
            return TransportError(.contentFailed, "\(type(of: error))")
        }
        if let length, count < length { return Self.mismatch(length, "\(count)") }
        let isStarved = state.withLock { state in
            state.isEnded = true
            defer { state.isStarved = false }
            return state.isStarved
        }
        if isStarved { supply() }
        return nil
    }

    private static func mismatch(_ length: Int, _ found: String) -> TransportError {
        TransportError(.contentFailed, "its source announced \(length) bytes and gave \(found)")
    }

    /// Adds a piece and waits for room for the next one; returns `false` if no more content is
    /// wanted.
    private func push(_ piece: [UInt8], supply: @Sendable () -> Void) async -> Bool {
        let (isStarved, isClosed) = state.withLock { state in
            if state.offset == state.bytes.count {
                state.bytes = piece
            } else {
                state.bytes.removeFirst(state.offset)
                state.bytes += piece
            }
            state.offset = 0
            defer { state.isStarved = false }
            return (state.isStarved, state.isClosed)
        }
        if isClosed { return false }
        if isStarved { supply() }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                let isFree = state.isClosed || state.count < Self.highWater
                if !isFree { state.room = continuation }
                return isFree
            }
            if isFree { continuation.resume() }
        }
        return state.withLock { !$0.isClosed }
    }
}
