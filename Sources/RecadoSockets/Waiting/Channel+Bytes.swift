// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP
import RecadoTransport
import RecadoWire
import Synchronization

extension Channel {
    // MARK: - Without waiting

    /// Receives bytes without waiting; the memory must have room for at least one byte.
    @unsafe
    func receive(_ room: UnsafeMutableRawBufferPointer) -> ChannelResult {
        if isSecure.load(ordering: .acquiring) {
            return sessions.withLock { sessions in
                guard let session = sessions.last else { return closedResult }
                return unsafe self.result(of: session.receive(into: room), session, on: .reading)
            }
        }
        let moved = withSocket { unsafe $0.receive(into: room) }
        guard let moved else { return closedResult }
        return Self.result(of: moved, on: .reading)
    }

    private static func result(of moved: IOResult, on side: Side) -> ChannelResult {
        switch moved {
        case .bytes(let count): .bytes(count)
        case .wouldBlock: .wouldBlock(side)
        case .ended: .ended
        case .failed(let code): .failed(.connectionLost, SystemText.of(code))
        }
    }

    /// Converts the outcome of an attempt to receive or send bytes through a TLS session.
    private func result(
        of result: IOResult,
        _ session: TLSSession,
        on side: Side
    ) -> ChannelResult {
        switch result {
        case .wouldBlock: return .wouldBlock(session.waitsForWriting ? .writing : side)
        case .failed(0):
            let kind: TransportError.Kind = session.isTruncated ? .connectionLost : .tls
            return .failed(kind, session.failure ?? "the session has failed")
        default: return Self.result(of: result, on: side)
        }
    }

    /// The outcome of an attempt to receive or send after this side has closed the connection.
    private var closedResult: ChannelResult {
        ending.map { .failed($0.kind, $0.detail) } ?? .ended
    }

    /// Receives bytes without waiting, up to a limit, and appends them to an array.
    func receive(atMost limit: Int, appendingTo bytes: inout [UInt8]) -> ChannelResult {
        var result = ChannelResult.wouldBlock(.reading)
        bytes.append(addingCapacity: limit) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
                let room = UnsafeMutableRawBufferPointer(buffer.extracting(filled...))
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit))
                unsafe result = receive(part)
                if case .bytes(let count) = result { filled += count }
            }
        }
        return result
    }

    /// Sends bytes without waiting, beginning with the byte at an index.
    func send(_ bytes: [UInt8], from start: Int) -> ChannelResult {
        guard start < bytes.count else { return .bytes(0) }
        return unsafe bytes.withUnsafeBytes { bytes in
            unsafe send(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
    }

    @unsafe
    private func send(_ bytes: UnsafeRawBufferPointer) -> ChannelResult {
        if isSecure.load(ordering: .acquiring) {
            return sessions.withLock { sessions in
                guard let session = sessions.last else { return closedResult }
                return unsafe result(of: session.send(bytes), session, on: .writing)
            }
        }
        let moved = withSocket { unsafe $0.send(bytes) }
        guard let moved else { return closedResult }
        return Self.result(of: moved, on: .writing)
    }

    /// True if no unrequested data has arrived; over TLS, messages of the session itself do not
    /// count.
    var isQuiet: Bool {
        if isSecure.load(ordering: .acquiring) {
            return sessions.withLock { $0.last?.isQuiet ?? false }
        }
        return withSocket { $0.isQuiet } ?? false
    }

    // MARK: - With waiting

    /// Sends all bytes, unless the other side accepts no more.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - deadline: The end of each wait, computed when the wait begins.
    ///   - late: The error for a wait that is too long.
    ///   - sent: Called each time with the number of bytes that the system has taken.
    /// - Returns: The end of the connection, or its failure; `nil` when all bytes were sent.
    /// - Throws: The error for a wait that is too long, an error of the kind `cancelled`, or the
    ///   error by which this side has ended the connection.
    func sendAll(
        _ bytes: [UInt8],
        until deadline: @autoclosure () -> Tick,
        late: @autoclosure () -> TransportError,
        sent: (Int) -> Void = { _ in }
    ) async throws(TransportError) -> ChannelResult? {
        var start = 0
        while start < bytes.count {
            let result = send(bytes, from: start)
            switch result {
            case .bytes(let count):
                start += count
                sent(count)
            case .wouldBlock(let side):
                try await waitUntilReady(for: side, until: deadline(), late: late())
            case .ended, .failed: return result
            }
        }
        return nil
    }

    /// Waits until another attempt to move bytes is worthwhile.
    ///
    /// - Parameters:
    ///   - side: The direction.
    ///   - deadline: The time at which the wait ends, even if nothing has happened.
    ///   - late: The error for a wait that is too long.
    /// - Throws: The error for a wait that is too long, an error of the kind `cancelled`, or the
    ///   error by which this side has ended the connection.
    func waitUntilReady(
        for side: Side,
        until deadline: Tick,
        late: @autoclosure () -> TransportError
    ) async throws(TransportError) {
        switch await wait(for: side, until: deadline) {
        case .ready: return
        case .timedOut: throw late()
        case .cancelled: throw TransportError(.cancelled)
        case .ended(let error): throw error
        }
    }
}
