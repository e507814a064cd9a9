// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire
import Synchronization

/// An HTTP/1.1 and HTTP/2 server that passes requests to a handler.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.addresses = [.loopback(port: 3000)]
/// try await Server(configuration, handler: videoclub).run()
/// ```
///
/// A server runs once: it is started, serves, and is shut down. Requests that break the rules of
/// RFC 9112 or RFC 9113, or the configured limits, are refused with a problem document (RFC 9457)
/// or a stream reset, and never reach the handler. The server does not change the process's
/// handling of signals.
public final class Server: Sendable {
    private enum Phase: Sendable {
        case idle
        case running([EventLoop])
        case stopped
    }

    private struct State: Sendable {
        var phase = Phase.idle
        var addresses: [SocketAddress] = []
        /// The listeners until the shutdown; each socket occurs once for each loop that uses it.
        var listeners: [Listener] = []
        var remainingLoops = 0
        var tls: TLSContexts?
        var connectionLimiter: ConnectionLimiter?
        var pending: PendingBytes?
        var admission: Admission?
        var isEnding = false
        /// The grace period in ticks, if the server was shut down while it was starting.
        var grace: Int?
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// The tasks that wait between the announcement of a shutdown and the shutdown itself.
        var announcements: [Task<Void, Never>] = []
    }

    /// The keys of session tickets, which survive a reload of the certificates.
    private let tickets = TicketKeys()

    let configuration: ServerConfiguration
    private let handler: any Handler
    private let observer: any ServerObserver
    private let state = Mutex(State())

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The addresses to listen on, and the limits.
    ///   - handler: The handler that answers the requests.
    ///   - observer: The observer of requests that the server itself answers; by default the
    ///     handler, if it is an observer, as an ``Application`` is. If the handler wraps an
    ///     application, pass the application here; otherwise the application neither answers nor
    ///     logs these requests.
    public init(
        _ configuration: ServerConfiguration = ServerConfiguration(),
        handler: any Handler,
        observer: (any ServerObserver)? = nil
    ) {
        self.configuration = configuration
        self.handler = handler
        self.observer = observer ?? handler as? any ServerObserver ?? NoObserver()
        // The path is read now, while the file exists, and then kept.
        _ = OwnProgram.path
    }

    deinit {
        if case .running(let loops) = state.withLock({ $0.phase }) {
            for loop in loops { loop.post(.stop(grace: 0)) }
        }
    }

    /// The addresses that the server listens on, with the ports that the system has chosen; empty
    /// before the start.
    public var addresses: [SocketAddress] { state.withLock { $0.addresses } }

    /// The number of open connections; 0 before the start.
    public var connectionCount: Int { state.withLock { $0.connectionLimiter }?.total ?? 0 }

    /// The number of requests under way, for which a shutdown waits; 0 before the start.
    public var requestCount: Int { state.withLock { $0.admission }?.count ?? 0 }

    /// The number of answer bytes that wait for slow clients; see
    /// ``ServerConfiguration/Limits/pendingBytes``.
    public var pendingByteCount: Int { state.withLock { $0.pending }?.count ?? 0 }

    /// The time for which events waited for the loops over the last minute.
    public var loopDelay: LoopDelay {
        LoopDelay(loops.map(\.delays), now: Ticks.microseconds)
    }

    /// The inherited sockets that this server listens on; `nil` if it opens its own.
    public var inherited: InheritedSockets? { configuration.inherited }

    /// The sockets that the server listens on, without duplicates.
    var listeners: [Listener] { state.withLock { $0.listeners }.uniqueObjects() }

    /// The running loops.
    var loops: [EventLoop] {
        if case .running(let loops) = state.withLock({ $0.phase }) { loops } else { [] }
    }

    // MARK: - Starting

    /// Begins to listen, and returns; the server serves until it is shut down or released.
    ///
    /// - Returns: The addresses that it listens on, with the ports that the system has chosen.
    /// - Throws: ``ServerError`` when an address is in use or not allowed, or when the server was
    ///   already started. A failed call leaves no new listener open.
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

    /// Listens on the addresses, or on the inherited sockets.
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
                // The listeners are sent as a message, so that only the loop holds and closes them.
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

    /// Starts the server, unless it is already started, and returns when it has been shut down.
    ///
    /// Cancelling the task shuts the server down, with the configured grace period.
    ///
    /// - Throws: ``ServerError`` when the server cannot be started.
    public func run() async throws(ServerError) {
        do {
            try await start()
        } catch ServerError.alreadyStarted {
            // Either the server was started earlier, and serves until its shutdown, or it has
            // already been shut down.
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

    /// Reloads certificates, keys and authorities; later handshakes use the new ones.
    ///
    /// Open connections continue unchanged. If there is any fault in the new ones, the old ones
    /// stay in use.
    ///
    /// - Parameter configuration: The new configuration; by default the one that the server was
    ///   started with, whose files are read again.
    /// - Throws: ``ServerError/tls(_:)`` with the fault and its place, or ``ServerError/noTLS``
    ///   when the server does not use TLS.
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

    /// Shuts the server down, and returns when its last connection has closed.
    ///
    /// From this call on, the process is not ready (``ServerObserver/serverWillShutDown()``), so
    /// that load balancers choose other servers. After the announcement time, the server stops
    /// accepting connections, closes idle ones, and answers the requests in progress, telling their
    /// clients that the connection closes. Requests that have not ended after the grace period are
    /// cancelled, and their connections closed. A second call can shorten the grace period of the
    /// first call, and ends the announcement time.
    ///
    /// - Parameters:
    ///   - grace: The time that requests in progress have.
    ///   - time: The time during which the server still serves, but reports that it is not ready,
    ///     so that load balancers notice; some seconds are usual, none is the default.
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

    /// Waits for a time, or until another call stops the server.
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
            // After this, only the loops hold the listeners and can close them.
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
    /// Returns the elements in order, without duplicates.
    fileprivate func unique() -> [Element] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Array where Element: AnyObject {
    /// Returns the objects in order, without duplicates.
    fileprivate func uniqueObjects() -> [Element] {
        reduce(into: []) { all, one in if !all.contains(where: { $0 === one }) { all.append(one) } }
    }
}
