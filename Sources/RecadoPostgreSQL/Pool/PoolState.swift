// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of the pool: the use of each connection, and the times to open and close them.
///
/// It has no side effects: each event returns a list of actions for the pool to carry out, and the
/// caller passes the time. In this way every rule here can be tested without a server or a delay.
///
/// ```
///              connect             connected          run
///   (nothing) ────────▶ connecting ─────────▶ idle ◀──────▶ busy
///                           │ failed           │ │  checked    │ ended
///                           ▼                  │ └──▶ checking ┤
///                       back-off               ▼ close         ▼
///                                           closing ──ended─▶ (nothing)
/// ```
///
/// 1. There are never more connections than the maximum, including those that are being closed.
/// 2. Requests are served in their order; none waits while a connection is idle. But writes leave a
///    reserve to reads, because their commits may wait for a standby. So do reads that are known to
///    be slow, few of which run at a time.
/// 3. Each request gets one answer: a connection or a failure.
/// 4. If reads wait because others take long, as for a lock of the table that they read, the long
///    ones make room: they begin anew as slow ones.
/// 5. A connection is handed out only after it was reported connected, released or checked. One
///    whose state is not known is reported as ended and does not come back.
struct PoolState: Sendable {
    struct ConnectionID: Hashable, Sendable {
        let number: Int
    }

    struct RequestID: Hashable, Sendable {
        let number: Int
    }

    struct Settings: Sendable {
        var minimum = 1
        var maximum = 16
        var waitingLimit = 1_024
        /// The connections and the waiting places that writes leave to reads.
        var reserve: Int { maximum < 2 ? 0 : max(1, maximum / 4) }
        var waitingReserve: Int { maximum < 2 ? 0 : waitingLimit / 4 }
        /// The most slow reads that run at a time, and the most that wait.
        var slowReads: Int { max(1, maximum / 2) }
        var waitingSlowReads: Int { max(1, waitingLimit / 4) }
        /// The time after which a read is slow.
        var patience: Duration = SlowStatements.poolPatience
        var idleTimeout: Duration = .seconds(300)
        var keepAliveInterval: Duration = .seconds(30)
        var maximumAge: Duration = .seconds(3_600)
        /// The time to wait after the first failure to connect; it doubles with each further
        /// failure.
        var backOff: Duration = .milliseconds(100)
        var longestBackOff: Duration = .seconds(2)
        /// The number of failures after which requests are refused at once if no connection is
        /// left.
        var breakerLimit = 3
    }

    enum Event: Sendable, Hashable {
        /// A call wants a connection until a moment; a call that had its turn before comes first.
        case requested(RequestID, until: Duration, isFirst: Bool = false, for: Use = .read)
        /// Some waiting reads begin with a statement that has just been found to take long.
        case slowed(Set<RequestID>)
        /// A call no longer wants a connection.
        case withdrawn(RequestID)
        case connected(ConnectionID)
        case failedToConnect(ConnectionID)
        /// A connection served a call, or answered a check, and can be used again.
        case released(ConnectionID)
        /// A connection is closed, for whatever reason.
        case ended(ConnectionID)
        /// The server takes no writes any more: every connection to it is to be replaced.
        case demoted
        /// A time that ``nextMoment`` gave has come.
        case timePassed
        case closed
    }

    enum PoolError: Sendable, Hashable {
        case overloaded
        case waitedTooLong
        case unreachable
        case closed
    }

    enum Action: Sendable, Hashable {
        case connect(ConnectionID)
        case run(RequestID, on: ConnectionID)
        case check(ConnectionID)
        case close(ConnectionID)
        /// Makes the read that a connection serves begin anew as a slow one.
        case displace(ConnectionID)
        case refuse(RequestID, PoolError)
        /// Nothing is left: the callers that wait for the end can be resumed.
        case finished
    }

    /// The use that a call makes of a connection.
    enum Use: Sendable, Hashable {
        case read
        /// A read that is known to take long.
        case slowRead
        case write
        /// Anything that need not make room: migrations, questions about the server, and reads that
        /// begin anew because their connection has ended.
        case bare

        /// True if the call leaves a reserve to others.
        var leavesReserve: Bool { self == .write || self == .slowRead }
    }

    enum Phase: Sendable, Hashable {
        case connecting
        case idle
        case busy
        case checking
        case closing
    }

    struct Connection: Sendable {
        var phase: Phase
        /// The use by the call that the connection serves; `nil` without a call.
        var use: Use?
        /// True if that call is to begin anew.
        var isDisplaced = false
        /// The time at which it was made; a connection beyond the maximum age is replaced.
        var bornAt: Duration
        /// The time at which the connection last began or finished serving a call.
        var usedAt: Duration
        /// The time at which the server last answered on it.
        var heardAt: Duration
    }

    struct Waiter: Sendable {
        let id: RequestID
        let deadline: Duration
        var use: Use
    }

    let settings: Settings
    var connections: [ConnectionID: Connection] = [:]
    /// The idle connections; the last of them was used last, and is used next.
    var idle: [ConnectionID] = []
    var waiting: [Waiter] = []
    /// The number of failures to connect since the last success.
    var failures = 0
    var hasEverConnected = false
    /// The time before which no connection is tried; `nil` without failures.
    var retryAt: Duration?
    var isClosing = false
    var isFinished = false
    private var lastConnection = 0

    init(_ settings: Settings) {
        self.settings = settings
    }

    // MARK: - Events

    mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .requested(let id, let deadline, let isFirst, let use):
            let waiter = Waiter(id: id, deadline: deadline, use: use)
            request(waiter, isFirst: isFirst, now, &actions)
        case .slowed(let ids):
            for place in waiting.indices where ids.contains(waiting[place].id) {
                waiting[place].use = .slowRead
            }
        case .withdrawn(let id):
            waiting.removeAll { $0.id == id }
        case .connected(let id):
            failures = 0
            retryAt = nil
            hasEverConnected = true
            free(id, now, hasServed: true)
        case .failedToConnect(let id):
            connections[id] = nil
            noteFailure(now, &actions)
        case .released(let id):
            free(id, now, hasServed: connections[id]?.phase == .busy)
        case .ended(let id):
            connections[id] = nil
            idle.removeAll { $0 == id }
        case .demoted:
            for id in connections.keys { connections[id]?.bornAt = now - settings.maximumAge }
        case .timePassed: break
        case .closed:
            isClosing = true
        }
        settle(now, &actions)
        return actions
    }

    private mutating func request(
        _ waiter: Waiter,
        isFirst: Bool,
        _ now: Duration,
        _ actions: inout [Action]
    ) {
        // While the pool closes, a call whose connection has failed may still go on; once the pool
        // has finished, its clock no longer runs.
        if isFinished || isClosing && !isFirst {
            actions.append(.refuse(waiter.id, .closed))
        } else if isBroken, let retryAt, now < retryAt {
            actions.append(.refuse(waiter.id, .unreachable))
        } else if !isFirst, isFull(for: waiter.use) {
            actions.append(.refuse(waiter.id, .overloaded))
        } else {
            waiting.insert(waiter, at: isFirst ? 0 : waiting.count)
        }
    }

    private mutating func free(_ id: ConnectionID, _ now: Duration, hasServed: Bool) {
        guard var connection = connections[id], connection.phase != .closing,
            connection.phase != .idle
        else { return }
        connection.phase = .idle
        (connection.use, connection.isDisplaced) = (nil, false)
        connection.heardAt = now
        if hasServed { connection.usedAt = now }
        connections[id] = connection
        // A connection that was only checked stays behind those that have served.
        idle.insert(id, at: hasServed ? idle.count : 0)
    }

    private mutating func noteFailure(_ now: Duration, _ actions: inout [Action]) {
        failures += 1
        let factor = 1 << min(failures - 1, 16)
        retryAt = now + min(settings.backOff * factor, settings.longestBackOff)
        // A program that starts learns at once that its address or password is wrong.
        guard isBroken || !hasEverConnected else { return }
        for waiter in waiting { actions.append(.refuse(waiter.id, .unreachable)) }
        waiting = []
    }

    /// True if waiting is pointless for requests: the circuit breaker.
    var isBroken: Bool {
        failures >= settings.breakerLimit
            && !connections.values.contains { $0.phase != .connecting && $0.phase != .closing }
    }

    mutating func newConnection(_ now: Duration) -> ConnectionID {
        lastConnection += 1
        let id = ConnectionID(number: lastConnection)
        connections[id] = Connection(
            phase: .connecting,
            bornAt: now,
            usedAt: now,
            heardAt: now
        )
        return id
    }
}
