// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Synchronization

// A loop consists of two objects, which the compiler can check, instead of one that it would have
// to trust:
//
//   EventLoop   the part for any thread: a mailbox of jobs and messages behind a lock, and the
//               wake-up. It is the executor of the tasks that answer requests.
//   Reactor     the part for the loop's thread alone: sockets, parsers, timers, output. It is made
//               on that thread, never leaves it and is not Sendable.
//
// A task that has an answer posts it as a message, and the reactor writes it. As the task runs on
// the loop's own thread, this is an append under a lock that nobody else holds, not a hop.

/// The mailbox of a loop, and the executor of the tasks that it starts.
final class EventLoop: TaskExecutor {
    /// An answer whose content is in memory.
    struct Answer: Sendable {
        let exchange: ExchangeID
        let response: Response
    }

    /// The most content that is decoded or compressed on a loop; more would keep the loop's other
    /// connections waiting for too long.
    ///
    /// A mebibyte of JSON, XML or SOAP takes up to 49 ms (`scripts/attack loops`),
    /// and 64 KiB a sixteenth of it.
    static let mostBytesAtOnce = 65_536

    /// The work that waits to be done by the loop.
    struct Work: Sendable {
        var jobs: ContiguousArray<UnownedJob> = []
        /// Answers with all of their content; most messages are of this kind.
        var answers: ContiguousArray<Answer> = []
        /// Messages, optional so that each can be moved out of its element without a copy.
        var messages: ContiguousArray<Message?> = []
        var isEmpty: Bool { jobs.isEmpty && answers.isEmpty && messages.isEmpty }
    }

    struct Inbox {
        var work = Work()
        /// True if the thread waits, or is about to, and has to be woken.
        var isAsleep = false
        /// True if the thread has ended.
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

    /// Accepts a job of a task; a loop that has ended passes it on to the shared pool.
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

    /// Posts a message to the reactor; a loop that has ended rejects it.
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

    /// Posts an answer to the reactor; if the loop has ended, nobody waits for the answer.
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

    /// Returns true if the thread may wait: there is nothing to do, and any later work wakes it.
    func fallAsleep() -> Bool {
        inbox.withLock { inbox in
            inbox.isAsleep = inbox.work.isEmpty
            return inbox.isAsleep
        }
    }

    /// Records that the thread is awake, so that its own jobs do not wake it again.
    func wakeUp() {
        inbox.withLock { $0.isAsleep = false }
    }

    /// Swaps the waiting work with an empty instance.
    func takeWork(_ work: inout Work) {
        inbox.withLock { swap(&$0.work, &work) }
    }

    /// Runs the waiting jobs at once.
    func runReadyJobs() {
        let jobs = inbox.withLock { inbox in
            defer { inbox.work.jobs = [] }
            return inbox.work.jobs
        }
        run(jobs)
    }

    /// Runs the latest job up to where its task suspends: the job of a task that the thread has
    /// just started.
    func runNewestJob() {
        guard let job = inbox.withLock({ $0.work.jobs.popLast() }) else { return }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Runs jobs, each up to where its task suspends.
    func run(_ jobs: ContiguousArray<UnownedJob>) {
        let executor = unsafe asUnownedTaskExecutor()
        for job in jobs { unsafe job.runSynchronously(on: executor) }
    }

    /// Rejects or passes on the remaining work, and all work that comes later.
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
