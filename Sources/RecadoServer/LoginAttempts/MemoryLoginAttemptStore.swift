// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
import Synchronization

/// A store of failed attempts in the memory of this process.
public final class MemoryLoginAttemptStore: LoginAttemptStore {
    /// The most counts that are kept: 100 000, about 30 MB when every name is long.
    ///
    /// At the limit, the counts that would be forgotten first are dropped.
    public static let capacity = 100_000

    private let book: Mutex<LoginAttemptTable>
    private let now: @Sendable () -> Duration

    /// Creates an empty store.
    public convenience init() {
        let start = ContinuousClock.now
        self.init { start.duration(to: .now) }
    }

    /// Creates an empty store that reads the time from a function.
    package init(capacity: Int = capacity, now: @escaping @Sendable () -> Duration) {
        book = Mutex(LoginAttemptTable(capacity: capacity))
        self.now = now
    }

    /// The number of counts that are kept.
    package var count: Int { book.withLock { $0.count } }

    /// Returns the time that must pass before the credentials of an attempt are checked.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - limits: The limits of failures.
    /// - Returns: The time to wait; zero if the credentials may be checked now.
    public func wait(for attempt: LoginAttempt, _ limits: Service.LoginAttemptLimits) -> Duration {
        let now = now()
        return book.withLock { $0.wait(for: attempt, now: now) }
    }

    /// Records the outcome of an attempt, unless the attempt has to wait.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that was made.
    ///   - isRight: True if the credentials were right.
    ///   - limits: The limits of failures.
    /// - Returns: Zero if the client may learn the outcome; otherwise the time to wait.
    public func conclude(
        _ attempt: LoginAttempt,
        isRight: Bool,
        _ limits: Service.LoginAttemptLimits
    ) -> Duration {
        let now = now()
        return book.withLock { $0.conclude(attempt, isRight: isRight, limits, now: now) }
    }
}
