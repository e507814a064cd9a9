// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoContracts

/// The state of the list of the best three scores.
public struct Top3State: Sendable {
    /// The phases of reading the scores.
    public enum Phase: Sendable, Hashable {
        /// No call has been made yet.
        case idle
        /// The answer is being downloaded.
        case downloading
        /// The answer has arrived and is being decoded.
        case analysing
        /// The scores are up to date.
        case upToDate
        /// The latest answer was not a list of scores; the scores of an earlier answer are shown.
        case outdated(ScreenError)
        /// The answer was not a list of scores, and there are no earlier scores to show.
        case wrongData(ScreenError)
        /// The service cannot be reached at its address.
        case connectionFailed(ScreenError)
        /// The call failed for another reason.
        case failed(ScreenError)
    }

    /// The format or protocol in which the scores are read.
    public var way = ScoreCalls.ReadingWay.json
    /// The current phase.
    public private(set) var phase = Phase.idle
    /// The scores, the best first; they are kept if a later call fails.
    public private(set) var scores: [Score]
    /// True while the service reports changes live.
    public private(set) var isLive = false

    private var call: CallState<[Score]>
    private var settled = Phase.idle

    /// Creates the state of a list that has not been read yet.
    ///
    /// - Parameters:
    ///   - scores: Scores that were read earlier; none by default.
    ///   - way: The format or protocol in which to read the scores; JSON by default.
    public init(_ scores: [Score] = [], by way: ScoreCalls.ReadingWay = .json) {
        self.scores = scores
        self.way = way
        call = CallState()
    }

    /// The error of the latest call; `nil` if the call did not fail.
    public var error: ScreenError? {
        switch phase {
        case .outdated(let error), .wrongData(let error), .connectionFailed(let error),
            .failed(let error):
            error
        case .idle, .downloading, .analysing, .upToDate: nil
        }
    }

    /// True if the button that reads the scores again is enabled.
    public var canRefresh: Bool { !call.isLoading }

    /// Begins to read the scores.
    ///
    /// - Returns: The ticket to pass to `finish` when the call ends.
    public mutating func begin() -> CallState<[Score]>.Ticket {
        if !call.isLoading { settled = phase }
        phase = .downloading
        return call.begin()
    }

    /// Records that the answer has arrived and is being decoded.
    public mutating func analyse() {
        if phase == .downloading { phase = .analysing }
    }

    /// Records the result of reading the scores.
    ///
    /// - Parameters:
    ///   - ticket: The ticket that `begin()` returned.
    ///   - result: The scores or the error.
    public mutating func finish(
        _ ticket: CallState<[Score]>.Ticket,
        with result: Result<[Score], ScreenError>
    ) {
        guard call.finish(ticket, with: result) else { return }
        switch result {
        case .success(let scores):
            self.scores = scores
            phase = .upToDate
        case .failure(let error):
            switch error.kind {
            case .cancelled: phase = settled
            case .unreadable, .tooLarge:
                phase = scores.isEmpty ? .wrongData(error) : .outdated(error)
            case .unreachable: phase = .connectionFailed(error)
            default: phase = .failed(error)
            }
        }
    }

    /// Cancels the call under way, and restores the phase before the call.
    public mutating func cancel() {
        guard call.isLoading else { return }
        call.cancel()
        phase = settled
    }

    /// Shows scores that arrived live; they are newer than the result of any call under way.
    ///
    /// - Parameter scores: The scores.
    public mutating func take(_ scores: [Score]) {
        call.cancel()
        self.scores = scores
        phase = .upToDate
        isLive = true
    }

    /// Records that the live stream has ended.
    public mutating func endLive() {
        isLive = false
    }
}
