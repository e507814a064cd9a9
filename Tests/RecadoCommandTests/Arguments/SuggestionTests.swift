// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Suggestions` {
    private static let names = ["list", "show", "new", "edit", "rent", "return", "delete"]

    @Test(arguments: [
        ("lits", "list"), ("ist", "list"), ("lisst", "list"), ("Liat", "list"), ("delte", "delete"),
        ("retrun", "return"), ("rentt", "rent"),
    ])
    func `name what a slip was meant for`(_ typed: String, _ meant: String) {
        #expect(Suggestion.nearest(to: typed, among: Self.names) == meant)
    }

    @Test(arguments: [
        "", "buy", "xyz", "videoclub", "l", String(repeating: "list", count: 100_000),
    ])
    func `name nothing that is far away`(_ typed: String) {
        #expect(Suggestion.nearest(to: typed, among: Self.names) == nil)
    }

    @Test func `name nothing where there is nothing`() {
        #expect(Suggestion.nearest(to: "list", among: []) == nil)
    }
}
