// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoScreens
import Testing

@Suite
struct `The history of scores` {
    private func score(_ id: Int, _ total: Int?, at time: String = "2012-09-24T08:15:13Z") -> Score
    {
        Score(id: id, name: "Ana", total: total, createdAt: time)
    }

    private func state(_ scores: [Score]) -> ScoreHistoryState {
        var state = ScoreHistoryState()
        let ticket = state.begin()
        state.finish(ticket, with: .success(scores))
        return state
    }

    @Test func `finds the best score, or the older of two equal ones`() {
        let all = [score(4, 7), score(3, nil), score(2, 9), score(1, 9)]
        #expect(state(all).best?.id == 1)
        #expect(state([score(1, nil)]).best == nil)
        #expect(state([]).best == nil)
    }

    @Test(
        arguments: [
            (9, 100), (0, 0), (-3, 0), (1, 11), (nil, 0),
        ] as [(Int?, Int)]
    )
    func `shows each score as a percentage of the best`(total: Int?, share: Int) {
        let one = score(2, total)
        #expect(state([one, score(1, 9)]).share(of: one) == share)
    }

    @Test func `computes percentages of extreme integers without overflow`() {
        let (greatest, least) = (score(1, .max), score(2, .min))
        #expect(state([greatest, least]).share(of: greatest) == 100)
        #expect(state([greatest, least]).share(of: score(3, 1)) == 1)
        #expect(state([least]).share(of: least) == 0)
    }

    @Test(
        arguments: [
            ("2012-09-24T08:15:13Z", 1_348_474_513), ("2012-09-31T08:15:13Z", nil),
            ("2012-09-24 08:15:13", nil), ("", nil), ("２012-09-24T08:15:13Z", nil),
            ("2012-09-24T08:15:61Z", nil),
        ] as [(String, Int64?)]
    )
    func `parses the creation time of a score`(text: String, seconds: Int64?) {
        #expect(score(1, 1, at: text).creationTime == seconds)
    }
}
