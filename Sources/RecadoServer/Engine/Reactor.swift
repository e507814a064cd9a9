// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoThreads
import RecadoWire

/// The part of a loop that stays on the loop's thread: the connections and all input and output.
///
/// One turn: wait for events, read and parse, run the tasks that are ready, write their answers,
/// check the deadlines.
///
/// Properties that every request changes are `@exclusivity(unchecked)`, because the runtime check
/// is a call for each access and took a tenth of the engine's own time. These properties are
/// changed by methods of their own types, which do not know the reactor and so cannot access it
/// during a change. There are two exceptions: while an answer is added to `readyResponses`, only
/// `write` runs, and while a handler has `request`, no code of the reactor runs.
final class Reactor {
    /// The most rounds of jobs and messages in one turn before the sockets are polled again.
    private static let rounds = 32
    /// The number of events that are handled before the jobs and messages that they cause are run.
    private static let eventsTogether = 16
    /// The most rounds of jobs and messages after a group of events.
    private static let roundsOfEvents = 4
    /// The most bytes that are read from a socket in one call.
    static let readSize = 64 * 1024
    /// The generation in the tokens of listeners; no connection has it.
    private static let listenerGeneration = UInt32.max - 1

    let loop: EventLoop
    let handler: any Handler
    let observer: any ServerObserver
    let settings: ReactorSettings
    let connectionLimiter: ConnectionLimiter
    let admission: Admission
    let pending: PendingBytes
    @safe @exclusivity(unchecked) var listeners: [Listener] = []
    /// The TLS contexts of the connections; `nil` when they do not use TLS.
    let tls: TLSContexts?
    /// The header line that tells clients to use only TLS in future; `nil` when there is none.
    var strictLine: [UInt8]?

    @safe @exclusivity(unchecked) var connections: ContiguousArray<Connection?> = []
    @safe @exclusivity(unchecked) var connectionCount = 0
    private var lastGeneration: UInt32 = 0
    @safe @exclusivity(unchecked) var wheel: TimerWheel<ConnectionID>
    @safe @exclusivity(unchecked) var now: Int
    /// A lower bound for the arrival times of the bytes that are read in this turn.
    @safe @exclusivity(unchecked) var arrivals: ArrivalBound
    @safe @exclusivity(unchecked) var date = DateLine()
    /// The buffer of the last read.
    @safe @exclusivity(unchecked) var readBuffer = [UInt8](repeating: 0, count: Reactor.readSize)
    /// The request that is being parsed: all requests use the same storage, which costs less than
    /// new storage.
    @safe @exclusivity(unchecked) var request = Request(method: .get, target: "/")
    /// The storage for the fields of the next request.
    @safe @exclusivity(unchecked) var spare = FieldStorage()
    /// The response that is being written.
    @safe @exclusivity(unchecked) var wire = WireBuffer()
    /// The HTTP/2 state that all connections share; `nil` until the first such connection.
    var http2: HTTP2Library?
    /// The header section of the HTTP/2 answer that is being written.
    @safe @exclusivity(unchecked) var block = HeaderBlock()
    /// Frames that are being sent.
    @safe @exclusivity(unchecked) var frames: [UInt8] = []
    /// Answers that were available at once; several are sent together, so that the clients that
    /// wait for them wake together.
    @safe @exclusivity(unchecked) var readyResponses = ReadyResponses()
    /// Connections that have more to read than their share of one turn.
    @safe @exclusivity(unchecked) var unread: [ConnectionID] = []
    /// Connections with output that was held back to be sent together.
    @safe @exclusivity(unchecked) var unsent: [ConnectionID] = []
    /// The tick at which accepting resumes after the process ran out of descriptors.
    @safe @exclusivity(unchecked) var acceptsAgainAt = Ticks.never
    /// The tick at which the remaining connections are closed, once the loop is stopping.
    @safe @exclusivity(unchecked) var stopsAt: Int?

    /// The time at which the current turn began, in microseconds.
    @safe @exclusivity(unchecked) private var lastTurn: Int64
    @safe @exclusivity(unchecked) private var space = Poller.Space()
    @safe @exclusivity(unchecked) private var events: [PollerEvent] = []
    @safe @exclusivity(unchecked) private var work = EventLoop.Work()
    @safe @exclusivity(unchecked) private var due: [(ConnectionID, Int)] = []

    init(
        loop: EventLoop,
        handler: any Handler,
        observer: any ServerObserver,
        settings: ReactorSettings,
        shared: SharedCounts,
        tls: TLSContexts?
    ) {
        self.loop = loop
        self.handler = handler
        self.observer = observer
        self.settings = settings
        connectionLimiter = shared.connectionLimiter
        admission = shared.admission
        pending = shared.pending
        self.tls = tls
        let present = Ticks.microseconds
        lastTurn = present
        now = Ticks.tick(at: present * 1_000)
        arrivals = ArrivalBound(now: present * 1_000)
        wheel = TimerWheel(current: now)
        date.update(to: Ticks.wallSeconds)
    }

    /// Runs until the loop has been stopped and its last connection has closed.
    func run() {
        ThreadTurns.run { run($0) }
    }

    private func run(_ turns: ThreadTurns) {
        while stopsAt == nil || connectionCount > 0 {
            wait()
            for (index, event) in events.enumerated() {
                take(event)
                // Work runs after every few events, while the memory that their requests use is
                // still in the processor's cache.
                if index % Self.eventsTogether == Self.eventsTogether - 1 {
                    runWork(rounds: Self.roundsOfEvents)
                }
            }
            runWork(rounds: Self.rounds)
            if turns.end() { runWork(rounds: Self.rounds) }
            checkTime()
            readRest()
            flushAll()
            turns.end()
        }
        loop.finish()
    }

    // MARK: - One turn

    private func wait() {
        let hasWork = !unread.isEmpty || !unsent.isEmpty || !readyResponses.isEmpty
        let isIdle = !hasWork && loop.fallAsleep()
        events.removeAll(keepingCapacity: true)
        let asked = Ticks.microseconds
        loop.poller.wait(milliseconds: isIdle ? timeout : 0, space: &space, into: &events)
        if isIdle { loop.wakeUp() }
        let present = Ticks.microseconds
        loop.delays.add(turn: asked - lastTurn, idle: present - asked, now: present)
        lastTurn = present
        arrivals.take(
            asked: asked * 1_000,
            now: present * 1_000,
            isFull: events.count >= Poller.Space.capacity,
            mostBatches: connectionCount / Poller.Space.capacity + 1
        )
        now = Ticks.tick(at: present * 1_000)
        date.update(to: Ticks.wallSeconds)
        // From here on, deadlines are scheduled relative to the current tick.
        if now > wheel.current {
            wheel.advance(to: now) { due.append(($0, $1)) }
            makeRoom()
        }
    }

    /// The milliseconds until a deadline must be checked; -1 when there is none.
    private var timeout: Int32 {
        var next = wheel.distance.map { wheel.current + $0 } ?? Ticks.never
        next = min(next, acceptsAgainAt, stopsAt ?? Ticks.never)
        if pending.isShort { next = min(next, now + 1) }
        guard next != Ticks.never else { return -1 }
        // Part of the current tick has already passed, so tick `next` has begun when this time is
        // over; waiting one tick more would be late.
        return Int32(clamping: max(0, next - now) * (1_000 / Ticks.perSecond) + 1)
    }

    private func take(_ event: PollerEvent) {
        let id = ConnectionID(token: event.token)
        if id.generation == Self.listenerGeneration {
            accept(from: Int(id.descriptor))
        } else if let connection = connection(id) {
            take(event, on: connection)
        }
    }

    private func take(_ event: PollerEvent, on connection: Connection) {
        if event.hasFailed { return destroy(connection) }
        if event.isWritable, !connection.isWritable {
            connection.isWritable = true
            if connection.link.waitsForWriting { connection.isReadable = true }
            flush(connection)
            if connection.link.waitsForWriting { read(connection) }
        }
        if event.hasEnded { connection.peerHasEnded = true }
        if event.isReadable || event.hasEnded {
            connection.isReadable = true
            read(connection)
            guard event.hasEnded else { return }
            // A request that came together with the end of input is begun first, so that there is a
            // task to cancel.
            if connection.isAnswering { runWork(rounds: Self.roundsOfEvents) }
            noticeEnd(connection)
        }
    }

    private func runWork(rounds: Int) {
        for _ in 0..<rounds {
            sendResponses()
            loop.takeWork(&work)
            if work.isEmpty, readyResponses.isEmpty { return }
            loop.run(work.jobs)
            for answer in work.answers { respond(answer.response, to: answer.exchange) }
            for index in work.messages.indices {
                var message: Message?
                swap(&message, &work.messages[index])
                if let message = consume message { take(consume message) }
            }
            work.jobs.removeAll(keepingCapacity: true)
            work.answers.removeAll(keepingCapacity: true)
            work.messages.removeAll(keepingCapacity: true)
        }
    }

    /// Checks the deadlines, after input that arrived in time has been handled.
    private func checkTime() {
        if now >= acceptsAgainAt {
            acceptsAgainAt = Ticks.never
            if stopsAt == nil { addListeners() }
        }
        for (id, tick) in due {
            if let connection = connection(id), connection.comesUpAt == tick {
                connection.comesUpAt = Ticks.never
                checkDeadlines(connection)
            }
        }
        due.removeAll(keepingCapacity: true)
        if let stopsAt, now >= stopsAt { destroyAll() }
    }

    private func readRest() {
        guard !unread.isEmpty else { return }
        let rest = unread
        unread.removeAll(keepingCapacity: true)
        for id in rest {
            if let connection = connection(id) { proceed(connection) }
        }
    }

    private func flushAll() {
        guard !unsent.isEmpty else { return }
        let rest = unsent
        unsent.removeAll(keepingCapacity: true)
        for id in rest {
            guard let connection = connection(id) else { continue }
            connection.isFlushScheduled = false
            flush(connection)
        }
    }

    // MARK: - Connections

    /// Returns the connection with the given ID, unless it has closed.
    @inline(__always)
    func connection(_ id: ConnectionID) -> Connection? {
        let slot = Int(id.descriptor)
        guard slot >= 0, slot < connections.count, let connection = connections[slot],
            connection.id.generation == id.generation
        else { return nil }
        return connection
    }

    /// Returns the connection of an exchange that is still in progress.
    @inline(__always)
    func connection(_ id: ExchangeID) -> Connection? {
        guard let connection = connection(id.connection),
            connection.exchange?.number == id.number
        else { return nil }
        return connection
    }

    func add(_ socket: consuming Socket, peer: Peer, origin: UInt64?, isExtra: Bool) {
        let slot = Int(socket.descriptor)
        if slot >= connections.count {
            let missing = max(slot + 1 - connections.count, 64)
            connections.append(contentsOf: repeatElement(nil, count: missing))
        }
        lastGeneration = (lastGeneration + 1) % Self.listenerGeneration
        let id = ConnectionID(descriptor: socket.descriptor, generation: lastGeneration)
        var session: TLSSession?
        if let context = tls?.current {
            strictLine = context.strictLine
            // A connection beyond the limit may send only one request, in HTTP/1.1, so it is not
            // offered HTTP/2.
            session = context.makeSession(over: socket.descriptor, offersHTTP2: !isExtra)
            guard session != nil else { return connectionLimiter.release(origin, isExtra: isExtra) }
        }
        let link = ConnectionStream(socket, session: session)
        let connection = Connection(id: id, link: link, peer: peer, origin: origin)
        connection.isExtra = isExtra
        guard loop.poller.add(connection: id.descriptor, token: id.token) else {
            return connectionLimiter.release(origin, isExtra: isExtra)
        }
        connections[slot] = connection
        connectionCount += 1
        setReadDeadline(of: connection, to: now + headTime(of: connection))
    }

    /// Returns the ticks that a connection has for a head: at most a second for one beyond the
    /// limit.
    func headTime(of connection: Connection) -> Int {
        connection.isExtra ? min(settings.head, Ticks.perSecond) : settings.head
    }

    /// Closes a connection and releases all tasks that wait on it.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - end: The reason why its answers are not needed any more.
    func destroy(_ connection: Connection, _ end: RequestTask.End = .disconnected) {
        guard !connection.isDestroyed else { return }
        connection.isDestroyed = true
        countOutput(of: connection)
        connections[Int(connection.id.descriptor)] = nil
        connectionCount -= 1
        connectionLimiter.release(connection.origin, isExtra: connection.isExtra)
        abandonExchange(of: connection, .disconnected, end)
        connection.http2?.abandonAll(.disconnected, end)
    }

    // MARK: - Listeners

    func addListeners() {
        for (index, listener) in listeners.enumerated() {
            let id = ConnectionID(
                descriptor: Int32(index),
                generation: Self.listenerGeneration
            )
            loop.poller.add(listener: listener.socket.descriptor, token: id.token)
        }
    }

    func removeListeners() {
        for listener in listeners { loop.poller.remove(listener.socket.descriptor) }
    }
}
