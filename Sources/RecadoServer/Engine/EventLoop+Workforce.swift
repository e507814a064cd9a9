// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Synchronization

extension EventLoop {
    // MARK: - The loop's thread

    /// Leaves a request for the next task that has time.
    func assign(_ assignment: Assignment) {
        inbox.withLock { $0.workforce.add(assignment) }
    }

    /// Puts tasks to work, waiting ones before new ones.
    func putToWork(_ count: Int, _ handler: any Handler, _ admission: Admission) {
        for _ in 0..<count {
            if let worker = inbox.withLock({ $0.workforce.takeIdle() }) {
                worker.resume(goingOn: true)
            } else {
                hire(handler, admission)
            }
        }
    }

    private func hire(_ handler: any Handler, _ admission: Admission) {
        let slot = RequestSlot(admission)
        let worker = inbox.withLock { $0.workforce.hire(with: slot) }
        // Its first job waits in the inbox until the loop's thread is done with this.
        let task = Task(executorPreference: self) {
            await RequestSlot.$current.withValue(slot) {
                await self.serve(as: worker, handler, slot)
            }
        }
        inbox.withLock { $0.workforce.settle(task, at: worker) }
    }

    /// Lets the task of an exchange know why nobody waits for its answer; to be called before what it waits for ends.
    func note(_ reason: RequestSlot.End, at exchange: ExchangeID) {
        inbox.withLock { $0.workforce.note(reason, at: exchange) }
    }

    /// Sees to it that nobody goes on with an exchange: a request that waits is answered by nobody,
    /// the task of another one is cancelled.
    ///
    /// - Returns: Whether there is a task that has still to return from it.
    func giveUp(_ exchange: ExchangeID) -> Bool {
        let withdrawn = inbox.withLock { $0.workforce.withdraw(exchange) }
        return withdrawn == nil && cancel(exchange)
    }

    /// Cancels the task of an exchange, which goes on to its end.
    ///
    /// - Returns: Whether there is one; a request for which there is none yet will be answered.
    @discardableResult
    func cancel(_ exchange: ExchangeID) -> Bool {
        guard let task = inbox.withLock({ $0.workforce.cancel(exchange) }) else { return false }
        task.cancel()
        return true
    }

    /// Lets all waiting tasks end.
    func dismissWorkers() {
        while let worker = inbox.withLock({ $0.workforce.takeIdle() }) {
            worker.resume(goingOn: false)
        }
    }

    // MARK: - Tasks

    /// The next request for a task.
    func takeAssignment(for worker: Int) -> Assignment? {
        inbox.withLock { $0.workforce.take(for: worker) }
    }

    /// Leaves an answer for the reactor, and takes the next request.
    func finish(
        _ exchange: ExchangeID,
        _ response: consuming Response,
        as worker: Int
    ) -> Assignment? {
        var response: Response? = response
        let (next, mustWake) = inbox.withLock { inbox -> (Assignment?, Bool) in
            inbox.workforce.finish(worker)
            if inbox.isFinished { return (nil, false) }
            if let response = response.take() {
                inbox.work.answers.append(Answer(exchange: exchange, response: response))
            }
            defer { inbox.isAsleep = false }
            return (inbox.workforce.take(for: worker), inbox.isAsleep)
        }
        if mustWake { poller.waker.wake() }
        return next
    }

    /// Notes that an answer was given in pieces, or cannot be, and takes the next request.
    func leave(_ exchange: ExchangeID, as worker: Int) -> Assignment? {
        inbox.withLock { $0.workforce.finish(worker) }
        post(.leave(exchange))
        return takeAssignment(for: worker)
    }

    /// Keeps a task waiting until there is something to do again, or lets it end.
    func rest(_ worker: Int, _ idleWorker: IdleWorker) {
        let isKept = inbox.withLock { inbox in
            !inbox.isFinished && inbox.workforce.keep(worker, idleWorker)
        }
        if !isKept { idleWorker.resume(goingOn: false) }
    }

    /// Notes that a task ends.
    func retire(_ worker: Int) {
        inbox.withLock { $0.workforce.retire(worker) }
    }
}
