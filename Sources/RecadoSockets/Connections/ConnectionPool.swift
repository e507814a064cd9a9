// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoTransport
import Synchronization

/// The connections of a transport by host: idle connections, connections that calls share, and the
/// calls that wait for a connection.
final class ConnectionPool: Sendable {
    /// The connection that a call receives.
    enum Lease: Sendable {
        /// A connection that no other call uses.
        case http1(HTTP1Connection)
        /// A connection that other calls use as well; a stream is reserved for this call.
        case http2(HTTP2Connection)
    }

    private struct State {
        var hosts: [String: Host] = [:]
        var idleCount = 0
        var isClosed = false
        /// True if the reactor will soon check idle connections.
        var isWatching = false
    }

    private typealias Handover = (waiter: Waiter, lease: Lease)

    /// Opens a connection for a transfer, or throws the reason that there is none.
    typealias Open =
        @Sendable (Transfer, ConnectionPool) async throws(TransportError) -> Lease

    private let state = Mutex(State())
    /// The number of waiting calls for all hosts.
    private let waiterCount = Atomic(0)
    private let options: SocketTransport.Options
    private let reactor: Reactor
    private let open: Open

    /// The time for which an idle connection is kept: a little less than the two minutes after
    /// which many servers close it.
    static let idleTime = Duration.seconds(118)
    /// The interval at which idle connections are checked.
    private static let watchInterval = Duration.seconds(1)

    init(_ options: SocketTransport.Options, reactor: Reactor, open: @escaping Open) {
        (self.options, self.reactor, self.open) = (options, reactor, open)
    }

    // MARK: - Calls

    /// Takes a connection for a transfer; waits until there is one.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - maySuffice: True if one connection may suffice for all requests to the host.
    /// - Returns: A connection.
    /// - Throws: The reason that there was no connection in time.
    func lease(for transfer: Transfer, maySuffice: Bool) async throws(TransportError) -> Lease {
        let origin = transfer.request.origin
        while true {
            let taken = try state.withLock { state throws(TransportError) -> Lease? in
                if state.isClosed { throw TransportError(.released) }
                return Self.take(origin, &state)
            }
            let lease: Lease
            if let taken {
                lease = taken
            } else {
                lease = try await waitForTurn(transfer, maySuffice: maySuffice).get()
            }
            // A connection that was just opened for this call need not be checked.
            guard case .http1(let connection) = lease, taken != nil || connection.isReused else {
                return lease
            }
            if connection.isFresh(at: .now, lifetime: options.connectionLifetime) { return lease }
            connection.channel.close()
            closed(origin)
        }
    }

    private static func take(_ origin: String, _ state: inout State) -> Lease? {
        if let connection = state.hosts[origin]?.idle.popLast() {
            state.idleCount -= 1
            return .http1(connection)
        }
        return state.hosts[origin]?.shared.first { $0.reserveStream() }.map { .http2($0) }
    }

    private func waitForTurn(
        _ transfer: Transfer,
        maySuffice: Bool
    ) async -> Result<Lease, TransportError> {
        let origin = transfer.request.origin
        let number = Atomic(-1)
        waiterCount.add(1, ordering: .acquiringAndReleasing)
        defer { waiterCount.subtract(1, ordering: .acquiringAndReleasing) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(transfer: transfer, continuation: continuation)
                change(origin) { host, state in
                    if state.isClosed {
                        continuation.resume(returning: .failure(TransportError(.released)))
                        return
                    }
                    if host.isEmpty { host.maySuffice = maySuffice }
                    number.store(host.nextWaiter, ordering: .releasing)
                    host.waiters[host.nextWaiter] = waiter
                    host.nextWaiter += 1
                }
                reactor.schedule(transfer.connectDeadline)
                if Task.isCancelled {
                    end(number.load(ordering: .acquiring), origin, TransportError(.cancelled))
                }
            }
        } onCancel: {
            end(number.load(ordering: .acquiring), origin, TransportError(.cancelled))
        }
    }

    /// Ends the wait of a call; if no other call to the host waits, the opening of connections is
    /// cancelled.
    private func end(_ number: Int, _ origin: String, _ error: TransportError) {
        let (waiter, openings) = state.withLock { state -> (Waiter?, [Task<Void, Never>]) in
            let waiter = state.hosts[origin]?.waiters.removeValue(forKey: number)
            let isWaited = state.hosts[origin]?.waiters.isEmpty == false
            if state.hosts[origin]?.isEmpty == true { state.hosts[origin] = nil }
            return (
                waiter, isWaited ? [] : state.hosts[origin].map { Array($0.openings.values) } ?? []
            )
        }
        guard let waiter else { return }
        for opening in openings { opening.cancel() }
        waiter.continuation.resume(returning: .failure(error))
    }

    // MARK: - Connections

    /// Opens a connection for a waiting call; whichever call has waited longest receives it.
    private func beginOpening(_ number: Int, _ transfer: Transfer) -> Task<Void, Never> {
        Task(executorPreference: reactor) { [self] in
            let origin = transfer.request.origin
            do throws(TransportError) {
                opened(try await open(transfer, self), number, origin)
            } catch {
                failedToOpen(number, origin, error)
            }
        }
    }

    private func opened(_ lease: Lease, _ number: Int, _ origin: String) {
        var mustWatch = false
        var refused: Waiter?
        change(origin) { host, state in
            host.openings[number] = nil
            host.waiters[number]?.isOpening = false
            if case .http2(let connection) = lease {
                host.maySuffice = true
                if connection.takesRequests {
                    host.shared.append(connection)
                } else {
                    refused = host.waiters.removeValue(forKey: number)
                }
            }
            if case .http1(let connection) = lease {
                host.maySuffice = false
                host.idle.append(connection)
                state.idleCount += 1
            }
            mustWatch = !state.isWatching
            state.isWatching = true
        }
        if mustWatch { watchSoon() }
        if state.withLock(\.isClosed) { close() }
        guard case .http2(let connection) = lease, !connection.takesRequests else { return }
        connection.close()
        let reason = "\(origin): the server ends the connection, or allows no requests"
        refused?.continuation.resume(returning: .failure(TransportError(.connectionLost, reason)))
    }

    private func failedToOpen(_ number: Int, _ origin: String, _ error: TransportError) {
        var waiter: Waiter?
        change(origin) { host, state in
            host.openings[number] = nil
            host.count -= 1
            waiter = host.waiters.removeValue(forKey: number)
            // The waiting calls cannot share the connection that failed, so each opens its own.
            if error.kind != .cancelled { host.maySuffice = false }
        }
        waiter?.continuation.resume(returning: .failure(error))
    }

    /// Takes back a connection that may serve another call.
    func release(_ connection: HTTP1Connection) {
        var mustWatch = false
        change(connection.origin) { host, state in
            if state.isClosed {
                host.count -= 1
                return connection.channel.close()
            }
            host.idle.append(connection)
            state.idleCount += 1
            mustWatch = !state.isWatching
            state.isWatching = true
        }
        // Closes the connection that has been idle for the longest time, to make room.
        let oldest = state.withLock { state in
            state.idleCount > options.idleConnections ? Self.takeOldest(&state) : nil
        }
        oldest?.channel.close()
        if mustWatch { watchSoon() }
    }

    private static func takeOldest(_ state: inout State) -> HTTP1Connection? {
        let oldest = state.hosts.values.compactMap(\.idle.first).min { $0.idleSince < $1.idleSince }
        guard let oldest else { return nil }
        state.hosts[oldest.origin]?.idle.removeFirst()
        state.hosts[oldest.origin]?.count -= 1
        if state.hosts[oldest.origin]?.isEmpty == true { state.hosts[oldest.origin] = nil }
        state.idleCount -= 1
        return oldest
    }

    /// Records that an HTTP/2 connection has room for more streams, or that it is idle.
    func freed(_ connection: HTTP2Connection) {
        if waiterCount.load(ordering: .acquiring) > 0 { change(connection.origin) { _, _ in } }
    }

    /// Stops sending requests over a connection.
    func withdraw(_ connection: HTTP2Connection) {
        change(connection.origin) { host, _ in host.shared.removeAll { $0 === connection } }
    }

    /// Removes a closed connection from the count of its host.
    func closed(_ origin: String) {
        change(origin) { host, _ in host.count -= 1 }
    }

    /// Changes the state of a host, and hands free connections to the calls that wait.
    private func change(_ origin: String, _ body: (inout Host, inout State) -> Void) {
        let handovers = state.withLock { state -> [Handover] in
            var host = state.hosts.removeValue(forKey: origin) ?? Host()
            body(&host, &state)
            var handovers: [Handover] = []
            while let handover = Self.nextHandover(&host, &state) { handovers.append(handover) }
            if !state.isClosed { openMore(&host) }
            if !host.isEmpty { state.hosts[origin] = host }
            return handovers
        }
        for (waiter, lease) in handovers { waiter.continuation.resume(returning: .success(lease)) }
    }

    private static func nextHandover(_ host: inout Host, _ state: inout State) -> Handover? {
        if host.waiters.isEmpty { return nil }
        if let connection = host.idle.popLast() {
            state.idleCount -= 1
            guard let waiter = host.takeWaiter() else { return nil }
            return (waiter, .http1(connection))
        }
        guard let connection = host.shared.first(where: { $0.reserveStream() }),
            let waiter = host.takeWaiter()
        else { return nil }
        return (waiter, .http2(connection))
    }

    /// Opens connections for the waiting calls, up to the limit.
    private func openMore(_ host: inout Host) {
        while host.count < options.connectionsPerHost,
            !(host.maySuffice && !host.openings.isEmpty), let number = host.nextToOpenFor(),
            let transfer = host.waiters[number]?.transfer
        {
            host.count += 1
            host.waiters[number]?.isOpening = true
            host.openings[number] = beginOpening(number, transfer)
        }
    }

    // MARK: - Time

    private func watchSoon() {
        reactor.schedule(after: Self.watchInterval) { [weak self] in self?.watch() }
    }

    /// Closes connections that have been idle for long, and watches the other idle connections,
    /// because the server may close them.
    private func watch() {
        let now = Tick.now
        let shared = state.withLock { $0.hosts.values.flatMap(\.shared) }
        let staleShared = shared.filter { $0.isStale(at: now) }
        let (stale, unwatched, isOver) = state.withLock { state in
            var (stale, unwatched) = ([HTTP1Connection](), [HTTP1Connection]())
            for origin in Array(state.hosts.keys) {
                guard var host = state.hosts[origin], !host.idle.isEmpty else { continue }
                let kept = host.idle.filter { $0.idleSince.after(Self.idleTime) > now }
                stale += host.idle.filter { $0.idleSince.after(Self.idleTime) <= now }
                host.count -= host.idle.count - kept.count
                state.idleCount -= host.idle.count - kept.count
                host.idle = kept
                unwatched += kept.filter {
                    !$0.isWatched && $0.idleSince.after(Self.watchInterval) <= now
                }
                state.hosts[origin] = host.isEmpty ? nil : host
            }
            state.isWatching = state.idleCount > 0 || shared.count > staleShared.count
            return (stale, unwatched, !state.isWatching)
        }
        for connection in staleShared { connection.close() }
        for connection in stale { connection.channel.close() }
        for connection in unwatched {
            connection.watch { [weak self] connection in self?.remove(connection) }
        }
        if !isOver { watchSoon() }
    }

    /// Closes an idle connection on which an event occurred, unless it is already in use again.
    private func remove(_ connection: HTTP1Connection) {
        var wasIdle = false
        change(connection.origin) { host, state in
            guard let index = host.idle.firstIndex(where: { $0 === connection }) else { return }
            host.idle.remove(at: index)
            host.count -= 1
            state.idleCount -= 1
            wasIdle = true
        }
        if wasIdle { connection.channel.close() }
    }

    /// Ends the waits that have reached their deadline; returns the time of the next check.
    func expire(at now: Tick) -> Tick {
        let waiting = state.withLock { state in
            state.hosts.flatMap { origin, host in
                host.waiters.map { (origin, $0.key, $0.value.transfer) }
            }
        }
        var next = Tick.never
        for (origin, number, transfer) in waiting {
            let deadline = transfer.connectDeadline
            if deadline <= now {
                end(number, origin, transfer.timeout(.connecting))
            } else {
                next = min(next, deadline)
            }
        }
        return next
    }

    /// Closes idle connections, ends shared ones, and refuses the calls that wait.
    func close() {
        let hosts = state.withLock { state in
            state.isClosed = true
            defer { (state.hosts, state.idleCount) = ([:], 0) }
            return Array(state.hosts.values)
        }
        for connection in hosts.flatMap(\.idle) { connection.channel.close() }
        for connection in hosts.flatMap(\.shared) {
            connection.end(with: TransportError(.released))
        }
        for opening in hosts.flatMap(\.openings.values) { opening.cancel() }
        let waiters = hosts.flatMap(\.waiters.values)
        for waiter in waiters {
            waiter.continuation.resume(returning: .failure(TransportError(.released)))
        }
    }
}
