// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport
import RecadoWire
import Synchronization

/// A connection that all requests to a host share at the same time, in HTTP/2 (RFC 9113).
///
/// Frames are read on the reactor's thread and written by the calls, both under one lock.
final class HTTP2Connection: Sendable {
    /// The work that remains once the lock is free.
    @safe
    private struct Aftermath {
        var waiters: [HTTP2Stream.Waiter] = unsafe []
        var isBlocked = false
        var isLost = false
        var isFull = false
    }

    let channel: Channel
    /// The scheme and authority of the host that it leads to.
    let origin: String
    let options: SocketTransport.Options
    let remote: (address: String?, port: Int)
    private let pool: ConnectionPool
    private let created = Tick.now
    private let session: Mutex<HTTP2Session>
    /// The number of streams that are reserved or open, and its limit.
    private let streamCount = Atomic(0)
    private let streamLimit: Atomic<Int>
    private let hasServed = Atomic(false)
    private let isWithdrawn = Atomic(false)
    private let isClosed = Atomic(false)
    private let isClosing = Atomic(false)
    private let isFlushScheduled = Atomic(false)
    private let idleSince = Mutex(Tick.now)

    /// Returns `nil` when there is no memory.
    init?(
        _ channel: Channel,
        origin: String,
        remote: (String?, Int),
        _ pool: ConnectionPool,
        _ options: SocketTransport.Options
    ) {
        guard let session = HTTP2Session(options) else { return nil }
        (self.channel, self.origin, self.remote) = (channel, origin, remote)
        (self.pool, self.options) = (pool, options)
        streamLimit = Atomic(session.streamLimit)
        self.session = Mutex(session)
        channel.watchDeadlines { [weak self] now in self?.expire(at: now) ?? .never }
    }

    /// True if it has served a request before.
    var isReused: Bool { hasServed.load(ordering: .acquiring) }

    /// Begins to read.
    func start() { attend() }

    // MARK: - Streams

    /// Reserves a stream, if there may be one more.
    func reserveStream() -> Bool {
        if isWithdrawn.load(ordering: .acquiring)
            || created.after(options.connectionLifetime) <= .now
        {
            return false
        }
        let count = streamCount.add(1, ordering: .acquiringAndReleasing).newValue
        if count <= streamLimit.load(ordering: .acquiring) { return true }
        streamCount.subtract(1, ordering: .acquiringAndReleasing)
        return false
    }

    /// Submits a request on a reserved stream; `nil` when there is no stream for it after all.
    func begin(_ transfer: Transfer, upload: Upload?) async -> HTTP2Stream? {
        let isReused = hasServed.exchange(true, ordering: .acquiringAndReleasing)
        let stream = HTTP2Stream(transfer, upload: upload, isReused: isReused, options)
        let isOnlyOne = streamCount.load(ordering: .relaxed) == 1
        // A connection that has been idle may have ended meanwhile.
        if isOnlyOne, isReused { work { Self.read($0, self.channel) } }
        let isSubmitted = session.withLock { session in
            session.ending == nil && session.submit(stream)
        }
        guard isSubmitted else {
            withdraw()
            release(stream)
            return nil
        }
        if isOnlyOne { flush() } else { await flushSoon() }
        return stream
    }

    /// Releases a stream whose transfer has ended.
    func release(_ stream: HTTP2Stream, isSilent: Bool = false) {
        stream.upload?.close()
        let isClosed = session.withLock { _ in stream.isClosed }
        if !isClosed || isSilent {
            work { session in
                session.letGo(stream)
                // A server that is silent on one stream may be gone without notice.
                if isSilent { session.withdraw(0) }
                return true
            }
        }
        let count = streamCount.subtract(1, ordering: .acquiringAndReleasing).newValue
        if count == 0 { idleSince.withLock { $0 = .now } }
        if isWithdrawn.load(ordering: .acquiring) {
            if count == 0 { close() }
        } else {
            pool.freed(self)
        }
    }

    // MARK: - Bytes

    /// Sends the frames that wait, together with those that other tasks add once they have had
    /// their turn.
    private func flushSoon() async {
        if isFlushScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        await Task.yield()
        isFlushScheduled.store(false, ordering: .releasing)
        flush()
    }

    /// Sends the frames that wait.
    func flush() { work { _ in true } }

    /// Continues with the content of a request, which had run out.
    func resume(_ stream: HTTP2Stream) {
        work { session in
            if stream.failure == nil { session.codec.resume(stream.id) }
            return true
        }
    }

    /// Fails a stream whose content its source cannot give.
    func fail(_ stream: HTTP2Stream, _ failure: TransportError) {
        work { session in
            stream.failure = stream.failure ?? failure
            session.touch(stream)
            return true
        }
    }

    /// Reads the bytes that have come, on the reactor's thread.
    private func attend() {
        work { Self.read($0, self.channel) }
        if isClosed.load(ordering: .acquiring) { return }
        channel.notify(.reading) { [weak self] wakening in
            if case .ended(let error) = wakening { self?.end(with: error) } else { self?.attend() }
        }
    }

    /// The most bytes that are read at once.
    private static let pieceSize = 65_536

    /// Reads as much as possible without waiting; `false` when the connection is lost.
    private static func read(_ session: HTTP2Session, _ channel: Channel) -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: pieceSize, alignment: 16) { room in
            while true {
                switch unsafe channel.receive(room) {
                case .bytes(let count):
                    let bytes = unsafe UnsafeRawBufferPointer(rebasing: room.prefix(count))
                    guard unsafe session.receive(bytes) else { return false }
                case .wouldBlock: return true
                case .ended:
                    session.ending = session.ending ?? (.connectionLost, "the connection ended")
                    return false
                case .failed(let kind, let reason):
                    session.ending = session.ending ?? (kind, reason)
                    return false
                }
            }
        }
    }

    /// Sends as much as possible without waiting; `false` when the connection is lost.
    private static func send(
        _ session: HTTP2Session,
        _ channel: Channel,
        _ aftermath: inout Aftermath
    ) -> Bool {
        while true {
            if session.sentCount == session.output.count {
                guard session.collect() else { return false }
                if session.output.isEmpty { return true }
            }
            switch channel.send(session.output, from: session.sentCount) {
            case .bytes(let count): session.sentCount += count
            case .wouldBlock:
                aftermath.isBlocked = true
                return true
            case .ended: return false
            case .failed(let kind, let reason):
                session.ending = session.ending ?? (kind, reason)
                // The server may have sent the reason.
                return read(session, channel)
            }
        }
    }

    /// Works with the session under the lock, sends the frames that wait, and wakes the tasks with
    /// news.
    ///
    /// - Parameter body: The work; `false` means that the connection is lost.
    private func work(_ body: (HTTP2Session) -> Bool) {
        let aftermath = session.withLock { session in
            var aftermath = Aftermath()
            var isThere = body(session) && session.ending == nil
            if isThere { isThere = Self.send(session, channel, &aftermath) }
            if isThere, session.codec.isOver, session.sentCount == session.output.count {
                session.ending =
                    session.ending ?? (.protocolViolation, "the server breaks the rules of HTTP/2")
                isThere = false
            }
            if !isThere {
                session.lose()
                aftermath.isLost = true
            }
            let limit = session.streamLimit
            streamLimit.store(limit, ordering: .releasing)
            aftermath.isFull = session.farewell != nil || limit == 0
            for stream in session.touched {
                if stream.hasNews, let waiter = unsafe stream.waiter {
                    unsafe aftermath.waiters.append(waiter)
                    unsafe stream.waiter = nil
                }
            }
            session.touched.removeAll(keepingCapacity: true)
            return aftermath
        }
        let waiters = unsafe aftermath.waiters
        for index in unsafe waiters.indices { unsafe waiters[index].resume(returning: .ready) }
        if aftermath.isFull {
            withdraw()
            if streamCount.load(ordering: .acquiring) == 0 { close() }
        }
        if aftermath.isLost { return lost() }
        guard aftermath.isBlocked else { return }
        channel.notify(.writing) { [weak self] _ in self?.flush() }
    }

    // MARK: - Waiting

    /// Works with a stream under the lock.
    func withStream<Result: Sendable>(_ body: () -> Result) -> Result {
        session.withLock { _ in body() }
    }

    /// Takes the content that has arrived on a stream, and lets the server send as much again.
    func takeContent(of stream: HTTP2Stream) -> [UInt8] {
        var content: [UInt8] = []
        var mustFlush = false
        session.withLock { session in
            swap(&content, &stream.content)
            session.consumed(content.count, of: stream)
            mustFlush = !stream.isWhole && !content.isEmpty
        }
        if mustFlush { flush() }
        return content
    }

    /// Waits until there is news of a stream.
    func wait(
        for stream: HTTP2Stream,
        isHeadWanted: Bool,
        until deadline: Tick
    ) async -> Channel.Wakening {
        await withTaskCancellationHandler {
            unsafe await withUnsafeContinuation { continuation in
                let isReady = session.withLock { _ in
                    stream.isHeadWanted = isHeadWanted
                    if stream.hasNews { return true }
                    unsafe stream.waiter = continuation
                    stream.deadline = deadline
                    return false
                }
                if isReady { return unsafe continuation.resume(returning: .ready) }
                channel.reactor.schedule(deadline)
                if Task.isCancelled { wake(stream, .cancelled) }
            }
        } onCancel: {
            wake(stream, .cancelled)
        }
    }

    private func wake(_ stream: HTTP2Stream, _ wakening: Channel.Wakening) {
        let waiter = unsafe session.withLock { _ in
            defer { unsafe stream.waiter = nil }
            return unsafe stream.waiter
        }
        unsafe waiter?.resume(returning: wakening)
    }

    /// Wakes the tasks whose time is up; returns the time of the next check.
    private func expire(at now: Tick) -> Tick {
        let (late, next) = unsafe session.withLock { session -> ([HTTP2Stream.Waiter], Tick) in
            var (late, next) = unsafe ([HTTP2Stream.Waiter](), Tick.never)
            for stream in session.streams.values {
                guard let waiter = unsafe stream.waiter else { continue }
                if stream.deadline <= now {
                    unsafe late.append(waiter)
                    unsafe stream.waiter = nil
                } else {
                    next = min(next, stream.deadline)
                }
            }
            return unsafe (late, next)
        }
        for index in unsafe late.indices { unsafe late[index].resume(returning: .timedOut) }
        return next
    }

    // MARK: - The end

    /// True if nothing has come since a moment.
    func isSilent(since moment: Tick) -> Bool {
        session.withLock { $0.lastArrival <= moment }
    }

    /// True if no stream is in use, and none has been for so long that the connection is to be
    /// closed.
    func isStale(at now: Tick) -> Bool {
        streamCount.load(ordering: .acquiring) == 0
            && idleSince.withLock { $0.after(ConnectionPool.idleTime) } <= now
    }

    /// Accepts no further requests.
    private func withdraw() {
        if !isWithdrawn.exchange(true, ordering: .acquiringAndReleasing) { pool.withdraw(self) }
    }

    /// Ends all streams of the connection, with an error.
    func end(with error: TransportError) {
        work { session in
            for stream in session.streams.values {
                stream.failure = stream.failure ?? error
                session.touch(stream)
            }
            return true
        }
        close()
    }

    /// True if it accepts requests.
    var takesRequests: Bool {
        !isWithdrawn.load(ordering: .acquiring) && !isClosed.load(ordering: .acquiring)
    }

    /// Closes the connection, which is no longer in use.
    func close() {
        if isClosing.exchange(true, ordering: .acquiringAndReleasing) { return }
        work { session in
            session.codec.terminate(HTTP2ErrorCode.noError)
            return true
        }
        lost()
    }

    private func lost() {
        withdraw()
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        channel.close()
        pool.closed(origin)
    }
}
