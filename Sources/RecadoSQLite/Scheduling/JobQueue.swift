// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoStore
import RecadoThreads
import Synchronization

/// A queue of calls with a limited length, from which threads take calls.
final class JobQueue: DelayedWakeup {
    /// The outcome when a thread asks for calls.
    enum Taken: Sendable {
        /// Calls to run.
        case jobs([Job])
        /// No call arrived within the time limit.
        case nothing
        /// The queue is closed and empty, so the thread can end.
        case closed
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        /// The number of calls that have been added in total.
        var arrivals = 0
        var sleepers = 0
        /// True if a thread was chosen to be woken and has not reached the queue yet.
        var isComing = false
        var timing = WakeupTiming()
        /// The number of open promises; each stands for calls that an event loop has accepted and
        /// may still add to the queue.
        var promises = 0
        var isRefusing = false
        var isClosed = false

        /// Returns true if a thread must be woken now.
        ///
        /// Only one thread is woken at a time. After that thread has taken some calls, it wakes the
        /// next thread if calls remain.
        mutating func mustRing() -> Bool {
            guard !jobs.isEmpty, sleepers > 0, !isComing else { return false }
            sleepers -= 1
            isComing = true
            return true
        }
    }

    private let limit: Int
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// Adds a call.
    ///
    /// - Parameters:
    ///   - job: The call.
    ///   - turns: The turns of the calling thread: another thread is woken at the end of the
    ///     current turn, or at once if `turns` is `nil` or many calls wait.
    ///   - isPromised: True for a call that an event loop accepted under a ``promise()``; it is
    ///     accepted here even while other calls are refused.
    /// - Returns: The reason why the call was refused; `nil` if it was accepted.
    func append(
        _ job: Job,
        in turns: ThreadTurns? = ThreadTurns.current,
        isPromised: Bool = false
    ) -> StoreError? {
        let result = state.withLock { state -> Result<WakeupTiming.Moment, StoreError> in
            guard isPromised || !state.isRefusing else {
                return .failure(StoreError(.closed, "the store is closed"))
            }
            guard state.jobs.count < limit else {
                return .failure(StoreError(.overloaded, "\(limit) calls are waiting already"))
            }
            state.jobs.append(job)
            state.arrivals += 1
            let mustRing = state.mustRing()
            return .success(
                state.timing.moment(isAsleep: mustRing, for: state.jobs.count, in: turns)
            )
        }
        switch result {
        case .failure(let refusal): return refusal
        case .success(.never): break
        case .success(.now): bell.signal()
        case .success(.atEndOfTurn): turns?.delay(self)
        }
        return nil
    }

    /// Wakes the thread whose wakeup was delayed, unless no call is left and the queue is open.
    func wakeUp() {
        let ring = state.withLock { state in
            guard state.timing.end() else { return false }
            guard state.jobs.isEmpty, !state.isClosed else { return true }
            // Another thread, which was awake, has already taken all calls.
            state.isComing = false
            state.sleepers += 1
            return false
        }
        if ring { bell.signal() }
    }

    /// Takes calls from the front, and sleeps while there are none.
    ///
    /// Only the queue of a single thread may use a time limit: with several threads, the thread
    /// that times out may not be the thread for which the semaphore was signaled.
    func take(upTo count: Int, within time: Duration?) -> Taken {
        var hasSlept = false
        while true {
            let (taken, ring) = state.withLock { state -> (Taken?, Bool) in
                if hasSlept { state.isComing = false }
                if !state.jobs.isEmpty {
                    let jobs = Array(state.jobs.prefix(count))
                    state.jobs.removeFirst(jobs.count)
                    return (.jobs(jobs), state.mustRing())
                }
                if state.isClosed, state.promises == 0 { return (.closed, false) }
                state.sleepers += 1
                return (nil, false)
            }
            if ring { bell.signal() }
            if let taken { return taken }
            hasSlept = true
            guard let time else {
                bell.wait()
                continue
            }
            guard bell.wait(timeout: .now() + time.dispatchInterval) == .timedOut else { continue }
            let isEmpty = state.withLock { state in
                state.sleepers = 0
                return state.jobs.isEmpty && !state.isClosed
            }
            if isEmpty { return .nothing }
        }
    }

    /// The number of calls that have been added in total.
    var arrivals: Int { state.withLock { $0.arrivals } }

    /// Takes the first call if it is a read that was added before a given moment, and never sleeps.
    ///
    /// - Parameter moment: The value of `arrivals` at that moment.
    /// - Returns: The call; `nil` if the first call is not such a read, or if the queue is empty.
    func takeRead(before moment: Int) -> Job? {
        let (job, ring) = state.withLock { state -> (Job?, Bool) in
            guard let first = state.jobs.first, first.kind == .read,
                state.arrivals - state.jobs.count < moment
            else { return (nil, false) }
            state.jobs.removeFirst()
            return (first, state.mustRing())
        }
        if ring { bell.signal() }
        return job
    }

    // MARK: - Promises

    /// Makes a promise: threads do not end until the calls that an event loop has accepted have
    /// been added.
    ///
    /// - Returns: True if such calls will be accepted; `false` if the queue refuses new calls.
    func promise() -> Bool {
        state.withLock { state in
            if !state.isRefusing { state.promises += 1 }
            return !state.isRefusing
        }
    }

    /// Ends a promise after all of its calls have been added.
    func keepPromise() {
        let sleepers = state.withLock { state in
            state.promises -= 1
            guard state.isClosed, state.promises == 0 else { return 0 }
            defer { state.sleepers = 0 }
            return state.sleepers
        }
        for _ in 0..<sleepers { bell.signal() }
    }

    // MARK: - Ending

    /// Refuses new calls; calls that already wait are still served.
    func refuse() {
        state.withLock { $0.isRefusing = true }
    }

    /// Refuses new calls, and ends the threads once the queue is empty.
    func close() {
        let sleepers = state.withLock { state in
            state.isRefusing = true
            state.isClosed = true
            defer { state.sleepers = 0 }
            return state.sleepers
        }
        for _ in 0..<sleepers { bell.signal() }
    }
}

extension Duration {
    /// The duration as Dispatch represents it, limited to about 270 years.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let bounded = min(max(seconds, 0), 1 << 33)
        return .nanoseconds(Int(bounded) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
