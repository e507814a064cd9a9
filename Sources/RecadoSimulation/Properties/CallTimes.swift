// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The durations of calls, to check that each call ended by its deadline, and that calls are as
/// fast after a fault as before it.
public final class CallTimes: Sendable {
    private struct Call {
        let begin: ContinuousClock.Instant
        let time: Duration
        let isAnswered: Bool
    }

    private let calls = Mutex<[Call]>([])

    /// Creates a record without calls.
    public init() {}

    /// Makes a call, and records its duration.
    ///
    /// - Parameter body: Makes the call; if it throws, the call counts as not answered.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    @discardableResult
    public func record<Value>(_ body: () async throws -> Value) async throws -> Value {
        let begin = ContinuousClock.now
        do {
            let value = try await body()
            add(Call(begin: begin, time: .now - begin, isAnswered: true))
            return value
        } catch {
            add(Call(begin: begin, time: .now - begin, isAnswered: false))
            throw error
        }
    }

    private func add(_ call: Call) { calls.withLock { $0.append(call) } }

    /// Checks that every call ended in time, answered or not.
    ///
    /// - Parameter deadline: The longest time that a call may take.
    /// - Throws: ``BrokenProperty`` for a call that took longer.
    public func check(deadline: Duration) throws(BrokenProperty) {
        let longest = calls.withLock { $0.map(\.time).max() } ?? .zero
        guard longest > deadline else { return }
        throw BrokenProperty(
            "every call ends by its deadline",
            "one took \(longest); expected at most \(deadline)"
        )
    }

    /// Checks that calls after a fault are answered, and about as fast as before it.
    ///
    /// - Parameters:
    ///   - fault: The time at which the fault began.
    ///   - recovery: The time by which the service must have recovered.
    ///   - factor: The greatest allowed ratio of the median durations after and before the fault.
    /// - Throws: ``BrokenProperty`` if no call began after the recovery, if such a call was not
    ///   answered, or if the ratio exceeds `factor`.
    public func check(
        before fault: ContinuousClock.Instant,
        after recovery: ContinuousClock.Instant,
        factor: Double = 2
    ) throws(BrokenProperty) {
        let calls = calls.withLock(\.self)
        let (former, later) = (
            calls.filter { $0.begin + $0.time <= fault }, calls.filter { $0.begin >= recovery }
        )
        let failures = later.count { !$0.isAnswered }
        guard !later.isEmpty, failures == 0 else {
            throw BrokenProperty(
                "load goes back to normal",
                "\(failures) of \(later.count) calls after the fault had no answer"
            )
        }
        let (usual, now) = (Self.median(former), Self.median(later))
        guard now > usual * factor else { return }
        throw BrokenProperty(
            "load goes back to normal",
            "calls take \(now) after the fault, and took \(usual) before it"
        )
    }

    private static func median(_ calls: [Call]) -> Duration {
        let times = calls.map(\.time).sorted()
        return times.isEmpty ? .zero : times[times.count / 2]
    }
}
