// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The state of the pool: the use of each connection, and the times to open and close them.
///
/// It has no side effects: each event returns a list of actions for the pool to carry out, and the
/// caller passes the time. So every rule here can be tested without a server or a delay.
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
/// 1. There are never more connections than the maximum, those that are being closed included.
/// 2. Requests are served in their order; none waits while a connection is idle, but writes leave a
///    reserve to reads: their commits may wait for a standby.
/// 3. Each request gets one answer: a connection or a failure.
/// 4. A connection is handed out only after it was reported connected, released or checked. One
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
        /// The connections that writes leave to reads, and the places to wait.
        var reserve: Int { maximum < 2 ? 0 : max(1, maximum / 4) }
        var waitingReserve: Int { maximum < 2 ? 0 : waitingLimit / 4 }
        var idleTimeout: Duration = .seconds(300)
        var keepAliveInterval: Duration = .seconds(30)
        var maximumAge: Duration = .seconds(3_600)
        /// The time after the first failure to connect; it doubles with each that follows.
        var backOff: Duration = .milliseconds(100)
        var longestBackOff: Duration = .seconds(2)
        /// The failures after which requests are refused at once while no connection is left.
        var breakerLimit = 3
    }

    enum Event: Sendable, Hashable {
        /// A call wants a connection until a moment; one that had its turn before comes first.
        case requested(RequestID, until: Duration, isFirst: Bool = false, isWriting: Bool = false)
        /// A call wants none any more.
        case withdrawn(RequestID)
        case connected(ConnectionID)
        case failedToConnect(ConnectionID)
        /// A connection served a call, or answered to a check, and is as good as new.
        case released(ConnectionID)
        /// A connection is closed, for whatever reason.
        case ended(ConnectionID)
        /// The server takes no writes any more: every connection to it is to be replaced.
        case demoted
        /// A moment for which ``nextMoment`` asked.
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
        case refuse(RequestID, PoolError)
        /// Nothing is left: who waits for the end can be told.
        case finished
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
        /// Whether it serves a call that writes.
        var isWriting = false
        /// When it was made; one that is older than it may become is replaced.
        var bornAt: Duration
        /// When it last served a call.
        var usedAt: Duration
        /// When the server was last heard of.
        var heardAt: Duration
    }

    struct Waiter: Sendable {
        let id: RequestID
        let deadline: Duration
        let isWriting: Bool
    }

    let settings: Settings
    var connections: [ConnectionID: Connection] = [:]
    /// The idle connections; the last is the one that was used last, and is used next.
    var idle: [ConnectionID] = []
    var waiting: [Waiter] = []
    /// Failures to connect since the last success.
    var failures = 0
    var hasEverConnected = false
    /// Before this moment no connection is tried; `nil` without failures.
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
        case .requested(let id, let deadline, let isFirst, let isWriting):
            let waiter = Waiter(id: id, deadline: deadline, isWriting: isWriting)
            request(waiter, isFirst: isFirst, now, &actions)
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
        if isClosing, !isFirst {
            actions.append(.refuse(waiter.id, .closed))
        } else if isBroken, let retryAt, now < retryAt {
            actions.append(.refuse(waiter.id, .unreachable))
        } else if isFull(for: waiter) {
            actions.append(.refuse(waiter.id, .overloaded))
        } else {
            waiting.insert(waiter, at: isFirst ? 0 : waiting.count)
        }
    }

    /// Whether a connection is idle, or may be made, for a call of a kind.
    func hasRoom(isWriting: Bool) -> Bool {
        (!idle.isEmpty || connections.count < settings.maximum) && (!isWriting || mayWrite)
    }

    private func isFull(for waiter: Waiter) -> Bool {
        if !idle.isEmpty, !waiter.isWriting || mayWrite { return false }
        let limit = settings.waitingLimit - settings.waitingReserve
        return waiting.count >= settings.waitingLimit
            || waiter.isWriting && waiting.count >= limit && waitingWrites >= limit
    }

    /// The calls that wait to write.
    private var waitingWrites: Int { waiting.count { $0.isWriting } }

    private var writingConnections: Int { connections.values.count { $0.isWriting } }

    /// Whether one more call may write.
    private var mayWrite: Bool { writingConnections < settings.maximum - settings.reserve }

    /// The place of the call that is served next; `nil` where none may be.
    var nextWaiter: Int? {
        guard let first = waiting.first else { return nil }
        return !first.isWriting || mayWrite ? 0 : waiting.firstIndex { !$0.isWriting }
    }

    /// The calls that may be served as soon as there are connections.
    var servableWaiters: Int {
        let writes = settings.maximum - settings.reserve - writingConnections
        return waiting.count - max(0, waitingWrites - max(0, writes))
    }

    private mutating func free(_ id: ConnectionID, _ now: Duration, hasServed: Bool) {
        guard var connection = connections[id], connection.phase != .closing,
            connection.phase != .idle
        else { return }
        connection.phase = .idle
        connection.isWriting = false
        connection.heardAt = now
        if hasServed { connection.usedAt = now }
        connections[id] = connection
        // One that was only checked stays behind those that serve.
        idle.insert(id, at: hasServed ? idle.count : 0)
    }

    private mutating func noteFailure(_ now: Duration, _ actions: inout [Action]) {
        failures += 1
        let factor = 1 << min(failures - 1, 16)
        retryAt = now + min(settings.backOff * factor, settings.longestBackOff)
        // A program that starts is told at once that its address or password is wrong.
        guard isBroken || !hasEverConnected else { return }
        for waiter in waiting { actions.append(.refuse(waiter.id, .unreachable)) }
        waiting = []
    }

    /// Whether requests are not worth waiting: the circuit breaker.
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
