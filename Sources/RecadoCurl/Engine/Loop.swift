// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoCurl
import Glibc
import RecadoClient

/// The thread that owns libcurl: one multi handle, its connections and every transfer under way.
///
/// Nothing of it is visible to other threads but the mailbox and the transfers, which lock
/// themselves. Each round of the loop waits for events, lets libcurl work, reads the mailbox, and
/// then delivers to the callers what has arrived, so that a small answer wakes its caller once.
///
/// What every transfer changes, here and in connections, is `@exclusivity(unchecked)`: the check is a call for each
/// access, and the thread is the only one to have any.
@safe
final class Loop {
    let options: CurlTransport.Options
    /// The time at which the round began.
    @safe @exclusivity(unchecked) private(set) var now = ContinuousClock.now
    /// Transfers to look after at the end of the round.
    @safe @exclusivity(unchecked) var touched: [ActiveTransfer] = []
    /// The same while they are looked after; the arrays change places.
    @safe @exclusivity(unchecked) private var looked: [ActiveTransfer] = []

    private let mailbox: Mailbox
    private let multi: UnsafeMutableRawPointer
    @safe @exclusivity(unchecked) var poller: Poller
    /// The connections that others than HTTP use.
    var lines: [ObjectIdentifier: ActiveLine] = [:]
    /// The connections over which the loop itself speaks HTTP.
    @safe @exclusivity(unchecked) var pool = ConnectionPool()
    /// Transfers that are to be carried once more, in the round that comes.
    var repetitions: [ActiveTransfer] = []
    /// What is read of them at once.
    let room: UnsafeMutableBufferPointer<UInt8>
    /// The addresses that their handles look up.
    let addresses: UnsafeMutableRawPointer?
    /// Who looks after the sockets that libcurl does not.
    @safe @exclusivity(unchecked) var owners = SocketOwners()
    @safe @exclusivity(unchecked) private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    let setups: HostSetups
    /// When libcurl wants to be called though no socket has an event.
    private var wakeUp: ContinuousClock.Instant?
    /// The earliest time at which a transfer may have to be timed out.
    @safe @exclusivity(unchecked) private var nextSweep: ContinuousClock.Instant?
    private(set) var isStopping = false
    /// The commands of a round; the array goes back and forth between mailbox and loop.
    private var commands: [Command] = []
    /// With these timeouts, a transfer has begun since the last sweep.
    @safe @exclusivity(unchecked) private var scheduledTimeouts: Timeouts?

    /// Timeouts are looked after this often at most.
    private static let sweepInterval = Duration.milliseconds(5)

    /// libcurl's own preparations, once in a process.
    private static let isPrepared = curl_global_init(recado_curl_global_all) == CURLE_OK

    // MARK: - The thread

    /// Starts a thread; returns what keeps it from starting.
    static func start(options: CurlTransport.Options, mailbox: Mailbox) -> TransportError? {
        guard isPrepared else { return TransportError(.failed, "libcurl cannot be prepared") }
        guard mailbox.signal >= 0 else { return noDescriptor }
        let launch = unsafe Unmanaged.passRetained(Launch(options: options, mailbox: mailbox))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Launch>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            },
            launch.toOpaque()
        )
        guard result == 0 else {
            unsafe launch.release()
            return TransportError(.failed, "no thread is to be had")
        }
        pthread_detach(thread)
        return nil
    }

    private static let noDescriptor = TransportError(.failed, "no descriptor is free")

    /// What a new thread needs.
    private final class Launch: Sendable {
        let options: CurlTransport.Options
        let mailbox: Mailbox

        init(options: CurlTransport.Options, mailbox: Mailbox) {
            self.options = options
            self.mailbox = mailbox
        }

        func run() {
            // Signals are the program's. OpenSSL writes without MSG_NOSIGNAL, so that SIGPIPE would
            // arrive here, where it is blocked for good.
            var signals = sigset_t()
            unsafe sigfillset(&signals)
            unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
            unsafe recado_name_thread("recado-curl")
            let loop = Loop(options: options, mailbox: mailbox)
            loop?.run()
            let reason = loop == nil ? Loop.noDescriptor : TransportError(.released)
            for command in mailbox.close(reason) {
                switch command {
                case .start(let transfer): transfer.end(with: reason)
                case .open(let line): line.end(.failure(reason))
                default: break
                }
            }
        }
    }

    private init?(options: CurlTransport.Options, mailbox: Mailbox) {
        guard let poller = Poller(), let multi = unsafe curl_multi_init() else { return nil }
        self.options = options
        setups = HostSetups(options)
        self.mailbox = mailbox
        self.poller = poller
        unsafe room = .allocate(capacity: EasyHandle.receiveBuffer)
        unsafe addresses = recado_curl_make_share()
        unsafe self.multi = multi
        self.poller.watch(mailbox.signal, for: recado_epoll_in)
        setUp()
    }

    deinit {
        setups.removeHandles()
        unsafe room.deallocate()
        // Closes the connections, which calls back.
        unsafe curl_multi_cleanup(multi)
        unsafe curl_share_cleanup(addresses)
    }

    private func setUp() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let (connections, kept) = (options.connectionsPerHost, options.idleConnections)
        unsafe recado_curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
        unsafe recado_curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, kept)
        unsafe recado_curl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        unsafe recado_curl_multi_set_socket_callback(multi) { _, socket, what, context, _ in
            unsafe Loop.from(context)?.watch(socket, what)
            return 0
        }
        unsafe recado_curl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        unsafe recado_curl_multi_set_timer_callback(multi) { _, milliseconds, context in
            unsafe Loop.from(context)?.setTimer(milliseconds)
            return 0
        }
    }

    /// The loop of which a callback of libcurl speaks; it outlives its multi handle.
    static func from(_ context: UnsafeMutableRawPointer?) -> Loop? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: - Rounds

    private func run() {
        while !isStopping {
            let count = wait()
            now = .now
            for index in 0..<count { handleEvent(at: index) }
            mailbox.take(&commands)
            for command in commands { carryOut(command) }
            commands.removeAll(keepingCapacity: true)
            performTimers()
            performOwners()
            concludeFinished()
            sweep()
            deliver(waiting: count > 0)
        }
        for transfer in active.values {
            finish(transfer, with: .failure(TransportError(.released)))
        }
        for line in lines.values { end(line, with: .failure(TransportError(.released))) }
        // Connections over which nothing goes any more fall idle.
        performOwners()
        while let connection = pool.takeOldest() { close(connection) }
        deliver(waiting: false)
    }

    private func wait() -> Int {
        guard touched.isEmpty, repetitions.isEmpty, mailbox.beginWaiting() else {
            return poller.wait(0)
        }
        let count = poller.wait(millisecondsToWait())
        mailbox.endWaiting()
        return count
    }

    private func millisecondsToWait() -> Int32 {
        let deadline = [wakeUp, nextSweep, owners.wakeUp(at: now)].compactMap { $0 }.min()
        guard let deadline else { return -1 }
        let milliseconds = (ContinuousClock.now.duration(to: deadline) / .milliseconds(1)).rounded(
            .up
        )
        return Int32(min(max(milliseconds, 0), 3_600_000))
    }

    private func handleEvent(at index: Int) {
        let socket = poller.socket(at: index)
        if socket == mailbox.signal { return mailbox.acknowledge() }
        guard poller.claims(socket) else {
            // Nor does libcurl claim the socket of a transfer that is paused.
            if !active.values.contains(where: \.isPaused) { poller.abandonIdle(socket) }
            return
        }
        let events = poller.events(at: index)
        var what: Int32 = 0
        // Errors and hang-ups are found by reading.
        if events & ~recado_epoll_out != 0 { what |= CURL_CSELECT_IN }
        if events & recado_epoll_out != 0 { what |= CURL_CSELECT_OUT }
        if let owner = owners[socket] { return handle(what, on: socket, of: owner) }
        act(on: socket, what)
    }

    private func act(on socket: Int32, _ what: Int32) {
        var running: Int32 = 0
        unsafe curl_multi_socket_action(multi, socket, what, &running)
    }

    /// Calls libcurl for as long as it asks for it, within reason.
    private func performTimers() {
        for _ in 0..<16 {
            guard let time = wakeUp, time <= now else { return }
            wakeUp = nil
            act(on: recado_curl_socket_timeout, 0)
        }
    }

    private func concludeFinished() {
        var code = CURLE_OK
        while let easy = unsafe recado_curl_next_finished(multi, &code) {
            guard let transfer = unsafe EasyHandle.transfer(from: recado_curl_get_private(easy))
            else {
                continue
            }
            transfer.conclude(code)
            finish(transfer, with: nil)
        }
    }

    /// Hands over what has arrived.
    ///
    /// - Parameter isBusy: Whether content that is still arriving may wait for more of it.
    private func deliver(waiting isBusy: Bool) {
        var waiting: [ActiveTransfer] = []
        while !touched.isEmpty {
            swap(&touched, &looked)
            for transfer in looked {
                if isBusy, transfer.waitsForMore() {
                    waiting.append(transfer)
                } else {
                    transfer.deliver()
                }
            }
            looked.removeAll(keepingCapacity: true)
        }
        if !waiting.isEmpty { touched = waiting }
    }

    // MARK: - Callbacks

    func watch(_ socket: Int32, _ what: Int32) {
        if what == CURL_POLL_REMOVE { return poller.unwatch(socket) }
        var events: UInt32 = 0
        if what & CURL_POLL_IN != 0 { events |= recado_epoll_in }
        if what & CURL_POLL_OUT != 0 { events |= recado_epoll_out }
        poller.watch(socket, for: events)
    }

    private func setTimer(_ milliseconds: Int) {
        wakeUp = milliseconds < 0 ? nil : now + .milliseconds(milliseconds)
    }

    // MARK: - Commands

    private func carryOut(_ command: Command) {
        switch command {
        case .start(let transfer): start(transfer)
        case .cancel(let transfer): end(transfer, with: TransportError(.cancelled))
        case .fail(let transfer, let error): end(transfer, with: error)
        case .resumeReceiving(let transfer): self[transfer]?.resumeReceiving()
        case .resumeSending(let transfer): self[transfer]?.resumeSending()
        case .open(let line): open(line)
        case .attend(let line): lines[ObjectIdentifier(line)]?.attend()
        case .close(let line): close(line)
        case .stop: isStopping = true
        }
    }

    private subscript(transfer: Transfer) -> ActiveTransfer? { active[ObjectIdentifier(transfer)] }

    private func end(_ transfer: Transfer, with error: TransportError) {
        if let transfer = self[transfer] { finish(transfer, with: .failure(error)) }
    }

    private func start(_ transfer: Transfer) {
        if transfer.isCancelled { return transfer.end(with: TransportError(.cancelled)) }
        let started = ActiveTransfer(transfer, loop: self)
        active[ObjectIdentifier(transfer)] = started
        scheduleSweep(forNew: started)
        if transfer.request.isDirect { carry(started) } else { handOver(started) }
    }

    /// Lets libcurl carry a transfer.
    private func handOver(_ transfer: ActiveTransfer) {
        let setup = setups[transfer.transfer.request.authority]
        guard let handle = setup.handles.popLast() ?? makeHandle(setup) else {
            let error = TransportError(.failed, "libcurl has no handle to give")
            return finish(transfer, with: .failure(error))
        }
        handle.carry(transfer, options)
        guard unsafe curl_multi_add_handle(multi, handle.pointer) == CURLM_OK else {
            return finish(transfer, with: .failure(TransportError(.failed, "libcurl refused")))
        }
    }

    /// Takes a transfer from its carrier and delivers its end in this round.
    func finish(_ transfer: ActiveTransfer, with end: Result<Void, TransportError>?) {
        if let end { transfer.end = end }
        transfer.takeBack()
        transfer.noteTimings()
        active[ObjectIdentifier(transfer.transfer)] = nil
        transfer.carrier?.release(transfer)
        transfer.carrier = nil
        if !transfer.isTouched {
            transfer.isTouched = true
            touched.append(transfer)
        }
    }

    /// Takes back a handle that libcurl has had.
    func takeBack(_ handle: EasyHandle) {
        unsafe curl_multi_remove_handle(multi, handle.pointer)
        handle.transfer = nil
        let setup = handle.setup
        if setup.handles.count < options.idleConnections { setup.handles.append(handle) }
    }

    func makeHandle(_ setup: HostSetup) -> EasyHandle? {
        guard let handle = EasyHandle(setup, options) else { return nil }
        unsafe handle.setUpSockets(self)
        return handle
    }

    // MARK: - Timeouts

    private func deadline(of transfer: ActiveTransfer) -> ContinuousClock.Instant? {
        let timeouts = transfer.transfer.timeouts
        let total = timeouts.total.map { transfer.transfer.start + $0 }
        let isOurs = transfer.isReceivePaused || transfer.isSendPaused
        let idle = isOurs ? nil : timeouts.idle.map { transfer.lastActivity + $0 }
        return [total, idle].compactMap { $0 }.min()
    }

    /// Sees to a sweep at the deadline of a transfer that begins now.
    private func scheduleSweep(forNew transfer: ActiveTransfer) {
        let timeouts = transfer.transfer.timeouts
        // Then the sweep for that one comes before this one's deadline.
        if timeouts == scheduledTimeouts { return }
        scheduledTimeouts = timeouts
        scheduleSweep(for: transfer)
    }

    func scheduleSweep(for transfer: ActiveTransfer) {
        if let deadline = deadline(of: transfer) { scheduleSweep(at: deadline) }
    }

    func scheduleSweep(at time: ContinuousClock.Instant) {
        nextSweep = min(nextSweep ?? time, time)
    }

    /// Ends the transfers whose time is up.
    private func sweep() {
        guard let time = nextSweep, time <= now else { return }
        (nextSweep, scheduledTimeouts) = (nil, nil)
        for transfer in active.values {
            if let deadline = deadline(of: transfer), deadline <= now {
                finish(transfer, with: .failure(transfer.timeout(at: now)))
            } else {
                scheduleSweep(for: transfer)
            }
        }
        closeExpired()
        if let time = nextSweep { nextSweep = max(time, now + Self.sweepInterval) }
    }
}
