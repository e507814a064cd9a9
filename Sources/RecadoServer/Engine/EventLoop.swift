// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Synchronization

// A loop is made of two objects, which the compiler can check, instead of one that it must trust:
//
//   EventLoop   what any thread may touch: a mailbox of jobs and messages behind a lock, and the
//               wake-up. It is the executor of the tasks that answer requests.
//   Reactor     what the loop's thread alone touches: sockets, parsers, timers, output. It is made
//               on that thread, never leaves it and is not Sendable.
//
// A task that has an answer posts it as a message and the reactor writes it. As the task runs on
// the loop's own thread this is an append under a lock that nobody else holds, not a hop.

/// The mailbox of a loop, and the executor of the tasks that it starts.
final class EventLoop: TaskExecutor {
    /// An answer whose content is at hand.
    struct Answer: Sendable {
        let exchange: ExchangeID
        let response: Response
    }

    /// The most content that is decoded or compressed on a loop; more keeps its
    /// connections waiting for too long.
    ///
    /// A mebibyte of JSON, XML or SOAP takes up to 49 ms (`scripts/attack loops`),
    /// and 64 KiB a sixteenth of it.
    static let mostBytesAtOnce = 65_536

    /// The work that waits to be done by the loop.
    struct Work: Sendable {
        var jobs: ContiguousArray<UnownedJob> = []
        /// Answers that are whole; most messages are those.
        var answers: ContiguousArray<Answer> = []
        /// Each is taken out of its place, which moves it and copies nothing.
        var messages: ContiguousArray<Message?> = []
        var isEmpty: Bool { jobs.isEmpty && answers.isEmpty && messages.isEmpty }
    }

    struct Inbox {
        var work = Work()
        /// Whether the thread waits, or is about to, and has to be woken.
        var isAsleep = false
        /// Whether the thread has ended.
        var isFinished = false
    }

    let inbox = Mutex(Inbox())
    let poller: Poller
    let delays = LoopDelays()
    /// The memory that all WebSockets of the server share.
    let messageMemory: MessageMemory

    init(_ messageMemory: MessageMemory) throws(ServerError) {
        self.messageMemory = messageMemory
        poller = try ServerError.translating { () throws(SystemError) in try Poller() }
    }

    // MARK: - Any thread

    /// Takes a job of a task; a loop that has ended passes it on to the shared pool.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isFinished, mustWake) = inbox.withLock { inbox in
            if inbox.isFinished { return (true, false) }
            inbox.work.jobs.append(job)
            defer { inbox.isAsleep = false }
            return (false, inbox.isAsleep)
        }
        if isFinished { globalConcurrentExecutor.enqueue(job) }
        if mustWake { poller.wakeup.wake() }
    }

    /// Leaves a message for the reactor; a loop that has ended turns it down.
    func post(_ message: consuming Message) {
        var message: Message? = message
        let mustWake = inbox.withLock { inbox in
            if inbox.isFinished { return false }
            inbox.work.messages.append(message.take())
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        message?.turnDown()
        if mustWake { poller.wakeup.wake() }
    }

    /// Leaves an answer for the reactor; nobody waits for it where the loop has ended.
    func leave(_ response: consuming Response, for exchange: ExchangeID) {
        var response: Response? = response
        let mustWake = inbox.withLock { inbox in
            guard !inbox.isFinished, let response = response.take() else { return false }
            inbox.work.answers.append(Answer(exchange: exchange, response: response))
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        if mustWake { poller.wakeup.wake() }
    }

    // MARK: - The loop's thread

    /// Whether the thread may wait: there is nothing to do, and what comes from now on wakes it.
    func fallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isAsleep = inbox.work.isEmpty
            return inbox.isAsleep
        }
    }

    /// Notes that the thread is awake, so that its own jobs do not wake it again.
    func wakeUp() {
        inbox.withLock { $0.isAsleep = false }
    }

    /// Exchanges the waiting work for an empty one.
    func takeWork(_ work: inout Work) {
        inbox.withLock { swap(&$0.work, &work) }
    }

    /// Runs the jobs that wait, before it is their turn.
    func runReadyJobs() {
        let jobs = inbox.withLock { inbox in
            defer { inbox.work.jobs = [] }
            return inbox.work.jobs
        }
        run(jobs)
    }

    /// Runs the job that has come last, up to where its task suspends: that of a task which
    /// the thread has just started.
    func runNewestJob() {
        guard let job = inbox.withLock({ $0.work.jobs.popLast() }) else { return }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Runs jobs, each up to where its task suspends.
    func run(_ jobs: ContiguousArray<UnownedJob>) {
        let executor = unsafe asUnownedTaskExecutor()
        for job in jobs { unsafe job.runSynchronously(on: executor) }
    }

    /// Passes what is left on, and everything that comes later.
    func finish() {
        let work = inbox.withLock { inbox in
            inbox.isFinished = true
            defer { inbox.work = Work() }
            return inbox.work
        }
        for message in work.messages { message?.turnDown() }
        for job in work.jobs { globalConcurrentExecutor.enqueue(job) }
    }
}
