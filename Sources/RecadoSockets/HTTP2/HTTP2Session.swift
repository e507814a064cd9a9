// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoTransport
import RecadoWire

/// The client's side of an HTTP/2 connection (RFC 9113), for which nghttp2 reads and writes the
/// frames.
///
/// The session is used under the lock of its connection. Its callbacks record events; after the
/// lock is released, its holder wakes the tasks concerned.
@safe
// Safe because the lock of its connection protects the session.
final class HTTP2Session: @unchecked Sendable {
    let options: SocketTransport.Options
    var codec = HTTP2Codec()
    /// The header section of a request that is being submitted.
    var block = HeaderBlock()
    /// The streams by number, until they are closed or their transfers have ended.
    var streams: [Int32: HTTP2Stream] = [:]
    /// The stream that was looked up last.
    private var latest: HTTP2Stream?
    /// The streams whose callers must be woken if they can continue (``HTTP2Stream/hasNews``).
    var touched: [HTTP2Stream] = []
    /// True if the server's settings have arrived.
    var hasSettings = false
    /// The reason that no more requests are accepted, such as the code of the server's GOAWAY.
    private(set) var farewell: UInt32?
    /// The time at which a byte last arrived.
    var lastArrival = Tick.now
    /// The reason that nothing more will be received or sent.
    var ending: (kind: TransportError.Kind, reason: String)?
    // The bytes to send, and the number of them that were sent.
    var output: [UInt8] = []
    var sentCount = 0

    /// Creates a session; returns `nil` if there is no memory.
    init?(_ options: SocketTransport.Options) {
        self.options = options
        guard let library = HTTP2Library() else { return nil }
        unsafe Self.setFrameReceivers(of: library.callbacks)
        unsafe Self.setStreamReceivers(of: library.callbacks)
        library.limitSentHeads(to: 1 << 24)
        let window = min(max(options.streamWindow, 65_535), Int(Int32.max))
        let settings: [HTTP2Setting] = [
            .noPush, .streamWindow(window), .headerListSize(options.headLimit),
        ]
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        // The connection's window is reopened as content arrives, so that only the windows of the
        // streams limit the server.
        let all = max(window, 1 << 24)
        guard
            unsafe codec.begin(
                as: .client,
                library,
                context: context,
                settings: settings,
                window: all
            )
        else { return nil }
    }

    /// The number of streams that a server is assumed to allow until its settings arrive (RFC 9113
    /// §6.5.2).
    private static let assumedStreams = 100

    /// The maximum number of simultaneous streams.
    var streamLimit: Int {
        guard farewell == nil, codec.isRequestAllowed else { return 0 }
        return hasSettings ? codec.allowedStreams : Self.assumedStreams
    }

    /// Stops accepting requests.
    func withdraw(_ code: UInt32) { farewell = farewell ?? code }

    // MARK: - Streams

    /// Returns the stream with a number, unless its transfer has ended.
    func stream(_ id: Int32) -> HTTP2Stream? {
        if let latest, latest.id == id { return latest }
        latest = streams[id]
        return latest
    }

    /// Removes a stream from the session's records.
    func forget(_ stream: HTTP2Stream) {
        streams[stream.id] = nil
        if latest === stream { latest = nil }
    }

    /// Records that the caller of a stream may be able to continue.
    func touch(_ stream: HTTP2Stream) { touched.append(stream) }

    /// Releases a stream whose transfer has ended.
    func release(_ stream: HTTP2Stream) {
        if !stream.isClosed, stream.id > 0 {
            codec.reset(stream.id, stream.isWhole ? HTTP2ErrorCode.noError : HTTP2ErrorCode.cancel)
        }
        forget(stream)
    }

    /// Ends a stream without its answer.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - isUnprocessed: True if the server guarantees that it has not acted on the request.
    ///   - failure: The error that ended the stream; the caller gets it unless the request can be
    ///     sent again.
    func giveUp(_ stream: HTTP2Stream, isUnprocessed: Bool, _ failure: TransportError) {
        stream.isClosed = true
        guard stream.failure == nil else { return }
        // A reused connection may have ended while it was idle, before the request reached the
        // server. An idempotent request is then sent again.
        let isIdempotent = stream.transfer.request.method.isIdempotent
        stream.isRepeatable =
            !stream.isAnswered && (isUnprocessed || stream.isReused && isIdempotent)
        stream.failure = failure
        touch(stream)
    }

    /// Ends all streams, because the connection has ended.
    func lose() {
        let ending = ending ?? (.connectionLost, "the connection ended")
        withdraw(HTTP2ErrorCode.noError)
        for stream in Array(streams.values) {
            if stream.isWhole {
                stream.isClosed = true
                touch(stream)
                continue
            }
            let place = stream.isAnswered ? "within the answer" : "without an answer"
            let said =
                farewell.flatMap { $0 == 0 ? nil : " after " + HTTP2ErrorCode.name(of: $0) } ?? ""
            let detail = "\(stream.transfer.request.authority): \(ending.reason)\(said) \(place)"
            giveUp(stream, isUnprocessed: false, TransportError(ending.kind, detail))
        }
    }

    /// Counts bytes that the caller has read, so that the server may send that many more.
    func consumed(_ count: Int, of stream: HTTP2Stream) {
        guard count > 0, !stream.isClosed else { return }
        codec.consumeStream(count, of: stream.id)
    }

    // MARK: - Bytes

    /// Reads bytes that have arrived; returns `false` if the server violates the protocol.
    @unsafe
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        lastArrival = .now
        let result = unsafe codec.receive(bytes.bindMemory(to: UInt8.self).span)
        if result == 0 { return true }
        ending = (.protocolViolation, "HTTP/2: " + HTTP2Codec.text(of: result))
        return false
    }

    /// The number of collected bytes that must be sent before more frames are collected.
    private static let pieceSize = 65_536

    /// Collects frames to send; returns `false` if nghttp2 fails.
    func collect() -> Bool {
        output.removeAll(keepingCapacity: true)
        sentCount = 0
        while output.count < Self.pieceSize {
            guard let frames = unsafe codec.nextFrames() else {
                ending = (.failed, "HTTP/2 cannot go on")
                return false
            }
            if frames.isEmpty { return true }
            unsafe output.append(contentsOf: frames)
        }
        return true
    }
}
