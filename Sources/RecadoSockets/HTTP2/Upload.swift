// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import Synchronization

/// Content on its way to a server, between its source and the connection that sends it.
final class Upload: Sendable {
    /// The outcome of an attempt to fill a frame.
    enum Filling: Sendable {
        case bytes(Int)
        /// Nothing is there yet; the source will signal when there is more.
        case starved
        case ended
    }

    private struct State {
        var bytes: [UInt8] = []
        var offset = 0
        var isEnded = false
        /// True if the connection waits for more.
        var isStarved = false
        var isClosed = false
        /// The source's task, when it waits for room.
        var room: CheckedContinuation<Void, Never>?

        var count: Int { bytes.count - offset }
    }

    /// The number of bytes that are taken from a source ahead of the network.
    private static let highWater = 131_072

    /// The number of bytes, when it is known beforehand.
    let length: Int?
    private let state: Mutex<State>

    /// Creates content that a source will bring.
    init(length: Int?) {
        self.length = length
        state = Mutex(State())
    }

    /// True if everything has been passed on.
    var isSent: Bool { state.withLock { $0.isEnded && $0.count == 0 } }

    /// True if everything that the program has supplied was passed on, and more is to come from it.
    var isStarved: Bool { state.withLock { !$0.isEnded && $0.count == 0 } }

    // MARK: - The connection

    /// Moves bytes into a frame.
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

    /// Ends the upload from the network's side.
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

    /// Reads a source to its end, as fast as the network takes it.
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

    /// Hands a piece over and waits for room for the next; `false` when no more is wanted.
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
