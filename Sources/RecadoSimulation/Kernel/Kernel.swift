// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import Synchronization

/// The simulated operating system of a world: time, random numbers, and the jobs and threads, of
/// which only one runs at a time.
///
/// Only the running job or thread accesses the kernel.
@safe
// Safe because only one system thread at a time uses a world: first the thread that creates the
// world, and then the thread of the world's scheduler.
final class Kernel: @unchecked Sendable {
    /// A thread, Swift job or work queue that is ready to continue.
    @safe
    private enum Runnable {
        case thread(SimulatedThread)
        case job(UnsafeMutableRawPointer, HostID)
        /// A queue of functions that are ready to be called.
        case queue(WorkQueue)
    }

    let seed: UInt64
    /// The parts of the test that this run omits.
    let reduction: Reduction
    /// The number of the world, unique in its process.
    let number = Kernel.lastNumber.add(1, ordering: .relaxed).newValue
    private static let lastNumber = Atomic(0)
    let timeline: Timeline
    /// Nanoseconds since the world began.
    private(set) var now: Int64 = 0
    /// The generator that decides what runs next.
    private var order: Chance
    /// The generator that decides faults and delays.
    var weather: Chance
    private var agenda = Agenda()
    private var ready: [Runnable] = []
    /// The queues of libdispatch, separate for each host.
    private var queues: [WorkQueue.Key: WorkQueue] = [:]
    /// The threads that wait for semaphores.
    private var waiting: [UInt: [SimulatedThread]] = [:]
    private var threads: [ObjectIdentifier: SimulatedThread] = [:]
    /// The hosts by number; the first is the world's own, on which the test runs.
    var hosts: [HostState] = []
    var servers: [SimulatedServer] = []
    var clients: [SimulatedClient] = []
    var databases: [SimulatedDatabase] = []
    var clientCount = 0
    /// The number of injected faults.
    var faultCount = 0
    /// The tasks that make the faults happen.
    var faultTasks: [Task<Void, Never>] = []
    /// Fails the test with an error.
    var fail: (any Error) -> Void = { _ in }
    /// The host on which each task began.
    private var homes: [UInt64: HostID] = [:]
    var descriptors: [Int32: Descriptor] = [:]
    var nextDescriptor = recado_first_descriptor()
    var freeDescriptors: [Int32] = []
    /// The connecting end of each connection so far.
    var connections: [SimulatedSocket] = []
    var faults = NetworkFaults()
    /// The directions between hosts in which nothing arrives.
    var cuts: Set<Path> = []

    /// The times at which a world's clocks begin: the monotonic clock at 1000 s, the wall clock in
    /// 2030.
    private static let firstMonotonicTime: Int64 = 1_000_000_000_000
    private static let firstWallTime: Int64 = 1_900_000_000_000_000_000

    init(seed whole: Seed) {
        let seed = whole.number
        self.seed = seed
        reduction = whole.reduction
        timeline = Timeline()
        order = Chance(seed: seed, part: 0)
        weather = Chance(seed: seed, part: 1)
        hosts = [HostState(number: 0, name: "world", seed: seed)]
    }

    /// The world that the calling thread belongs to; `nil` outside any world.
    static var current: Kernel? {
        guard let world = unsafe recado_world() else { return nil }
        return unsafe Unmanaged<Kernel>.fromOpaque(world).takeUnretainedValue()
    }

    /// Runs a function on behalf of a host, for example to begin a task that belongs to the host.
    func acting<Result>(as host: HostID, _ body: () throws -> Result) rethrows -> Result {
        let (world, former) = unsafe (recado_world(), recado_host())
        unsafe recado_enter(Unmanaged.passUnretained(self).toOpaque(), host.code)
        defer { unsafe recado_enter(world, former) }
        return try body()
    }

    // MARK: - Time

    var monotonicTime: Int64 { now + Self.firstMonotonicTime }

    var wallTime: Int64 { now + Self.firstWallTime + currentHost.skew }

    /// Plans an action that runs after some time.
    func plan(after nanoseconds: Int64, _ action: @escaping () -> Void) {
        let (time, isTooLate) = now.addingReportingOverflow(max(0, nanoseconds))
        if !isTooLate { agenda.plan(at: time, action) }
    }

    /// The host of the running code.
    var currentHost: HostState {
        let number = HostID(code: recado_host()).number
        return number < hosts.count ? hosts[number] : hosts[0]
    }

    // MARK: - Running

    /// Lets a job, thread or queue continue, either at once or a little later.
    ///
    /// The delay imitates the time that computing takes, during which other programs run.
    private func makeReady(_ runnable: Runnable) {
        if order.happens(0.5) { return ready.append(runnable) }
        // Occasionally a real system makes a program wait for the processor.
        let longest: Int64 = order.happens(0.03) ? 5_000_000 : 100_000
        plan(after: order.nanoseconds(in: 1_000...longest)) { [unowned self] in
            ready.append(runnable)
        }
    }

    /// Runs the world until a condition holds.
    ///
    /// - Parameters:
    ///   - limit: The time limit, in nanoseconds since the world began.
    ///   - isOver: The condition, checked after each step.
    /// - Throws: An error if nothing is left to run, or if the next action is beyond the limit.
    func run(for limit: Int64, until isOver: () -> Bool) throws(SimulationError) {
        while !isOver() {
            if !ready.isEmpty {
                let next = order.below(ready.count)
                ready.swapAt(next, ready.count - 1)
                if let runnable = ready.popLast() { run(runnable) }
                continue
            }
            guard let time = agenda.nextTime else { throw SimulationError(.standstill, at: now) }
            if time > limit { throw SimulationError(.endless, at: now) }
            now = max(now, time)
            agenda.takeNext()?()
        }
    }

    private func run(_ runnable: Runnable) {
        switch runnable {
        case .job(let job, let host):
            // A job of a crashed host never continues.
            guard isUp(host), goesOn(host, runnable) else { return }
            acting(as: host) { unsafe recado_run_job(job) }
        case .queue(let queue):
            guard goesOn(queue.work.first?.0, runnable) else { return }
            queue.isReady = false
            let (host, work) = queue.work.removeFirst()
            if !queue.work.isEmpty { makeReady(queue) }
            if isUp(host) { acting(as: host, work) }
        case .thread(let thread):
            // The thread may have been killed since it was woken.
            guard threads[ObjectIdentifier(thread)] === thread, goesOn(thread.host, runnable)
            else { return }
            unsafe recado_thread_resume(thread.raw)
            let isOver = unsafe thread.raw.pointee.has_ended
            // The thread may have crashed its own host.
            if isOver || threads[ObjectIdentifier(thread)] == nil { forget(thread) }
        }
    }

    /// True if a host's programs may continue now; otherwise plans the runnable for the end of the
    /// host's pause.
    private func goesOn(_ host: HostID?, _ runnable: Runnable) -> Bool {
        guard let host, host.number < hosts.count else { return true }
        let pause = hosts[host.number].pauseEnd - now
        if pause <= 0 { return true }
        plan(after: pause) { [unowned self] in ready.append(runnable) }
        return false
    }

    func isUp(_ host: HostID) -> Bool {
        host.number < hosts.count && hosts[host.number].id == host && hosts[host.number].isUp
    }

    // MARK: - Jobs

    func enqueue(_ job: UnsafeMutableRawPointer, after nanoseconds: UInt64) {
        var host = HostID(code: recado_host())
        let task = unsafe recado_task_of_job(job)
        if task == 0 {
            // The job belongs to an actor, which several hosts may use, so it continues if one of
            // them crashes.
            host = hosts[0].id
        } else if let home = homes[task] {
            host = home
        } else {
            homes[task] = host
        }
        if nanoseconds == 0 { return unsafe makeReady(.job(job, host)) }
        plan(after: Int64(clamping: nanoseconds)) { [unowned self] in
            unsafe ready.append(.job(job, host))
        }
    }

    /// Adds a function to a queue; the queue calls its functions in order.
    func call(
        _ function: @convention(c) @escaping (UnsafeMutableRawPointer?) -> Void,
        _ context: UnsafeMutableRawPointer?,
        of queue: UnsafeMutableRawPointer,
        after nanoseconds: UInt64
    ) {
        let host = HostID(code: recado_host())
        let work = WorkQueue.Work(host, { unsafe function(context) })
        let key = WorkQueue.Key(host: host, address: UInt(bitPattern: queue))
        if nanoseconds == 0 { return add(work, to: key) }
        plan(after: Int64(clamping: nanoseconds)) { [unowned self] in add(work, to: key) }
    }

    private func add(_ work: WorkQueue.Work, to key: WorkQueue.Key) {
        let queue = queues[key] ?? WorkQueue()
        queues[key] = queue
        queue.work.append(work)
        if !queue.isReady { makeReady(queue) }
    }

    private func makeReady(_ queue: WorkQueue) {
        queue.isReady = true
        makeReady(.queue(queue))
    }

    // MARK: - Threads

    func start(_ raw: UnsafeMutablePointer<recado_thread>) {
        unsafe raw.pointee.world = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        let thread = unsafe SimulatedThread(raw)
        threads[ObjectIdentifier(thread)] = thread
        unsafe thread.raw.pointee.owner = Unmanaged.passUnretained(thread).toOpaque()
        makeReady(.thread(thread))
    }

    /// Makes the calling thread wait until it is woken, or until a number of nanoseconds have
    /// passed.
    ///
    /// A job cannot wait, because it runs on the scheduler's own thread. For a job, the method
    /// returns at once, as if the time had passed.
    func wait(for nanoseconds: Int64?, noting: (SimulatedThread) -> Void = { _ in }) {
        endIfGone()
        guard let thread = currentThread else { return }
        thread.wait += 1
        thread.isWaiting = true
        noting(thread)
        let wait = thread.wait
        if let nanoseconds {
            plan(after: nanoseconds) { [unowned self] in
                if thread.wait == wait { wake(thread) }
            }
        }
        unsafe recado_thread_wait(thread.raw)
    }

    /// Suspends the calling thread forever if its host has crashed.
    func endIfGone() {
        guard let thread = currentThread, threads[ObjectIdentifier(thread)] == nil else { return }
        unsafe recado_thread_wait(thread.raw)
    }

    func wake(_ thread: SimulatedThread) {
        guard thread.isWaiting else { return }
        thread.isWaiting = false
        makeReady(.thread(thread))
    }

    /// Makes the calling thread wait until a semaphore is signaled, or until some time has passed.
    ///
    /// - Returns: True if the caller is a thread that can wait.
    func wait(forSignalOf semaphore: UnsafeMutableRawPointer, _ nanoseconds: Int64) -> Bool {
        guard currentThread != nil else { return false }
        let key = UInt(bitPattern: semaphore)
        wait(for: nanoseconds == .max ? nil : nanoseconds) { waiting[key, default: []].append($0) }
        waiting[key]?.removeAll { !$0.isWaiting }
        if waiting[key]?.isEmpty == true { waiting[key] = nil }
        return true
    }

    /// Wakes the threads that wait for a semaphore; each of them checks the semaphore again.
    func signal(_ semaphore: UnsafeMutableRawPointer) {
        for thread in waiting[UInt(bitPattern: semaphore)] ?? [] { wake(thread) }
    }

    /// The current thread, if it may wait; `nil` in a task, which the runtime ties to a system
    /// thread.
    private var currentThread: SimulatedThread? {
        guard unsafe withUnsafeCurrentTask(body: { unsafe $0 == nil }) else { return nil }
        guard let owner = unsafe recado_current_thread()?.pointee.owner else { return nil }
        return unsafe Unmanaged<SimulatedThread>.fromOpaque(owner).takeUnretainedValue()
    }

    private func forget(_ thread: SimulatedThread) {
        threads[ObjectIdentifier(thread)] = nil
        // The stack of the running thread is still in use, so it cannot be released here.
        guard unsafe thread.raw != recado_current_thread() else { return }
        unsafe recado_thread_free(thread.raw)
    }

    /// Returns the numbers of descriptors and threads that a host's programs still have.
    func holdings(of host: HostID) -> (descriptors: Int, threads: Int) {
        (descriptorCount(of: host), threads.values.count { $0.host == host })
    }

    /// Ends the threads of a host, or of all hosts, wherever they are in their execution.
    func endThreads(of host: HostID?) {
        // Sorted by number, because an order by address would differ between runs.
        let all = threads.values.filter { host == nil || $0.host == host }
        for key in waiting.keys { waiting[key]?.removeAll { host == nil || $0.host == host } }
        for thread in all.sorted(by: { $0.number < $1.number }) {
            ready.removeAll {
                if case .thread(let other) = $0 { other === thread } else { false }
            }
            thread.wait += 1
            thread.isWaiting = false
            forget(thread)
        }
    }

    /// Ends all threads and discards all planned actions.
    func close() {
        endThreads(of: nil)
        abandonFiles()
        agenda.removeAll()
        ready = []
        descriptors = [:]
        for socket in connections {
            // The two ends refer to each other, so this breaks a reference cycle.
            socket.peer?.peer = nil
            socket.peer = nil
        }
        connections = []
    }
}
