// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoCommand

@Suite struct `Command-line completion` {
    struct Case: Sendable, CustomTestStringConvertible {
        let words: [String]
        let expected: [String]
        var testDescription: String { words.joined(separator: " ") + "…" }
    }

    private func words(_ words: [String]) throws -> [String] {
        CompletionCommand.candidates(completing: words, in: Command.root()).map(\.word)
    }

    @Test(arguments: [
        Case(
            words: [""],
            expected: [
                "serve", "new", "call", "describe", "diagnose", "check", "diff", "download",
                "import",
                "export", "user", "backup", "restore", "completion", "man",
                "videoclub", "scores", "posts", "weather", "films", "playground",
                "routes",
            ]
        ),
        Case(words: ["c"], expected: ["call", "check", "completion"]),
        Case(
            words: ["call", ""],
            expected: [
                "videoclub", "scores", "posts", "weather", "films", "playground", "routes",
            ]
        ),
        Case(
            words: ["scores", ""],
            expected: [
                "list", "top3", "live", "show", "new", "edit", "delete", "tops3", "play",
                "game",
            ]
        ),
        Case(words: ["weather", ""], expected: ["current", "forecast", "cities"]),
        Case(words: ["routes", ""], expected: ["list", "show", "categories", "category"]),
        Case(
            words: ["routes", "list", "--filter"],
            expected: ["--filter-title", "--filter-langcode", "--filter-drupal-internal-nid"]
        ),
        Case(words: ["routes", "list", "--page"], expected: ["--page-offset", "--page-limit"]),
        Case(
            words: ["videoclub", ""],
            expected: [
                "list", "show", "new", "edit", "rent", "return", "delete", "member", "films",
                "live",
            ]
        ),
        Case(words: ["call", "videoclub", "re"], expected: ["rent", "return"]),
        Case(words: ["call", "video", "edit-film", "--i"], expected: ["--id", "--insecure"]),
        Case(words: ["call", "videoclub", "ren", "--id", "7", "--us"], expected: ["--user"]),
        Case(
            words: ["call", "videoclub", "list-films", "--sort", "ti"],
            expected: ["title"]
        ),
        Case(
            words: ["call", "videoclub", "list-films", "--sort=-t"],
            expected: ["--sort=-title"]
        ),
        Case(words: ["videoclub", "list", "--format", ""], expected: ["json", "xml", "jsonapi"]),
        Case(words: ["scores", "live", "--format="], expected: ["--format=json"]),
        // The options of a group's default command are completed without its name.
        Case(words: ["weather", "--uni"], expected: ["--units"]),
        Case(words: ["describe", "o"], expected: ["openapi"]),
        Case(
            words: ["describe", "openapi", ""],
            expected: [
                "videoclub", "scores", "posts", "weather", "films", "playground", "routes",
            ]
        ),
        Case(words: ["serve", "--da"], expected: ["--database", "--database-direct"]),
        // The shell itself completes the names of files.
        Case(words: ["serve", "--database", ""], expected: []),
        Case(words: ["nonsense", ""], expected: []),
        Case(
            words: [],
            expected: [
                "serve", "new", "call", "describe", "diagnose", "check", "diff", "download",
                "import",
                "export", "user", "backup", "restore", "completion", "man",
                "videoclub", "scores", "posts", "weather", "films", "playground",
                "routes",
            ]
        ),
    ])
    func `offers the possible next words`(_ example: Case) throws {
        #expect(try words(example.words) == example.expected)
    }

    @Test(arguments: [
        ["ca"], ["call", "vid"], ["videoclub", "ren"], ["videoclub", "list", "--lim"],
        ["videoclub", "list", "--sort", "ti"], ["videoclub", "list", "--format", "x"],
        ["serve", "--log", "j"], ["new", "a", "--with="],
    ])
    func `describes each offered word`(_ words: [String]) {
        let found = CompletionCommand.candidates(completing: words, in: Command.root())
        #expect(!found.isEmpty)
        for candidate in found { #expect(!candidate.about.isEmpty, "\(candidate.word)") }
    }

    @Test func `offers an endpoint's options and the options of all calls`() throws {
        let offered = try words(["call", "videoclub", "list-films", "--"])
        #expect(Set(offered).isSuperset(of: ["--q", "--limit", "--server", "--user", "--help"]))
    }
}
