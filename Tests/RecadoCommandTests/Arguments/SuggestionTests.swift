// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Suggestions for misspelt words` {
    private static let names = ["list", "show", "new", "edit", "rent", "return", "delete"]

    @Test(arguments: [
        ("lits", "list"), ("ist", "list"), ("lisst", "list"), ("Liat", "list"), ("delte", "delete"),
        ("retrun", "return"), ("rentt", "rent"),
    ])
    func `contain the intended word`(_ typed: String, _ meant: String) {
        #expect(Suggestion.nearest(to: typed, among: Self.names) == meant)
    }

    @Test(arguments: [
        "", "buy", "xyz", "videoclub", "l", String(repeating: "list", count: 100_000),
    ])
    func `do not exist for words that are too different`(_ typed: String) {
        #expect(Suggestion.nearest(to: typed, among: Self.names) == nil)
    }

    @Test func `do not exist without candidates`() {
        #expect(Suggestion.nearest(to: "list", among: []) == nil)
    }
}
