// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The tasks of a loop, the requests that wait for one of them, and who is at which.
///
/// A task takes one request after another, and waits only when there is none left: between two
/// requests it is neither suspended nor resumed, and a connection between two requests owns no task.
///
/// It is used under the lock of its loop. What is given up, and tasks that are to be cancelled, are
/// returned: to release the one and to cancel the other can lead to the loop again.
struct Workforce: Sendable {
    /// The most tasks that are kept waiting.
    private static let keptWorkers = 512

    private struct Worker {
        var task: Task<Void, Never>?
        var slot: RequestSlot?
        /// What it is at.
        var exchange: ExchangeID?
        /// A client that has gone has cancelled it: nobody else is to be served so.
        var isCancelled = false
    }

    private var entries: ContiguousArray<Assignment?> = []
    private var next = 0
    private var workers: ContiguousArray<Worker> = []
    private var vacancies: [Int] = []
    private var idle: ContiguousArray<IdleWorker> = []

    /// The number of requests for which there is no task yet.
    var waiting: Int { entries.count - next }

    // MARK: - Requests

    mutating func add(_ assignment: Assignment) {
        entries.append(assignment)
    }

    /// Gives a task its next request; `nil` when there is none for it.
    mutating func take(for worker: Int) -> Assignment? {
        guard !workers[worker].isCancelled else { return nil }
        while next < entries.count {
            let assignment = entries[next].take()
            next += 1
            if next == entries.count {
                entries.removeAll(keepingCapacity: true)
                next = 0
            }
            guard let assignment else { continue }
            workers[worker].exchange = assignment.exchange
            return assignment
        }
        return nil
    }

    /// Takes a request back for which there is no task yet.
    mutating func withdraw(_ exchange: ExchangeID) -> Assignment? {
        for place in next..<entries.count where entries[place]?.exchange == exchange {
            return entries[place].take()
        }
        return nil
    }

    /// Lets the task of an exchange know why nobody waits for its answer.
    func note(_ reason: RequestSlot.End, at exchange: ExchangeID) {
        workers.first { $0.exchange == exchange }?.slot?.giveUp(reason)
    }

    /// The task of an exchange, if there is one yet, which is to be cancelled.
    mutating func cancel(_ exchange: ExchangeID) -> Task<Void, Never>? {
        guard let worker = workers.firstIndex(where: { $0.exchange == exchange }) else {
            return nil
        }
        workers[worker].isCancelled = true
        workers[worker].slot?.noteHalfClosed()
        return workers[worker].task
    }

    /// Notes that a task is at nothing any more.
    mutating func finish(_ worker: Int) { workers[worker].exchange = nil }

    // MARK: - Tasks

    /// Makes a place for a task.
    mutating func hire(with slot: RequestSlot) -> Int {
        let worker = Worker(slot: slot)
        guard let place = vacancies.popLast() else {
            workers.append(worker)
            return workers.count - 1
        }
        workers[place] = worker
        return place
    }

    mutating func settle(_ task: Task<Void, Never>, at worker: Int) { workers[worker].task = task }

    /// Notes that a task ends.
    mutating func retire(_ worker: Int) {
        workers[worker] = Worker()
        vacancies.append(worker)
    }

    /// Keeps a task that has found nothing to do.
    ///
    /// - Returns: Whether it is kept; it ends if not.
    mutating func keep(_ worker: Int, _ idleWorker: IdleWorker) -> Bool {
        guard !workers[worker].isCancelled, idle.count < Self.keptWorkers else { return false }
        idle.append(idleWorker)
        return true
    }

    /// A task that waits, the last one first: what it has used is still at hand.
    mutating func takeIdle() -> IdleWorker? { idle.popLast() }
}
