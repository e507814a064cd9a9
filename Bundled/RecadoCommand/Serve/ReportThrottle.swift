// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lines about what keeps failing: the first of a kind at once, then how
/// many followed, once a second.
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

    /// The number of kinds that are reported just now.
    var kindCount: Int { state.withLock { $0.counts.count } }

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - clock: Measures the seconds.
    ///   - write: Takes a line, without its end.
    init(
        clock: any Clock<Duration> = ContinuousClock(),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.clock = clock
        self.write = write
    }

    /// Writes a line, unless one of its kind was written just now: it then counts.
    func report(_ line: @autoclosure () -> String, of kind: Kind) {
        let isFirst = state.withLock { state in
            // Nobody would count any more.
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

    /// Writes what has been counted; what is reported from now on is not written.
    func finish() {
        let counts = state.withLock { state in
            state.isFinished = true
            defer { state.counts = [:] }
            return state.counts
        }
        for (kind, count) in counts where count > 0 { write(Self.line(count, kind)) }
    }

    /// Writes the count of each second until nothing is reported for one.
    private func count(_ kind: Kind) async {
        while true {
            // Nobody cancels this; a clock that cannot sleep must not have it write without end.
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
