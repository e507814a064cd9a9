// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoTransport
import RecadoWire
import Synchronization

/// The thread that wakes tasks when their sockets are ready or their deadlines have passed.
///
/// It moves no bytes itself, except over connections that many calls share. Over all others, the
/// woken tasks read and write.
final class Reactor: Sendable {
    /// The registration of a channel with a reactor.
    struct Registration: Sendable {
        let poller: Poller
        let token: UInt64
    }

    private struct WeakChannel {
        weak var channel: Channel?
    }

    private struct State {
        /// The poller of the thread, while the thread runs.
        var poller: Poller?
        var isStopped = false
        var lastToken: UInt64 = 0
        var channels: [UInt64: WeakChannel] = [:]
        /// The time at which the thread checks deadlines next.
        var wakeTime = Tick.never
        var lastTimer = 0
        var timers: [Int: (time: Tick, action: @Sendable () -> Void)] = [:]
        /// Checks deadlines other than those of channels; returns the time of the next check.
        var expire: @Sendable (Tick) -> Tick = { _ in .never }
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
        /// The jobs that wait to run on the thread.
        var jobs: [UnownedJob] = []
    }

    /// The number of calls in progress.
    let callCount = Atomic(0)
    private let state = Mutex(State())
    /// A copy of ``State/wakeTime`` that is read without the lock.
    private let wakeTime = Atomic(Int64.max)

    // MARK: - Channels

    /// Starts the thread, unless it is running, and registers a channel.
    func add(_ channel: Channel) throws(TransportError) -> Registration {
        try state.withLock { state throws(TransportError) in
            if state.isStopped { throw TransportError(.released) }
            let poller: Poller
            if let running = state.poller { poller = running } else { poller = try start() }
            state.poller = poller
            state.lastToken += 1
            state.channels[state.lastToken] = WeakChannel(channel: channel)
            return Registration(poller: poller, token: state.lastToken)
        }
    }

    /// Removes a channel from the registered ones.
    func remove(_ token: UInt64) {
        state.withLock { $0.channels[token] = nil }
    }

    // MARK: - Time

    /// Makes the thread check the deadlines of all channels at a given time or earlier.
    func schedule(_ time: Tick) {
        guard time.nanoseconds < wakeTime.load(ordering: .acquiring) else { return }
        let poller = state.withLock { state -> Poller? in
            guard time < state.wakeTime else { return nil }
            state.wakeTime = time
            wakeTime.store(time.nanoseconds, ordering: .releasing)
            // A task may wait before the first channel exists.
            if state.poller == nil, !state.isStopped { state.poller = try? start() }
            return state.poller
        }
        poller?.wakeup.wake()
    }

    /// Calls a function on the thread after a duration; returns a number by which the call can be
    /// cancelled.
    @discardableResult
    func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
        let time = Tick.now.after(duration)
        let number = state.withLock { state in
            state.lastTimer += 1
            state.timers[state.lastTimer] = (time, action)
            return state.lastTimer
        }
        schedule(time)
        return number
    }

    /// Cancels the scheduled call of a function.
    func cancel(_ timer: Int) {
        state.withLock { $0.timers[timer] = nil }
    }

    /// Sets a function that checks deadlines other than those of channels.
    func watchDeadlines(_ expire: @escaping @Sendable (Tick) -> Tick) {
        state.withLock { $0.expire = expire }
    }

    // MARK: - The thread

    private func start() throws(TransportError) -> Poller {
        do throws(SystemError) {
            let poller = try Poller()
            try LoopThread.start { [self] in run(poller) }
            return poller
        } catch {
            let isOutOfDescriptors = error.code == EMFILE || error.code == ENFILE
            let reason = isOutOfDescriptors ? "no descriptor is free" : "no thread is to be had"
            throw TransportError(.failed, reason)
        }
    }

    private func run(_ poller: Poller) {
        var space = Poller.Space()
        var events: [PollerEvent] = []
        while let time = timeToWait() {
            poller.wait(milliseconds: time, space: &space, into: &events)
            let channels = state.withLock { state in
                events.map { state.channels[$0.token]?.channel }
            }
            for (event, channel) in zip(events, channels) { channel?.occurred(event) }
            events.removeAll(keepingCapacity: true)
            checkDeadlines()
            runJobs()
        }
        stopped()
    }

    /// The longest time to wait for events, in milliseconds; `nil` if the thread should end.
    private func timeToWait() -> Int32? {
        let (time, hasJobs, isStopped) = state.withLock {
            ($0.wakeTime, !$0.jobs.isEmpty, $0.isStopped)
        }
        if isStopped { return nil }
        if hasJobs { return 0 }
        return time == .never ? -1 : Tick.now.milliseconds(until: time)
    }

    private func checkDeadlines() {
        guard wakeTime.load(ordering: .relaxed) != .max else { return }
        let now = Tick.now
        let (channels, due, expire) = state.withLock { state in
            guard state.wakeTime <= now else {
                return ([Channel](), [@Sendable () -> Void](), state.expire)
            }
            let due = state.timers.values.filter { $0.time <= now }.map(\.action)
            state.timers = state.timers.filter { $0.value.time > now }
            // Tasks that begin to wait after this line schedule their own deadlines.
            state.wakeTime = state.timers.values.map(\.time).min() ?? .never
            wakeTime.store(state.wakeTime.nanoseconds, ordering: .releasing)
            return (state.channels.values.compactMap(\.channel), due, state.expire)
        }
        for channel in channels { schedule(channel.expire(at: now)) }
        schedule(expire(now))
        for action in due { action() }
    }

    private func runJobs() {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    // MARK: - The end

    /// Ends all waits with an error of the kind `released`; the thread ends soon after.
    func stop() {
        let poller = state.withLock { state in
            state.isStopped = true
            return state.poller
        }
        poller?.wakeup.wake()
    }

    /// Waits until the thread has ended.
    func join() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.poller != nil { state.stopWaiters.append(continuation) }
                return state.poller == nil
            }
            if isOver { continuation.resume() }
        }
    }

    private func stopped() {
        let channels = state.withLock { $0.channels.values.compactMap(\.channel) }
        for channel in channels { channel.end(with: TransportError(.released)) }
        // The tasks that `end` has woken still run on this thread, until no job is left.
        while state.withLock({ state in
            if state.jobs.isEmpty { state.poller = nil }
            return state.poller != nil
        }) { runJobs() }
        let waiters = state.withLock { state in
            defer { (state.stopWaiters, state.timers) = ([], [:]) }
            return state.stopWaiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Connections are opened on this thread, which continues even if the program occupies all threads
/// of Swift's pool.
extension Reactor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let poller = state.withLock { state in
            if state.poller != nil { state.jobs.append(job) }
            return state.poller
        }
        if let poller { return poller.wakeup.wake() }
        // Before the first channel and after the end, the reactor has no thread, so the job gets a
        // thread of its own.
        let executor = unsafe asUnownedTaskExecutor()
        do throws(SystemError) {
            try LoopThread.start { unsafe job.runSynchronously(on: executor) }
        } catch {
            // If no thread can be started, the calling thread runs the job.
            unsafe job.runSynchronously(on: executor)
        }
    }
}
