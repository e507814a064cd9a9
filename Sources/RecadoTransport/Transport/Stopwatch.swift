// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Measures the time since its creation with any clock.
///
/// Middleware stores a stopwatch instead of a clock, because it could store the instants of a clock
/// only if it knew the type of that clock.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void
    private let isContinuous: Bool

    package init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    private init<C: Clock>(opening clock: C) where C.Duration == Duration {
        let start = clock.now
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        isContinuous = C.self == ContinuousClock.self
    }

    /// The time since the creation of the stopwatch.
    package var now: Duration { read() }

    /// Waits for a duration; throws as soon as the task is cancelled.
    package func sleep(for duration: Duration) async throws {
        try await wait(duration)
    }

    /// Calls a function after a delay, unless the call is cancelled earlier.
    ///
    /// - Parameters:
    ///   - delay: The delay.
    ///   - fire: The function, called at most once; it must return soon, because other timers may
    ///     wait for it.
    /// - Returns: A function that cancels the call.
    package func schedule(
        after delay: Duration,
        _ fire: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        if isContinuous { return TimerQueue.continuous.schedule(after: delay, fire).cancel }
        // Sleeps on the clock itself, because a test's clock must know which tasks are sleeping.
        let task = Task { [self] in
            if (try? await sleep(for: delay)) != nil { fire() }
        }
        return task.cancel
    }
}

extension Timeouts {
    /// Returns the timeouts that remain for the rest of a call after `spent` has passed.
    package func after(_ spent: Duration) -> Timeouts {
        var timeouts = self
        timeouts.total = total.map { max($0 - spent, .zero) }
        return timeouts
    }
}

extension Duration {
    /// The duration in seconds, as a number for calculations.
    package var inSeconds: Double { self / .seconds(1) }

    /// The duration for people to read, with at most two decimal places: `1.25 s`.
    package var brief: String {
        let hundredths = (inSeconds * 100).rounded()
        guard hundredths.magnitude < 1e15 else { return "\(self)" }
        let (whole, rest) = Int(hundredths).quotientAndRemainder(dividingBy: 100)
        let digits = rest.magnitude < 10 ? "0\(rest.magnitude)" : "\(rest.magnitude)"
        return rest == 0 ? "\(whole) s" : "\(whole).\(digits) s"
    }
}
