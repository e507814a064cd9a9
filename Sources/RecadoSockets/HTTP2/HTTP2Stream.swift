// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport

/// One request and its answer over an HTTP/2 connection, whose lock protects the stream.
@safe
// Safe because the lock of its connection protects the stream.
final class HTTP2Stream: @unchecked Sendable {
    typealias Waiter = UnsafeContinuation<Channel.Wakening, Never>

    /// The number of the stream (RFC 9113 §5.1.1), once the request has been submitted.
    var id: Int32 = 0
    let transfer: Transfer
    /// True if the connection has served another request before.
    let isReused: Bool
    /// The content of the request, if it is read from a source.
    let upload: Upload?
    var head: HTTP2Head
    /// The fields of the answer, once its header section is complete.
    var fields: Fields = [:]
    /// The content that has arrived and is not read yet.
    var content: [UInt8] = []
    /// The number of content bytes that are left to send; `Int.max` if the length is not known.
    private var rest: Int
    /// True if the whole answer has arrived.
    var isWhole = false
    /// True if neither side will send more on the stream.
    var isClosed = false
    /// True if the server has reset the stream with an error code.
    var isReset = false
    /// True if the first bytes of the answer have arrived.
    var isAnswered = false
    var bytesSent = 0
    /// The reason that the whole answer will not arrive.
    var failure: TransportError?
    /// True if the request may be sent again.
    var isRepeatable = false
    /// The time at which a byte was last sent or received on the stream.
    var lastActivity = Tick.now
    /// The task that waits for the answer; ``isHeadWanted`` is true if it waits for the head.
    var waiter: Waiter?
    var isHeadWanted = true
    var deadline = Tick.never

    init(_ transfer: Transfer, upload: Upload?, isReused: Bool, _ options: SocketTransport.Options)
    {
        (self.transfer, self.upload, self.isReused) = (transfer, upload, isReused)
        rest = transfer.request.payload.length ?? .max
        head = HTTP2Head(limit: options.headLimit)
        head.keepsTrailers = transfer.isTraced
    }

    /// True if the server does not need the rest of the request, because it has answered without
    /// success.
    var isRefused: Bool { head.isComplete && (head.status?.code ?? 0) >= 300 }

    /// True if nothing more will come for the caller.
    var isOver: Bool { failure != nil || isWhole && (isClosed || isRefused) }

    /// True if the caller can continue: its head or content has arrived, or the answer is over.
    var hasNews: Bool {
        isOver || (isHeadWanted ? head.isComplete : !content.isEmpty)
    }

    // MARK: - The request's content

    /// Fills a frame with content of the request; returns `nil` if none is available at the moment.
    ///
    /// - Parameter room: The memory to which the content is written.
    /// - Returns: The number of bytes, and true if they are the last bytes of the content.
    @unsafe
    func send(into room: UnsafeMutableRawBufferPointer) -> (count: Int, isEnd: Bool)? {
        if isRefused || failure != nil { return nil }
        switch transfer.request.payload {
        case .none: return (0, true)
        case .bytes(let bytes):
            let count = min(rest, room.count)
            unsafe bytes.withUnsafeBytes { bytes in
                let part = unsafe UnsafeRawBufferPointer(rebasing: bytes.suffix(rest).prefix(count))
                unsafe room.copyMemory(from: part)
            }
            return sent(count)
        case .stream:
            guard rest > 0, let upload else { return (0, true) }
            switch unsafe upload.fill(room) {
            case .bytes(let count): return sent(count)
            case .starved: return nil
            // If the content is shorter than announced, its source reports the error.
            case .ended: return rest == .max ? (0, true) : nil
            }
        }
    }

    private func sent(_ count: Int) -> (count: Int, isEnd: Bool) {
        (bytesSent, lastActivity) = (bytesSent + count, .now)
        if rest == .max { return (count, false) }
        rest -= count
        return (count, rest <= 0)
    }
}
