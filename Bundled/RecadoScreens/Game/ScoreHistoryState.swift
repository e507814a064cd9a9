// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the list of the player's own scores.
public struct ScoreHistoryState: Sendable {
    /// The scores, in the order in which they were requested.
    public private(set) var scores = CallState<[Score]>()

    /// Creates a list that has not been read yet.
    public init() {}

    /// The best of the scores; the older score if two are equal, and `nil` if no score has a total.
    public var best: Score? {
        (scores.value ?? []).filter { $0.total != nil }.min {
            ($1.total ?? .min, $0.id) < ($0.total ?? .min, $1.id)
        }
    }

    /// Returns a score as a percentage of the best score, from 0 to 100; 0 for a total below 1.
    ///
    /// - Parameter score: One of the scores.
    /// - Returns: The percentage.
    public func share(of score: Score) -> Int {
        guard let best = best?.total, best > 0, let total = score.total, total > 0 else { return 0 }
        return min(100, max(1, Int(100 * (Double(total) / Double(best)))))
    }

    /// Begins to read the scores.
    ///
    /// - Returns: The ticket to pass to `finish` when the call ends.
    public mutating func begin() -> CallState<[Score]>.Ticket { scores.begin() }

    /// Records the result of reading the scores.
    ///
    /// - Parameters:
    ///   - ticket: The ticket that `begin()` returned.
    ///   - result: The scores or the error.
    public mutating func finish(
        _ ticket: CallState<[Score]>.Ticket,
        with result: Result<[Score], ScreenError>
    ) {
        scores.finish(ticket, with: result)
    }
}
