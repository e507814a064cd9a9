// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lines about repeated failures: the first of a kind at once, and then, once a second, the number
/// of further ones.
///
/// A kind is forgotten after a second without a report, so that the next one is a new outage. Kinds
/// must be few: each takes a line a second.
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

    /// The number of kinds with recent reports.
    var kindCount: Int { state.withLock { $0.counts.count } }

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures the seconds.
    ///   - write: Writes a line, given without its line end.
    init(
        clock: any Clock<Duration> = ContinuousClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.clock = clock
        self.write = write
    }

    /// Writes a line; if one of its kind was written just before, only counts it.
    func report(_ line: @autoclosure () -> String, of kind: Kind) {
        let isFirst = state.withLock { state in
            // Nothing would write the count any more.
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

    /// Writes the counts so far; later reports are not written.
    func finish() {
        let counts = state.withLock { state in
            state.isFinished = true
            defer { state.counts = [:] }
            return state.counts
        }
        for (kind, count) in counts where count > 0 { write(Self.line(count, kind)) }
    }

    /// Writes the count once a second, until a second passes without a report.
    private func count(_ kind: Kind) async {
        while true {
            // This is never cancelled; but a clock that cannot sleep must not cause endless
            // writing.
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
