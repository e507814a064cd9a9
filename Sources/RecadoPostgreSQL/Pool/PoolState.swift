// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pool's state machine, which decides when connections are opened, used and closed.
///
/// It has no side effects: each event returns a list of actions for the pool, and the caller passes
/// the current time. Every rule can therefore be tested without a server or a delay.
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
/// 2. Requests are served in order, and none waits while a connection is idle. There are two
///    exceptions, which leave some connections for other reads: writes, because their commits may
///    wait for a standby, and slow reads, of which only a limited number runs at a time.
/// 3. Each request gets one answer: a connection or a failure.
/// 4. If reads wait for a connection because other reads are slow, the slow reads are interrupted
///    and start again under the limit on slow reads. A wait for a table lock can make reads slow.
/// 5. A connection is handed out only after it was reported as connected or released. A connection
///    whose state is unknown is reported as ended and is not used again.
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
        /// The number of connections that writes and slow reads leave for other reads.
        var reserve: Int { maximum < 2 ? 0 : max(1, maximum / 4) }
        /// The part of the waiting limit that writes leave for reads.
        var waitingReserve: Int { maximum < 2 ? 0 : waitingLimit / 4 }
        /// The maximum number of slow reads that may run at a time.
        var slowReads: Int { max(1, maximum / 2) }
        /// The number of slow reads that may wait before further ones are refused.
        var waitingSlowReads: Int { max(1, waitingLimit / 4) }
        /// The running time after which a read counts as slow.
        var patience: Duration = SlowStatements.poolPatience
        var idleTimeout: Duration = .seconds(300)
        var keepAliveInterval: Duration = .seconds(30)
        var maximumAge: Duration = .seconds(3_600)
        /// The pause after the first failure to connect; it doubles with each further failure.
        var backOff: Duration = .milliseconds(100)
        var longestBackOff: Duration = .seconds(2)
        /// The number of failures after which requests are refused at once if no connection is
        /// open.
        var breakerLimit = 3
    }

    enum Event: Sendable, Hashable {
        /// A call asks for a connection until a deadline; `isFirst` places a call that ran before
        /// ahead of all others.
        case requested(RequestID, until: Duration, isFirst: Bool = false, for: Use = .read)
        /// Some waiting reads begin with a statement that was just found to be slow.
        case slowed(Set<RequestID>)
        /// A call no longer wants a connection.
        case withdrawn(RequestID)
        case connected(ConnectionID)
        case failedToConnect(ConnectionID)
        /// A connection has served a call or answered a check, and can be used again.
        case released(ConnectionID)
        /// A connection was closed, for whatever reason.
        case ended(ConnectionID)
        /// The server accepts no writes, so every connection to it must be replaced.
        case demoted
        /// The time that ``nextMoment`` returned has come.
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
        /// Interrupts the read that a connection runs, so that it starts again as a slow read.
        case displace(ConnectionID)
        case refuse(RequestID, PoolError)
        /// All connections are closed, so the tasks that wait for this can be resumed.
        case finished
    }

    /// The use of a connection by a call.
    enum Use: Sendable, Hashable {
        case read
        /// A read that is known to be slow.
        case slowRead
        case write
        /// Any call that is never interrupted in favor of reads: migrations, questions about the
        /// server, and reads that start again because their connection has ended.
        case bare

        /// True if the call leaves a reserve of connections for other calls.
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
        /// The use that the running call makes of the connection; `nil` between calls.
        var use: Use?
        /// True if the running call was told to stop and start again.
        var isDisplaced = false
        /// The time at which the connection was opened; at the maximum age it is replaced.
        var bornAt: Duration
        /// The time at which the connection last began or finished a call.
        var usedAt: Duration
        /// The time at which the server last answered on the connection.
        var heardAt: Duration
    }

    struct Waiter: Sendable {
        let id: RequestID
        let deadline: Duration
        var use: Use
    }

    let settings: Settings
    var connections: [ConnectionID: Connection] = [:]
    /// The idle connections; the most recently used one is last, and is used next.
    var idle: [ConnectionID] = []
    var waiting: [Waiter] = []
    /// The number of failures to connect since the last success.
    var failures = 0
    var hasEverConnected = false
    /// The time before which no connection is attempted; `nil` after a success.
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
        // While the pool closes, a call whose connection has failed may still run again. Once the
        // pool has finished, its clock is stopped, so nothing may wait.
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
        // A connection that was only checked is placed first, so it is used after those that ran
        // calls.
        idle.insert(id, at: hasServed ? idle.count : 0)
    }

    private mutating func noteFailure(_ now: Duration, _ actions: inout [Action]) {
        failures += 1
        let factor = 1 << min(failures - 1, 16)
        retryAt = now + min(settings.backOff * factor, settings.longestBackOff)
        // Until the first success, requests fail at once: the address or password may be wrong.
        guard isBroken || !hasEverConnected else { return }
        for waiter in waiting { actions.append(.refuse(waiter.id, .unreachable)) }
        waiting = []
    }

    /// True if requests are refused until `retryAt`, as by a circuit breaker.
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
