// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock whose time passes only when a test advances it.
///
/// ```swift
/// let clock = VirtualClock()
/// let middleware = ClientMiddleware.standard { $0.clock = clock }
/// let client = Client(base: base, transport: faulty, middleware: middleware)
/// async let film: Film = client.get("films/7")
/// await clock.sleepers(1)             // the first attempt has failed
/// clock.advance(by: .seconds(1))      // and here comes the second one
/// ```
///
/// A clock that is created with `jumps: true` is simpler to use: a sleep takes no real time, and
/// moves the clock to the end of the sleep. Use such a clock for one task at a time, because the
/// sleeps of several tasks would add up.
public final class VirtualClock: Clock {
    /// A time on a virtual clock.
    public struct Instant: InstantProtocol {
        /// The time on the clock since its creation.
        public var offset: Duration

        /// Creates an instant at a duration after the creation of the clock.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// Returns the instant that is later than this one by a duration.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// Returns the time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns true if the first instant is earlier than the second.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Observer {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastIdentifier = 0
        var sleepers: [Int: Sleeper] = [:]
        var observers: [Observer] = []
        var sleeps: [Duration] = []

        mutating func satisfiedObservers() -> [Observer] {
            let count = sleepers.count
            let satisfied = observers.filter { $0.count <= count }
            observers.removeAll { $0.count <= count }
            return satisfied
        }
    }

    private let jumps: Bool
    private let state = Mutex(State())

    /// Creates a clock at zero.
    ///
    /// - Parameter jumps: True if a sleep moves the clock instead of waiting for ``advance(by:)``.
    public init(jumps: Bool = false) {
        self.jumps = jumps
    }

    /// The current time of the clock.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero, because every instant is exact.
    public var minimumResolution: Duration { .zero }

    /// The requested duration of each sleep so far, in the order in which the sleeps began.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// The number of tasks that sleep on the clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    // MARK: - Moving time

    /// Moves the time forward and wakes the tasks whose sleep is over, the earliest deadline first.
    ///
    /// - Parameter duration: The time that passes.
    public func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            let now = state.now.advanced(by: duration)
            state.now = now
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for identifier in due.keys { state.sleepers[identifier] = nil }
            return due.sorted {
                ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key)
            }.map(\.value)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until at least the given number of tasks sleep on the clock.
    ///
    /// - Parameter count: The number of tasks to wait for.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let satisfied = state.withLock { state in
                state.observers.append(Observer(count: count, continuation: continuation))
                return state.satisfiedObservers()
            }
            for observer in satisfied { observer.continuation.resume() }
        }
    }

    // MARK: - Sleeping

    /// Sleeps until the time on the clock has reached an instant.
    ///
    /// - Parameters:
    ///   - deadline: The instant at which the sleep ends.
    ///   - tolerance: The permitted delay; it is not used.
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let identifier = state.withLock { state in
            state.lastIdentifier += 1
            state.sleeps.append(state.now.duration(to: deadline))
            if jumps { state.now = max(state.now, deadline) }
            return state.lastIdentifier
        }
        if jumps { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(identifier, Sleeper(deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(identifier)
        }
    }

    private func enter(_ identifier: Int, _ sleeper: Sleeper) {
        let (isCancelled, isDue, satisfied) = state.withLock { state in
            // If the task was cancelled earlier, the cancellation handler has already run, and
            // found no sleeper to resume.
            let isCancelled = Task.isCancelled
            let isDue = sleeper.deadline <= state.now
            if !isCancelled, !isDue { state.sleepers[identifier] = sleeper }
            return (isCancelled, isDue, state.satisfiedObservers())
        }
        for observer in satisfied { observer.continuation.resume() }
        if isCancelled {
            sleeper.continuation.resume(throwing: CancellationError())
        } else if isDue {
            sleeper.continuation.resume()
        }
    }

    private func cancel(_ identifier: Int) {
        let sleeper = state.withLock { $0.sleepers.removeValue(forKey: identifier) }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
