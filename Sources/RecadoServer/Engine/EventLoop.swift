// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Synchronization

// A loop consists of two objects, so that the compiler can check which thread uses what:
//
//   EventLoop   the part for any thread: a mailbox of jobs and messages behind a lock, and the
//               wake-up. It is the executor of the tasks that answer requests.
//   Reactor     the part for the loop's thread alone: sockets, parsers, timers, output. It is made
//               on that thread, never leaves it and is not Sendable.
//
// A task that has an answer posts it as a message, and the reactor writes it. Because the task runs
// on the loop's own thread, posting is an append under an uncontended lock, not a thread switch.

/// The mailbox of a loop, and the executor of the tasks that the loop starts.
final class EventLoop: TaskExecutor {
    /// An answer whose content is in memory.
    struct CompleteResponse: Sendable {
        let exchange: ExchangeID
        let response: Response
    }

    /// The most content that is decoded or compressed on a loop; more would delay the loop's other
    /// connections for too long.
    ///
    /// A mebibyte of JSON, XML or SOAP takes up to 49 ms (`scripts/attack loops`); 64 KiB takes a
    /// sixteenth of that.
    static let mostBytesAtOnce = 65_536

    /// Work that waits for the loop.
    struct Work: Sendable {
        var jobs: ContiguousArray<UnownedJob> = []
        /// Answers with all of their content; most messages are of this kind.
        var answers: ContiguousArray<CompleteResponse> = []
        /// Messages; they are optional so that each can be moved out of the array without a copy.
        var messages: ContiguousArray<Message?> = []
        var isEmpty: Bool { jobs.isEmpty && answers.isEmpty && messages.isEmpty }
    }

    struct Inbox {
        var work = Work()
        /// True if the thread sleeps, or is about to sleep, and must be woken.
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

    /// Accepts a job of a task; after the loop has ended, passes it to Swift's shared pool.
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

    /// Posts a message to the reactor; after the loop has ended, rejects it.
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

    /// Posts an answer to the reactor; after the loop has ended, drops it, because nobody waits for
    /// it.
    func leave(_ response: consuming Response, for exchange: ExchangeID) {
        var response: Response? = response
        let mustWake = inbox.withLock { inbox in
            guard !inbox.isFinished, let response = response.take() else { return false }
            inbox.work.answers.append(CompleteResponse(exchange: exchange, response: response))
            defer { inbox.isAsleep = false }
            return inbox.isAsleep
        }
        if mustWake { poller.wakeup.wake() }
    }

    // MARK: - The loop's thread

    /// Returns true if the thread may sleep: there is no work, and any later work wakes the thread.
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

    /// Exchanges the waiting work for an empty instance.
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

    /// Runs jobs, each until its task suspends.
    func run(_ jobs: ContiguousArray<UnownedJob>) {
        let executor = unsafe asUnownedTaskExecutor()
        for job in jobs { unsafe job.runSynchronously(on: executor) }
    }

    /// Rejects the remaining and all later messages, and passes jobs to the shared pool.
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
