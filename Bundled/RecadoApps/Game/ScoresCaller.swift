// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
public import RecadoClient
import RecadoContracts
import Synchronization

/// The scores service as the app calls it.
public struct ScoresCaller: Sendable {
    let client: Client
    private let kept = KeptScores()

    /// Creates a caller.
    ///
    /// - Parameter client: A client whose base is what comes before `/scores`.
    public init(_ client: Client) {
        self.client = client.withWireTap()
    }

    /// The best three as they were read last, by anybody; `nil` before the first time.
    var last: [Score]? { kept.scores.withLock(\.self) }

    /// Reads the best three.
    func top(
        by way: Top3Model.Way,
        _ tape: WireTape
    ) async throws(CallError<Never>) -> [Score] {
        var options = tape.options
        let scores: [Score]
        switch way {
        case .json: scores = try await client.send(TopScores(), with: options)
        case .xml:
            options.format = .xml
            scores = try await client.send(TopScores(), with: options)
        case .soap:
            scores = try await client.soap(Scores.tops3).send(Top3AsXml(), with: options)
        }
        kept.scores.withLock { $0 = scores }
        return scores
    }

    /// Adds a score.
    func add(
        _ draft: ScoreDraft,
        by way: ScoreEntry.Way,
        _ tape: WireTape
    ) async throws(CallError<Never>) -> Score {
        var options = tape.options
        switch way {
        case .json: return try await client.send(CreateScore(draft), with: options)
        case .xml:
            options.format = .xml
            return try await client.send(CreateScore(draft), with: options)
        case .form:
            options.format = .form
            return try await client.post("scores", ScoreForm(score: draft), with: options)
        case .soap:
            return try await client.soap(Scores.play).send(AddScore(draft), with: options)
        }
    }
}

/// What the form of a page sends: `score[name]=Pedro&score[total]=125`.
private struct ScoreForm: Encodable {
    let score: ScoreDraft
}

/// The best three as they were read last.
private final class KeptScores: Sendable {
    let scores = Mutex<[Score]?>(nil)
}
