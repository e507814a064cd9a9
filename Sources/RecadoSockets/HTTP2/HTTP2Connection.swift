// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport
import RecadoWire
import Synchronization

/// An HTTP/2 connection that all requests to a host share at the same time (RFC 9113).
///
/// Frames are read on the reactor's thread and written by the calls, both under one lock.
final class HTTP2Connection: Sendable {
    /// The work that is done after the lock is released.
    @safe
    private struct Aftermath {
        var waiters: [HTTP2Stream.Waiter] = unsafe []
        var isBlocked = false
        var isLost = false
        var isFull = false
    }

    let channel: Channel
    /// The scheme and authority of the host at the other end.
    let origin: String
    let options: SocketTransport.Options
    let remote: (address: String?, port: Int)
    private let pool: ConnectionPool
    private let created = Tick.now
    private let session: Mutex<HTTP2Session>
    /// The number of streams that are reserved or open; ``streamLimit`` is the maximum.
    private let streamCount = Atomic(0)
    private let streamLimit: Atomic<Int>
    private let hasServed = Atomic(false)
    private let isWithdrawn = Atomic(false)
    private let isClosed = Atomic(false)
    private let isClosing = Atomic(false)
    private let isFlushScheduled = Atomic(false)
    private let idleSince = Mutex(Tick.now)

    /// Creates a connection; returns `nil` if there is no memory.
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

    /// True if the connection has served a request before.
    var isReused: Bool { hasServed.load(ordering: .acquiring) }

    /// Begins to read.
    func start() { attend() }

    // MARK: - Streams

    /// Reserves a stream; returns false if the limit is reached, or if the connection is too old or
    /// accepts no more requests.
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

    /// Submits a request on a reserved stream; returns `nil` if the connection accepts no stream
    /// after all.
    func begin(_ transfer: Transfer, upload: Upload?) async -> HTTP2Stream? {
        let isReused = hasServed.exchange(true, ordering: .acquiringAndReleasing)
        let stream = HTTP2Stream(transfer, upload: upload, isReused: isReused, options)
        let isOnlyOne = streamCount.load(ordering: .relaxed) == 1
        // Reads first, because an idle connection may have ended in the meantime.
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
                session.release(stream)
                // A server that does not answer on one stream may have disappeared, so no new
                // requests go over this connection.
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

    /// Lets other tasks run, then sends the waiting frames together with those that these tasks
    /// have added.
    private func flushSoon() async {
        if isFlushScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        await Task.yield()
        isFlushScheduled.store(false, ordering: .releasing)
        flush()
    }

    /// Sends the waiting frames.
    func flush() { work { _ in true } }

    /// Resumes a stream that had no content to send.
    func resume(_ stream: HTTP2Stream) {
        work { session in
            if stream.failure == nil { session.codec.resume(stream.id) }
            return true
        }
    }

    /// Ends a stream with the error of the source of its content.
    func fail(_ stream: HTTP2Stream, _ failure: TransportError) {
        work { session in
            stream.failure = stream.failure ?? failure
            session.touch(stream)
            return true
        }
    }

    /// Reads the bytes that have arrived, on the reactor's thread.
    private func attend() {
        work { Self.read($0, self.channel) }
        if isClosed.load(ordering: .acquiring) { return }
        channel.notify(.reading) { [weak self] wakening in
            if case .ended(let error) = wakening { self?.end(with: error) } else { self?.attend() }
        }
    }

    /// The maximum number of bytes to read at once.
    private static let pieceSize = 65_536

    /// Reads as much as possible without waiting; returns `false` if the connection is lost.
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

    /// Sends as much as possible without waiting; returns `false` if the connection is lost.
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
                // Reads once more, because the server may have sent the reason.
                return read(session, channel)
            }
        }
    }

    /// Runs a closure with the session under the lock, then sends the waiting frames and wakes the
    /// tasks that can continue.
    ///
    /// - Parameter body: The closure; it returns `false` if the connection is lost.
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

    /// Runs a closure under the lock that protects the streams.
    func withStream<Result: Sendable>(_ body: () -> Result) -> Result {
        session.withLock { _ in body() }
    }

    /// Takes the content that has arrived on a stream, and lets the server send that much more.
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

    /// Waits until the stream has the head or the content that its caller needs.
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

    /// Wakes the tasks whose deadline has passed; returns the time of the next check.
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

    /// True if nothing has arrived since the given time.
    func isSilent(since moment: Tick) -> Bool {
        session.withLock { $0.lastArrival <= moment }
    }

    /// True if the connection has been without streams for so long that it should be closed.
    func isStale(at now: Tick) -> Bool {
        streamCount.load(ordering: .acquiring) == 0
            && idleSince.withLock { $0.after(ConnectionPool.idleTime) } <= now
    }

    /// Stops accepting requests.
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

    /// True if the connection accepts requests.
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
