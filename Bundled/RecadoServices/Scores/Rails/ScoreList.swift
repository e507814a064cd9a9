// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoHTTP

/// The format of a list of scores, such as JSON; the list is written all at once or in batches.
struct ScoreList: Sendable {
    /// The bytes before the first score; `separator` holds the bytes between two scores, and
    /// `closing` the bytes after the last score.
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

    /// Returns the text of the whole list.
    func text(of scores: [Score]) -> [UInt8] { opening + text(of: scores, isFirst: true) + closing }

    /// Returns the text of some scores of the list; if `isFirst` is false, it begins with a
    /// separator.
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

/// A list of scores as content that is generated while it is sent, so that only one batch is in
/// memory.
///
/// Each batch is read separately: a score that is added, changed or removed meanwhile may or may
/// not be in the list. If the store fails, the content ends early, so that clients notice that the
/// list is incomplete.
actor ScoreListSource: ContentSource {
    nonisolated var length: Int? { nil }

    private let scores: ScoresService
    private let list: ScoreList
    /// The range of the scores still to read; `nil` at the end.
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
