// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoNGHTTP2
import RecadoClient

/// One request and its answer over a connection in HTTP/2.
@safe
final class HTTP2Stream: Carrier {
    /// Its number (RFC 9113 §5.1.1), once the request has been submitted.
    var id: Int32 = 0
    @safe @exclusivity(unchecked) private(set) var transfer: ActiveTransfer?
    /// Whether the connection has served another request before.
    let isReused: Bool
    @safe @exclusivity(unchecked) var marks: ExchangeMarks
    /// Content that the transfer has held back, for which the server's window is not opened again.
    @safe @exclusivity(unchecked) var held: [UInt8] = []
    /// What is left to send of content whose length is known.
    @safe @exclusivity(unchecked) private var rest: Int
    /// Whether the answer has come to its end.
    @safe @exclusivity(unchecked) var isWhole = false
    /// Whether neither side sends anything more.
    @safe @exclusivity(unchecked) var isClosed = false
    /// Whether the server has ended it by a code of an error.
    var isReset = false
    /// It lasts as long as its streams, which may outlive what goes over it.
    private let connection: HTTP2Connection

    init(_ transfer: ActiveTransfer, over connection: HTTP2Connection, isReused: Bool) {
        (self.transfer, self.connection, self.isReused) = (transfer, connection, isReused)
        marks = ExchangeMarks(ready: connection.loop.now)
        rest = transfer.transfer.request.payload.length ?? .max
        transfer.carrier = self
    }

    var handle: EasyHandle { connection.opening.handle }
    var isConnected: Bool { true }

    func resume(_ transfer: ActiveTransfer) { connection.resume(self, of: transfer) }

    func timings(of transfer: ActiveTransfer) -> PhaseTimings {
        marks.timings(of: transfer, over: connection.opening, isReused: isReused, version: .http2)
    }

    func release(_ transfer: ActiveTransfer) {
        guard self.transfer === transfer else { return }
        self.transfer = nil
        held = []
        // Who says nothing to anybody may be gone without a word.
        if case .failure(let error)? = transfer.end, case .timedOut = error.kind,
            let ready = marks.ready, connection.lastArrival <= ready
        {
            connection.withdraw(NGHTTP2_NO_ERROR.rawValue)
        }
        connection.letGo(self)
    }

    /// Gives the transfer up for something else to carry it.
    func surrender() {
        transfer?.carrier = nil
        transfer = nil
    }

    // MARK: - Content

    /// Fills a frame with content of the request; `nil` when there is none at the moment.
    ///
    /// - Parameter room: Where to put it.
    /// - Returns: The number of bytes, and whether they are the last.
    func send(into room: UnsafeMutableRawBufferPointer) -> (count: Int, isEnd: Bool)? {
        guard let transfer, !transfer.isRefused else { return nil }
        switch transfer.transfer.request.payload {
        case .none: return (0, true)
        case .bytes(let bytes):
            let count = min(rest, room.count)
            unsafe bytes.withUnsafeBytes { bytes in
                let part = unsafe UnsafeRawBufferPointer(rebasing: bytes.suffix(rest).prefix(count))
                unsafe room.copyMemory(from: part)
            }
            return sent(count)
        case .upload:
            guard rest > 0 else { return (0, true) }
            switch unsafe transfer.send(into: room) {
            case .bytes(let count): return sent(count)
            case .starved: return nil
            // Of content that is shorter than it was said to be, its source tells.
            case .ended: return rest == .max ? (0, true) : nil
            }
        }
    }

    private func sent(_ count: Int) -> (count: Int, isEnd: Bool) {
        marks.bytesSent += count
        if rest == .max { return (count, false) }
        rest -= count
        return (count, rest <= 0)
    }
}
