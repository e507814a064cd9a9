// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests the programs of the articles that readers follow step by step.
@Suite(.timeLimit(.minutes(3))) struct `Example programs of the tutorials` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func lines(_ name: String, _ arguments: [String] = []) async throws -> [String] {
        try await SnippetRun.lines(name, arguments)
    }

    @Test func `a film is read and rented, and a second rental is refused`() async throws {
        let server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        #expect(
            try await lines("GettingStarted", [server.url]) == ["Uno de los nuestros", "true"]
        )
        #expect(
            try await lines("GettingStarted", [server.url])
                == ["Uno de los nuestros", "Somebody has it at home."]
        )
    }

    @Test func `the generated client calls the server and a stub`() async throws {
        let server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        #expect(
            try await lines("FirstClient", [server.url]) == [
                #"["The Godfather (1972)", "The Godfather Part II (1974)", "#
                    + #""The Godfather Part III (1990)"]"#,
                "No API key provided.",
                #"["Jaws (1975)"]"#,
            ]
        )
    }

    @Test func `the generated part of the first client equals the command's output`() async throws {
        let described = try await ProgramRun(["describe", "openapi", "films"])
        let file = folder.file("films.json")
        try Data(described.output.utf8).write(to: URL(filePath: file))
        let run = try await ProgramRun(["describe", "swift", "--openapi", file])
        #expect(run.status == 0, "\(run.errors)")
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Snippets/FirstClient.swift")
        let snippet = try String(contentsOf: source, encoding: .utf8)
            .replacing("import RecadoTesting\n", with: "")
        let generated = Self.unformatted(run.output)
        #expect(generated.count > 4000)
        #expect(Self.unformatted(snippet).contains(generated))
    }

    /// Returns source code without the characters that formatting adds or removes.
    private static func unformatted(_ source: String) -> String {
        String(source.filter { !$0.isWhitespace && $0 != "," })
    }

    @Test func `the recipes work together in one service`() async throws {
        #expect(
            try await lines("Recipes") == [
                "12 seats", "table 2 is booked", "The table is taken.",
            ]
        )
    }

    @Test func `services are tested in every documented way`() async throws {
        #expect(
            try await lines("TestingServices") == [
                #"Item(id: 1, name: "Vase")"#, "taken",
                "401 true",
                "422", "422", "400", #"Item(id: 1, name: "Vase")"#,
                #"Item(id: 1, name: "Vase")"#, "1", "[]",
            ]
        )
    }
}
