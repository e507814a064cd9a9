// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire
import Synchronization

/// A server of HTTP/1.1 and HTTP/2 that passes requests to a handler.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.addresses = [.loopback(port: 3000)]
/// try await Server(configuration, handler: videoclub).run()
/// ```
///
/// A server runs once: it is started, serves, and is shut down. Requests that break the rules of
/// RFC 9112 or RFC 9113, or the limits of the configuration, are refused with a problem document
/// (RFC 9457) or a reset of their stream, and never reach the handler. The server does not change
/// the process's handling of signals.
public final class Server: Sendable {
    private enum Phase: Sendable {
        case idle
        case running([EventLoop])
        case stopped
    }

    private struct State: Sendable {
        var phase = Phase.idle
        var addresses: [SocketAddress] = []
        /// The listeners, each socket once for each loop that uses it, until the server is shut
        /// down.
        var listeners: [Listener] = []
        var remainingLoops = 0
        var tls: TLSContexts?
        var connectionLimiter: ConnectionLimiter?
        var pending: PendingBytes?
        var admission: Admission?
        var isEnding = false
        /// The grace in ticks of a server that was shut down while it was starting.
        var grace: Int?
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// The tasks that wait between the announcement of the end and the end.
        var announcements: [Task<Void, Never>] = []
    }

    /// The keys of session tickets, which stay the same when certificates are reloaded.
    private let tickets = TicketKeys()

    let configuration: ServerConfiguration
    private let handler: any Handler
    private let observer: any ServerObserver
    private let state = Mutex(State())

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The address to listen at, and the limits.
    ///   - handler: The handler that answers the requests.
    ///   - observer: The observer that is told of requests that the server answers itself; by
    ///     default the handler, if it is an observer, as an ``Application`` is. If a handler wraps
    ///     such a handler, pass the inner one here, or its refusals are not logged.
    public init(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        handler: any Handler,
        observer: (any ServerObserver)? = nil
    ) {
        self.configuration = configuration
        self.handler = handler
        self.observer = observer ?? handler as? any ServerObserver ?? NoObserver()
        // This is read now, while the file exists.
        _ = OwnProgram.path
    }

    deinit {
        if case .running(let loops) = state.withLock({ $0.phase }) {
            for loop in loops { loop.post(.stop(grace: 0)) }
        }
    }

    /// The addresses that the server listens on, with the ports that the system has chosen; empty
    /// before it was started.
    public var addresses: [SocketAddress] { state.withLock { $0.addresses } }

    /// The number of connections that are open; 0 before it was started.
    public var connectionCount: Int { state.withLock { $0.connectionLimiter }?.total ?? 0 }

    /// The number of requests under way, which a shutdown waits for; 0
    /// before the server was started.
    public var requestCount: Int { state.withLock { $0.admission }?.count ?? 0 }

    /// The bytes of answers that wait for clients which take them slowly; see
    /// ``ServerConfiguration/Limits/pendingBytes``.
    public var pendingByteCount: Int { state.withLock { $0.pending }?.count ?? 0 }

    /// The time that events have had to wait for the loops over the last minute.
    public var loopDelay: LoopDelay {
        LoopDelay(loops.map(\.delays), now: Ticks.microseconds)
    }

    /// The sockets that the process was given and that this server listens on.
    public var inherited: InheritedSockets? { configuration.inherited }

    /// The sockets that the server listens on, each once.
    var listeners: [Listener] { state.withLock { $0.listeners }.uniqueObjects() }

    /// The running loops.
    var loops: [EventLoop] {
        if case .running(let loops) = state.withLock({ $0.phase }) { loops } else { [] }
    }

    // MARK: - Starting

    /// Begins to listen and returns; the server serves until it is shut down or released.
    ///
    /// - Returns: The addresses that it listens on, with the ports that the system has chosen.
    /// - Throws: ``ServerError`` when an address is taken or not allowed, or when the server was
    ///   started before. The failed call leaves no new listener open.
    @discardableResult
    public func start() async throws(ServerError) -> [SocketAddress] {
        guard configuration.inherited != nil || !configuration.addresses.isEmpty else {
            throw .noAddress
        }
        let count = max(1, configuration.loops)
        try begin(count)
        do throws(ServerError) {
            let tls = try configuration.tls.map { tls throws(ServerError) in
                TLSContexts(try context(of: tls))
            }
            let listeners = try listen(loops: count)
            let addresses = listeners[0].map(\.address).unique()
            try startLoops(listeners, addresses, tls)
            return addresses
        } catch {
            fail()
            throw error
        }
    }

    /// Listens on the addresses, or on the sockets that the process was given.
    private func listen(loops: Int) throws(ServerError) -> [[Listener]] {
        if let inherited = configuration.inherited {
            return try Listener.adopt(inherited, loops: loops)
        }
        var listeners: [[Listener]] = Array(repeating: [], count: loops)
        for address in configuration.addresses {
            let opened = try Listener.listen(on: address, loops: loops)
            for index in listeners.indices { listeners[index].append(opened[index]) }
        }
        return listeners
    }

    private func begin(_ count: Int) throws(ServerError) {
        let isFirst = state.withLock { state in
            guard case .idle = state.phase else { return false }
            state.phase = .running([])
            state.remainingLoops = count
            return true
        }
        if !isFirst { throw .alreadyStarted }
    }

    private func startLoops(
        _ listeners: [[Listener]],
        _ addresses: [SocketAddress],
        _ tls: TLSContexts?
    ) throws(ServerError) {
        let settings = ReactorSettings(configuration)
        let shared = SharedCounts(configuration.limits, observer)
        var loops: [EventLoop] = []
        let memory = MessageMemory(limit: configuration.limits.webSocketMessages)
        for _ in listeners { loops.append(try EventLoop(memory)) }
        shared.pending.watch(loops)
        var started = 0
        do throws(ServerError) {
            for (loop, listeners) in zip(loops, listeners) {
                // The listeners are sent as a message, so that only the loop holds them and can
                // close them.
                loop.post(.listen(listeners))
                try startLoop(loop, settings, shared, tls)
                started += 1
            }
        } catch {
            for loop in loops[..<started] { loop.post(.stop(grace: 0)) }
            throw error
        }
        let grace = state.withLock { state in
            state.phase = .running(loops)
            state.addresses = addresses
            state.listeners = state.grace == nil ? listeners.flatMap(\.self) : []
            state.tls = tls
            (state.connectionLimiter, state.pending) = (shared.connectionLimiter, shared.pending)
            state.admission = shared.admission
            return state.grace
        }
        if let grace { for loop in loops { loop.post(.stop(grace: grace)) } }
    }

    private func startLoop(
        _ loop: EventLoop,
        _ settings: ReactorSettings,
        _ shared: SharedCounts,
        _ tls: TLSContexts?
    ) throws(ServerError) {
        let (handler, observer) = (handler, observer)
        try ServerError.translating { () throws(SystemError) in
            try LoopThread.start { [weak self] in
                Reactor(
                    loop: loop,
                    handler: handler,
                    observer: observer,
                    settings: settings,
                    shared: shared,
                    tls: tls
                ).run()
                self?.loopHasEnded()
            }
        }
    }

    /// Starts the server, unless it was started, and returns when it has been shut down.
    ///
    /// Cancelling the task shuts the server down, with the grace of the configuration.
    ///
    /// - Throws: ``ServerError`` when the server cannot be started.
    public func run() async throws(ServerError) {
        do {
            try await start()
        } catch ServerError.alreadyStarted {
            // The owner has started the server before, or it was shut down before it began: either
            // it serves to its end, or it has ended.
        }
        let grace = configuration.deadlines.shutdown
        await untilEndIsAsked {
            await waitForEnd()
        } onRequest: { [self] in
            announceEnd()
            stop(grace: grace)
        }
    }

    // MARK: - Certificates

    /// Reads certificates, keys and authorities again; handshakes from now on use the new ones.
    ///
    /// Open connections continue unchanged. If anything is wrong with the new ones, the old ones
    /// stay in use.
    ///
    /// - Parameter configuration: The configuration from now on; by default the one that the server
    ///   was started with, whose files are read again.
    /// - Throws: ``ServerError/tls(_:)`` with the fault and its place, and ``ServerError/noTLS``
    ///   when the server speaks HTTP without TLS.
    public func reloadTLS(_ configuration: TLSConfiguration? = nil) throws(ServerError) {
        guard let started = self.configuration.tls else { throw .noTLS }
        let context = try context(of: configuration ?? started)
        state.withLock { $0.tls }?.exchange(for: context)
    }

    private func context(of tls: TLSConfiguration) throws(ServerError) -> TLSContext {
        do throws(TLSError) {
            return try TLSContext(tls, protocols: configuration.protocols, tickets: tickets)
        } catch {
            throw .tls(error)
        }
    }

    // MARK: - Stopping

    /// Shuts the server down and returns when its last connection has gone.
    ///
    /// From now on the process is not ready (``ServerObserver/serverWillShutDown()``), so that load
    /// balancers choose other servers. After the announcement time, the server accepts no more
    /// connections, closes idle ones and answers the requests in progress, telling their clients
    /// that the connection is closed. Requests that have not ended after the grace are cancelled
    /// and their connections closed. A second call can shorten the grace of the first, and ends its
    /// announcement.
    ///
    /// - Parameters:
    ///   - grace: The time that requests in progress have.
    ///   - time: The time in which the server still serves, but reports that it is not ready: as
    ///     long as a load balancer takes to notice, some seconds; by default none.
    public func shutdown(grace: Duration, announcing time: Duration = .zero) async {
        announceEnd()
        if time > .zero, !loops.isEmpty { await goOn(for: time) }
        stop(grace: grace)
        await waitForEnd()
    }

    private func announceEnd() {
        let isFirst = state.withLock { state in
            defer { state.isEnding = true }
            return !state.isEnding
        }
        if isFirst { observer.serverWillShutDown() }
    }

    /// Waits for a time, or until the server is stopped by another call.
    private func goOn(for time: Duration) async {
        let announcement = Task { _ = try? await Task.sleep(for: time) }
        let isStopping = state.withLock { state in
            state.announcements.append(announcement)
            return state.grace != nil
        }
        if isStopping { announcement.cancel() }
        await withTaskCancellationHandler {
            await announcement.value
        } onCancel: {
            announcement.cancel()
        }
    }

    private func stop(grace: Duration) {
        let ticks = grace <= .zero ? 0 : Ticks.count(grace)
        let loops: [EventLoop] = state.withLock { state in
            for announcement in state.announcements { announcement.cancel() }
            state.announcements = []
            // From now on only the loops hold the listeners and can close them.
            state.listeners = []
            switch state.phase {
            case .running(let loops):
                state.grace = min(ticks, state.grace ?? ticks)
                return loops
            case .stopped: return []
            case .idle:
                state.phase = .stopped
                return []
            }
        }
        for loop in loops { loop.post(.stop(grace: ticks)) }
    }

    private func waitForEnd() async {
        await withCheckedContinuation { waiter in
            let hasEnded = state.withLock { state in
                if case .stopped = state.phase { return true }
                state.waiters.append(waiter)
                return false
            }
            if hasEnded { waiter.resume() }
        }
    }

    private func loopHasEnded() {
        let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
            state.remainingLoops -= 1
            return state.remainingLoops > 0 ? [] : Self.end(&state)
        }
        for waiter in waiters { waiter.resume() }
    }

    private func fail() {
        let waiters = state.withLock { Self.end(&$0) }
        for waiter in waiters { waiter.resume() }
    }

    private static func end(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        state.phase = .stopped
        state.listeners = []
        defer { state.waiters = [] }
        return state.waiters
    }
}

extension Array where Element: Equatable {
    /// The elements in their order, each once.
    fileprivate func unique() -> [Element] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Array where Element: AnyObject {
    /// The objects in their order, each once.
    fileprivate func uniqueObjects() -> [Element] {
        reduce(into: []) { all, one in if !all.contains(where: { $0 === one }) { all.append(one) } }
    }
}
