// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP

/// The notation of a list of scores, which is written all at once or in batches.
struct ScoreList: Sendable {
    /// The bytes before the first score; those between two scores and after the last one follow.
    let opening: [UInt8]
    let separator: [UInt8]
    let closing: [UInt8]
    /// Writes a score.
    let append: @Sendable (Score, inout [UInt8]) -> Void

    static let json = ScoreList(
        opening: Array("[".utf8),
        separator: Array(",".utf8),
        closing: Array("]".utf8)
    ) { ScoreText.append($0, to: &$1) }

    static let xml = ScoreList(
        opening: Array((ScoreText.declaration + "<scores type=\"array\">\n").utf8),
        separator: [],
        closing: Array("</scores>\n".utf8)
    ) { ScoreText.append($0, indentation: "  ", to: &$1) }

    /// The whole list.
    func text(of scores: [Score]) -> [UInt8] { opening + text(of: scores, isFirst: true) + closing }

    /// The text of some scores of the list: the first ones, or later ones.
    func text(of scores: [Score], isFirst: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(scores.count * 128)
        for (index, score) in scores.enumerated() {
            if index > 0 || !isFirst { text += separator }
            append(score, &text)
        }
        return text
    }
}

/// A list of scores as content that is made while it is read, so that only one batch is in memory.
///
/// Each batch is read separately: a score that is added, changed or removed meanwhile may be in the
/// list or not. If the store fails, the content breaks off, so that clients notice that it is
/// incomplete.
actor ScoreListSource: ContentSource {
    nonisolated var length: Int? { nil }

    private let scores: ScoresService
    private let list: ScoreList
    /// The scores to come, until the last is read.
    private var rest: RowRange?
    private var state = State.unopened

    private enum State { case unopened, opened, begun, closed }

    init(_ scores: ScoresService, _ list: ScoreList, _ range: RowRange) {
        self.scores = scores
        self.list = list
        rest = range
    }

    func next() async throws -> [UInt8]? {
        if state == .unopened {
            state = .opened
            return list.opening
        }
        if let range = rest {
            let isFirst = state == .opened
            let next = try await scores.text(of: range, in: list, isFirst: isFirst)
            rest = next.rest
            if !next.text.isEmpty {
                state = .begun
                return next.text
            }
        }
        if state == .closed { return nil }
        state = .closed
        return list.closing
    }
}
