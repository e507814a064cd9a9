// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RecadoStore
import RecadoThreads
import Synchronization

/// Calls in their order, up to a limit, for threads that wait for them.
final class JobQueue: DelayedWakeup {
    /// The result when a thread takes calls.
    enum Taken: Sendable {
        /// Calls to run.
        case jobs([Job])
        /// No call came within the time.
        case nothing
        /// No more calls will come.
        case closed
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        /// The number of calls that have ever come.
        var arrivals = 0
        var sleepers = 0
        /// True if a thread that was woken, or is to be woken, has not arrived yet.
        var isComing = false
        var timing = WakeupTiming()
        /// The number of promises that calls accepted elsewhere are still to come.
        var promises = 0
        var isRefusing = false
        var isClosed = false

        /// Returns true if a thread is to be woken now.
        ///
        /// Only one thread is on its way at a time. When it has taken calls and some are left, it
        /// wakes the next one; by then a single thread may have done them all.
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
    ///   - turns: The turns of the calling thread; another thread is woken at the end of the
    ///     current turn, or at once with `nil` or when many calls wait.
    ///   - isPromised: True if the call was accepted before the queue refused others.
    /// - Returns: The reason why it was refused; `nil` if it was accepted.
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
        case .success(.atEndOfTurn): turns?.putOff(self)
        }
        return nil
    }

    /// Wakes the thread whose waking was put off, unless that is no longer needed.
    func wakeUp() {
        let ring = state.withLock { state in
            guard state.timing.end() else { return false }
            guard state.jobs.isEmpty, !state.isClosed else { return true }
            // A thread that was awake has done them all.
            state.isComing = false
            state.sleepers += 1
            return false
        }
        if ring { bell.signal() }
    }

    /// Takes calls from the front, and sleeps while there are none.
    ///
    /// Only the queue of a single thread may use a time limit: with several, a sleeper that gives
    /// up could be another one than the thread for which the bell rang.
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

    /// The number of calls that have come so far.
    var arrivals: Int { state.withLock { $0.arrivals } }

    /// Takes the first call if it reads and came before a certain moment; never sleeps.
    ///
    /// - Parameter moment: The moment, as the number of calls that had come by then.
    /// - Returns: The call.
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

    /// Keeps the threads at work until calls have come that were accepted elsewhere.
    ///
    /// - Returns: True if such calls may come; `false` once new calls are refused.
    func promise() -> Bool {
        state.withLock { state in
            if !state.isRefusing { state.promises += 1 }
            return !state.isRefusing
        }
    }

    /// Ends a promise: all of its calls have come.
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

    /// Refuses new calls; those that wait are still served.
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
    /// The time as Dispatch takes it, limited to some centuries.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        let bounded = min(max(seconds, 0), 1 << 33)
        return .nanoseconds(Int(bounded) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
