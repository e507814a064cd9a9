// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
package import RecadoTransport
import Synchronization

/// The time by which all calls of a task must be finished.
///
/// The calls of the task and of its child tasks must finish by then: their total timeout becomes
/// the remaining time, which covers all attempts, delays and queues. If a call exceeds the
/// deadline, its error shows how the time was spent.
///
/// ```swift
/// try await withDeadline(.seconds(5)) {
///     let film: Film = try await client.get("films/7")
///     let director: Person = try await client.get("people/\(film.director)")
/// }
/// ```
public struct Deadline: Sendable {
    /// The phases, besides the transfer itself, in which a call spends time.
    package enum Phase: String, Sendable, Hashable, CaseIterable {
        case delays = "between attempts"
        case rateLimit = "for a rate limit"
        case queue = "in a queue"
        case token = "for a token"
    }

    /// The deadline of the current task.
    @TaskLocal
    public static var current: Deadline?

    /// The time from the creation of the deadline to its end.
    public let budget: Duration
    private let stopwatch: Stopwatch
    private let start: Duration
    private let times = PhaseTimes()

    /// Creates a deadline.
    ///
    /// - Parameters:
    ///   - budget: The time, counted from now.
    ///   - clock: The clock that measures the time.
    public init(_ budget: Duration, clock: any Clock<Duration> = ContinuousClock()) {
        self.budget = budget
        stopwatch = Stopwatch(clock)
        start = stopwatch.now
    }

    /// The time that remains, at least zero.
    public var remaining: Duration { max(budget - (stopwatch.now - start), .zero) }

    /// A report on how the time was spent: `5 s are over: 3 s between attempts, 2 s in transfers`.
    var account: String {
        let spent = times.spent
        let known = Phase.allCases.compactMap { phase in
            spent[phase].map { (phase.rawValue, $0) }
        }
        let rest = budget - remaining - known.reduce(.zero) { $0 + $1.1 }
        let parts = known + [("in transfers and elsewhere", max(rest, .zero))]
        let texts = parts.filter { $0.1 > .zero }.map { "\($0.1.brief) \($0.0)" }
        return "\(budget.brief) are over: \(texts.joined(separator: ", "))"
    }

    private final class PhaseTimes: Sendable {
        private let entries = Mutex<[Phase: Duration]>([:])

        var spent: [Phase: Duration] { entries.withLock { $0 } }

        func add(_ duration: Duration, to phase: Phase) {
            entries.withLock { $0[phase, default: .zero] += duration }
        }
    }

    /// Performs an operation; if the task has a deadline, the duration of the operation is added to
    /// the deadline's report.
    package static func spending<Output: Sendable>(
        _ phase: Phase,
        _ stopwatch: Stopwatch,
        _ operation: () async throws -> Output
    ) async rethrows -> Output {
        guard let deadline = current else { return try await operation() }
        let start = stopwatch.now
        defer { deadline.times.add(stopwatch.now - start, to: phase) }
        return try await operation()
    }
}

/// Performs an operation with a time limit for the calls in it.
///
/// The deadline limits only calls; other code is not interrupted. If the task already has a
/// deadline, the earlier of the two applies.
///
/// - Parameters:
///   - budget: The time for the operation.
///   - clock: The clock that measures the time.
///   - operation: The operation.
/// - Returns: The result of the operation.
/// - Throws: The errors of the operation.
public func withDeadline<Output: Sendable, Failure: Error>(
    _ budget: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    operation: () async throws(Failure) -> Output
) async throws(Failure) -> Output {
    if let outer = Deadline.current, outer.remaining <= budget { return try await operation() }
    let result = await Deadline.$current.withValue(Deadline(budget, clock: clock)) {
        await Result(awaiting: operation)
    }
    return try result.get()
}
