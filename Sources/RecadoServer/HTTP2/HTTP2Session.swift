// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

// A connection in HTTP/2, bytes in and bytes out: nghttp2 reads and writes the frames.
//
//            bytes                        touched streams
//   socket ────────▶ receive ─ callbacks ─────────────────▶ reactor ──▶ tasks
//   socket ◀──────── collect ◀─ callbacks ◀──────────────── reactor ◀── tasks
//            bytes                        submit…
//
// Invariants, quoted by the tests:
//  S1  Callbacks change streams and note what has happened; they start nothing and send nothing.
//  S2  Once `violation` is set, no more bytes are read, and GOAWAY is the last frame sent.
//  S3  The client's windows are opened again only for content that was read or thrown away.
//  S4  The bytes collected for the socket have a limit; further bytes wait in the streams.

/// The frames and streams of one connection.
@safe
final class HTTP2Session {
    /// The stages of the session's end (RFC 9113 §6.8).
    enum Draining {
        case no
        /// The client was told at this tick that the session will end.
        case announced(Int)
        /// The client was told which request is the last one that will be answered.
        case last
    }

    /// The HTTP/2 codec, whose callbacks get this object as their context.
    @safe @exclusivity(unchecked) private(set) var codec = HTTP2Codec()
    let settings: HTTP2Settings
    private let connection: ConnectionID
    /// The loop whose tasks answer the requests.
    private let loop: EventLoop

    @safe @exclusivity(unchecked) var streams: [Int32: HTTP2Stream] = [:]
    /// The streams on which something has arrived that the reactor has not handled.
    @safe @exclusivity(unchecked) var touched: [HTTP2Stream] = []
    /// The stream whose header section is arriving, unless it is a trailer section.
    @safe @exclusivity(unchecked) var current: HTTP2Stream?
    /// The highest stream number that the client has used.
    @safe @exclusivity(unchecked) var lastStream: Int32 = 0
    /// The streams that the server reset recently; the client may not know of the resets yet.
    private(set) var resetStreams: ContiguousArray<Int32> = []
    /// The streams that have ended, but whose handlers have not returned.
    var abandoned: Set<Int32> = []

    /// The current tick, set before bytes are received or sent.
    @safe @exclusivity(unchecked) var now: Int
    @safe @exclusivity(unchecked) var budget: HTTP2Budget
    /// The error code with which the connection must end, if it has to.
    @safe @exclusivity(unchecked) var violation: UInt32?
    private(set) var isTerminated = false

    // MARK: - What comes

    var hasSettings = false
    @safe @exclusivity(unchecked) var continuationCount = 0
    /// The size of the content in the frame that is arriving.
    @safe @exclusivity(unchecked) var frameContent = 0
    /// The size of the trailer section that is arriving; its fields are dropped.
    var trailerSize = 0
    /// The tick at which the arriving header section began.
    @safe @exclusivity(unchecked) var headSince: Int?
    @safe @exclusivity(unchecked) var headStream: Int32 = 0
    var requestCount = 0
    /// The number of content bytes of closed streams, for which the connection's window must be
    /// opened again.
    var lostCount = 0
    /// True if a complete answer has just been sent to an incomplete request.
    var hasUnwantedContent = false
    var hasPingAnswer = false

    // MARK: - What goes

    /// The frames that are being collected.
    @safe @exclusivity(unchecked) var frames: [UInt8] = []
    /// The number of bytes that wait to be sent, in all streams.
    @safe @exclusivity(unchecked) var pendingOutput = 0
    /// The number of content bytes that have been sent, in all streams.
    @safe @exclusivity(unchecked) var takenOutput = 0
    /// True if the time limits of waiting answers must be checked.
    var isOutputWatched = false
    var draining = Draining.no
    /// The tick at which the session began or, later, at which its last open stream ended.
    @safe @exclusivity(unchecked) var idleSince: Int

    /// Begins a session, whose first frame is the server's SETTINGS.
    ///
    /// Returns `nil` when memory is short.
    init?(
        _ library: HTTP2Library,
        _ settings: HTTP2Settings,
        _ connection: ConnectionID,
        _ loop: EventLoop,
        now: Int
    ) {
        self.connection = connection
        self.loop = loop
        self.settings = settings
        self.now = now
        idleSince = now
        budget = HTTP2Budget(settings, now: now)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        guard
            unsafe codec.begin(
                as: .server,
                library,
                context: context,
                settings: [
                    .concurrentStreams(settings.concurrentStreams),
                    .streamWindow(settings.streamWindow),
                    .headerListSize(settings.limits.fields),
                ] + HTTP2Setting.noPriorityTree,
                window: settings.connectionWindow
            )
        else { return nil }
    }

    /// Returns the session in a callback's context.
    ///
    /// The context is not retained, because callbacks run only within calls from the session that
    /// owns the nghttp2 session.
    static func of(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<HTTP2Session>.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: - Ending

    /// True if a frame waits to be sent; content counts only while the connection's window is open.
    var wantsToSend: Bool { codec.wantsToSend }

    /// True if the session has ended: the last frame has been collected, and none is expected.
    var isOver: Bool { codec.isOver }

    /// Ends the session with GOAWAY, even if requests are in progress.
    func terminate(_ code: UInt32) {
        guard !isTerminated else { return }
        isTerminated = true
        codec.terminate(code)
    }

    /// Announces the end of the session; requests that arrive until the end are still answered.
    func announceEnd() {
        guard case .no = draining, !isTerminated else { return }
        draining = .announced(now)
        hasPingAnswer = false
        codec.announceEnd()
    }

    /// Tells the client which request is the last one that will be answered.
    func finishRequests() {
        guard case .announced = draining, !isTerminated else { return }
        draining = .last
        codec.finishRequests()
    }

    /// Remembers that the server has reset a stream.
    func noteReset(of stream: Int32) {
        guard resetStreams.last != stream, !resetStreams.contains(stream) else { return }
        // The limit exceeds the number of streams that may be open at the same time, because all of
        // them may be reset before the client learns of the first reset.
        if resetStreams.count >= 2 * settings.runningHandlers { resetStreams.removeFirst() }
        resetStreams.append(stream)
    }

    /// Ends one stream.
    func reset(_ stream: HTTP2Stream, _ code: UInt32) {
        codec.reset(stream.id, code)
    }

    // MARK: - Windows

    /// Opens the client's windows for content that was read (S3).
    func release(_ count: Int, of stream: HTTP2Stream) {
        guard count > 0 else { return }
        stream.unreadCount -= count
        codec.consume(count, of: stream.id)
    }

    /// Opens only the connection's window, for content that nobody will read.
    func releaseConnection(_ count: Int) {
        guard count > 0 else { return }
        codec.consumeConnection(count)
    }

    /// True if the client may not send more of a stream's content for now.
    func isWindowShut(of stream: HTTP2Stream) -> Bool {
        codec.localWindow <= 0 || stream.unreadCount >= settings.streamWindow
    }

    /// True if the client accepts no more content for now, in any stream.
    var isRemoteWindowShut: Bool { codec.remoteWindow <= 0 }

    /// True if the client accepts no more of a stream's content for now.
    func isRemoteWindowShut(of stream: HTTP2Stream) -> Bool {
        codec.remoteWindow(of: stream.id) <= 0
    }

    // MARK: - Streams

    /// Adds a stream to those that have to be checked.
    func touch(_ stream: HTTP2Stream) {
        guard !stream.isTouched else { return }
        stream.isTouched = true
        touched.append(stream)
    }

    /// Releases the tasks that wait for a stream, and remembers a task that is still running.
    func abandon(
        _ stream: HTTP2Stream,
        _ reason: RequestContentError,
        _ end: RequestTask.End = .disconnected
    ) {
        stream.task?.note(end)
        // If the reactor reads the answer's content from its source, the task has already returned.
        let hasReturned = stream.polled != nil
        // The task is cancelled last: a waiting reader has already received the reason, so it does
        // not see the cancellation.
        guard let task = stream.abandon(reason), !hasReturned else { return }
        task.cancel()
        abandoned.insert(stream.id)
    }

    /// The ID of a stream's exchange.
    func exchange(of stream: HTTP2Stream) -> ExchangeID {
        ExchangeID(connection: connection, number: Int(stream.id))
    }

    /// Returns the number of content bytes of closed streams, and resets it to zero.
    func takeLost() -> Int {
        defer { lostCount = 0 }
        return lostCount
    }

    /// Releases the tasks of all streams.
    func abandonAll(_ reason: RequestContentError, _ end: RequestTask.End) {
        for stream in streams.values { abandon(stream, reason, end) }
    }
}
