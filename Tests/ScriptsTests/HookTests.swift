// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Commit subjects` {
    @Test(arguments: [
        "Router: literal segments win over parameters",
        "\n# a comment\n\nPosts: words may be as long as «ñandú»\n\nMotivation: and so on.",
        "Merge branch 'work'", "Revert \"Router: and back\"", "fixup! Router: literal segments win",
    ])
    func `are accepted with one area and one change`(_ message: String) async throws {
        #expect(try await refusal(of: message) == nil)
    }

    @Test(arguments: [
        ("Literal segments win", "must be"), ("router: literal segments win", "must be"),
        ("Router:literal segments win", "must be"), ("", "must be"), ("# a comment", "must be"),
        ("Router: segments win and lose", "two things"),
        ("Router: " + String(repeating: "ñ", count: 65), "over 72"),
    ])
    func `are refused in other forms with a reason`(_ message: String, reason: String) async throws
    {
        let refusal = try await refusal(of: message)
        #expect(refusal?.contains(reason) == true, "\(refusal ?? "nothing")")
    }

    private func refusal(of message: String) async throws -> String? {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data((message + "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let hook = Project.root.appending(path: "scripts/hooks/commit-msg")
        let run = try await ScriptRun(hook, [file.path()])
        return run.status == 0 ? nil : run.output
    }
}
