// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Limits lines about repeated failures: the first of each kind is written at once, and then the
/// number of further failures once a second.
///
/// After a second without a failure, the next one is written at once. There must be few kinds,
/// because each may cause a line every second.
final class ReportThrottle<Kind: Hashable & Sendable>: Sendable {
    private struct State {
        /// The number of reports since the last line, by kind.
        var counts: [Kind: Int] = [:]
        var isFinished = false
    }

    private let interval = Duration.seconds(1)
    private let clock: any Clock<Duration>
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// The number of kinds with recent failures.
    var kindCount: Int { state.withLock { $0.counts.count } }

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures the seconds.
    ///   - write: Writes a line, which has no line break.
    init(
        clock: any Clock<Duration> = ContinuousClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.clock = clock
        self.write = write
    }

    /// Writes a line about a failure, or only counts it if a line of the same kind was written
    /// recently.
    func report(_ line: @autoclosure () -> String, of kind: Kind) {
        let isFirst = state.withLock { state in
            // After `finish()`, nothing would write the count.
            if state.isFinished { return false }
            guard let count = state.counts[kind] else {
                state.counts[kind] = 0
                return true
            }
            state.counts[kind] = count + 1
            return false
        }
        guard isFirst else { return }
        write(line())
        Task { await count(kind) }
    }

    /// Writes the counts; later failures are not written.
    func finish() {
        let counts = state.withLock { state in
            state.isFinished = true
            defer { state.counts = [:] }
            return state.counts
        }
        for (kind, count) in counts where count > 0 { write(Self.line(count, kind)) }
    }

    /// Writes the count once a second, until a second passes without a failure.
    private func count(_ kind: Kind) async {
        while true {
            // This task is never cancelled. But if the clock cannot sleep, the loop must end.
            guard (try? await clock.sleep(for: interval)) != nil else { return }
            let count = state.withLock { state in
                let count = state.counts[kind] ?? 0
                state.counts[kind] = count > 0 ? 0 : nil
                return count
            }
            guard count > 0 else { return }
            write(Self.line(count, kind))
        }
    }

    private static func line(_ count: Int, _ kind: Kind) -> String {
        "\(kind): \(count) more within a second"
    }
}
