// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A connection that a loop keeps from one request to the next.
protocol PooledConnection: SocketOwner {
    /// Where it leads to.
    var origin: String { get }
    /// When it was opened.
    var created: ContinuousClock.Instant { get }
    /// When it fell idle the last time.
    var idleSince: ContinuousClock.Instant { get }
    /// Whether an idle connection may carry another transfer.
    func isFresh(at now: ContinuousClock.Instant) -> Bool
    /// Carries a transfer.
    func carry(_ transfer: ActiveTransfer)
}

extension PooledConnection {
    /// Whether it has been idle for long enough.
    func isStale(at now: ContinuousClock.Instant) -> Bool {
        idleSince + ConnectionPool.idleTime <= now
    }

    /// Whether it is too old for further requests.
    func isOld(at now: ContinuousClock.Instant) -> Bool {
        opening.loop.options.connectionLifetime.map { created + $0 <= now } ?? false
    }
}

/// The connections of a loop by host, those that are idle, and the transfers that wait for one.
struct ConnectionPool: ~Copyable {
    private struct Host {
        /// Those that nobody uses, the latest last.
        var idle: [any PooledConnection] = []
        /// Those that many requests go over at once, in HTTP/2: one, unless it is full.
        var shared: [HTTP2Connection] = []
        /// All of them, those that are being opened included.
        var count = 0
        /// Those that are being opened.
        var openingCount = 0
        /// Whether one connection may do for all requests: the first tells.
        var maySuffice = false
        var waiting: [ActiveTransfer] = []
        /// How many of these have been taken.
        var takenCount = 0

        /// Lets a transfer wait; now and then those that have ended meanwhile are forgotten.
        mutating func add(_ transfer: ActiveTransfer) {
            waiting.append(transfer)
            guard waiting.count.isMultiple(of: 1_024) else { return }
            waiting = waiting[takenCount...].filter { $0.end == nil }
            takenCount = 0
        }

        /// Takes the transfer that has waited longest, unless it has ended meanwhile.
        mutating func takeWaiting() -> ActiveTransfer? {
            while takenCount < waiting.count {
                let next = waiting[takenCount]
                takenCount += 1
                if takenCount > 64, takenCount > waiting.count / 2 {
                    waiting.removeFirst(takenCount)
                    takenCount = 0
                }
                if next.end == nil { return next }
            }
            (waiting, takenCount) = ([], 0)
            return nil
        }
    }

    private var hosts: [String: Host] = [:]
    /// How many connections nobody uses.
    private(set) var idleCount = 0

    // MARK: - Idle and shared connections

    /// Takes the connection to a host that has been idle for the shortest time.
    mutating func takeIdle(_ origin: String) -> (any PooledConnection)? {
        guard idleCount > 0, let connection = hosts[origin]?.idle.popLast() else { return nil }
        idleCount -= 1
        return connection
    }

    /// Takes the connection that has been idle for the longest time.
    mutating func takeOldest() -> (any PooledConnection)? {
        let oldest = hosts.values.compactMap(\.idle.first).min { $0.idleSince < $1.idleSince }
        guard let oldest else { return nil }
        hosts[oldest.origin]?.idle.removeFirst()
        idleCount -= 1
        return oldest
    }

    /// Keeps a connection that nobody uses.
    mutating func keep(_ connection: any PooledConnection) {
        hosts[connection.origin, default: Host()].idle.append(connection)
        idleCount += 1
    }

    /// The connection to a host that takes one more request beside others.
    func shared(_ origin: String, at now: ContinuousClock.Instant) -> HTTP2Connection? {
        hosts[origin]?.shared.first { $0.takesMore(at: now) }
    }

    /// Gives a connection no further requests.
    mutating func withdraw(_ connection: HTTP2Connection) {
        hosts[connection.origin]?.shared.removeAll { $0 === connection }
    }

    // MARK: - Opening and closing

    /// Whether another connection to a host may be opened now.
    func mayOpen(_ origin: String, limit: Int) -> Bool {
        guard let host = hosts[origin] else { return true }
        return host.count < limit && !(host.maySuffice && host.openingCount > 0)
    }

    /// Counts a connection that is to be opened.
    ///
    /// - Parameters:
    ///   - origin: Where it leads to.
    ///   - maySuffice: Whether it may do for all requests, if it is the first.
    mutating func reserve(_ origin: String, maySuffice: Bool) {
        var host = hosts[origin] ?? Host()
        if host.count == 0 { host.maySuffice = maySuffice }
        host.count += 1
        host.openingCount += 1
        hosts[origin] = host
    }

    /// Takes note of a connection that has been opened.
    ///
    /// - Parameters:
    ///   - origin: Where it leads to.
    ///   - shared: The connection, if all requests can go over it.
    mutating func opened(_ origin: String, shared: HTTP2Connection?) {
        hosts[origin]?.openingCount -= 1
        hosts[origin]?.maySuffice = shared != nil
        if let shared { hosts[origin]?.shared.append(shared) }
    }

    /// Counts a connection no more that was not opened.
    mutating func giveBack(_ origin: String, hasFailed: Bool) {
        hosts[origin]?.openingCount -= 1
        // Whoever waits has waited for nothing, and tries for himself.
        if hasFailed { hosts[origin]?.maySuffice = false }
        discount(origin)
    }

    /// Forgets a connection that is closed.
    mutating func remove(_ connection: any PooledConnection) {
        let origin = connection.origin
        if let index = hosts[origin]?.idle.firstIndex(where: { $0 === connection }) {
            hosts[origin]?.idle.remove(at: index)
            idleCount -= 1
        }
        hosts[origin]?.shared.removeAll { $0 === connection }
        discount(origin)
    }

    private mutating func discount(_ origin: String) {
        hosts[origin]?.count -= 1
        if let host = hosts[origin], host.count == 0, host.waiting.count == host.takenCount {
            hosts[origin] = nil
        }
    }

    // MARK: - Waiting

    mutating func wait(_ transfer: ActiveTransfer) {
        hosts[transfer.transfer.request.origin, default: Host()].add(transfer)
    }

    /// Whether transfers may wait for a connection to a host.
    func isWaited(for origin: String) -> Bool { hosts[origin]?.waiting.isEmpty == false }

    /// Takes the transfer that has waited longest.
    mutating func takeWaiting(_ origin: String) -> ActiveTransfer? {
        if let next = hosts[origin]?.takeWaiting() { return next }
        if hosts[origin]?.count == 0 { hosts[origin] = nil }
        return nil
    }

    // MARK: - Time

    /// How long a connection is kept idle, a little less than the two minutes after which many servers close it.
    static let idleTime = Duration.seconds(118)

    /// When the oldest idle connection has been idle for long enough.
    var expiry: ContinuousClock.Instant? {
        let oldest = hosts.values.compactMap(\.idle.first?.idleSince).min()
        return oldest.map { $0 + Self.idleTime }
    }
}
