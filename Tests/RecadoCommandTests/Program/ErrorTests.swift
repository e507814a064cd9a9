// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(4))) struct `Errors of the command` {
    private let folder: TemporaryFolder
    private let server: RunningServer

    init() async throws {
        folder = try TemporaryFolder()
        let files = try ErrorFixture.folder.appending(path: "files")
        for file in try FileManager.default.contentsOfDirectory(atPath: files.path()) {
            try FileManager.default.copyItem(
                at: files.appending(path: file),
                to: folder.url(of: file)
            )
        }
        server = try await RunningServer(database: folder.file("server.sqlite"), in: folder)
        let words = ["user", "add", "ana", "--database", folder.file("members.sqlite")]
        #expect(try await ProgramRun(words, input: "secret-of-ana\n").status == 0)
    }

    private func filled(_ text: String) -> String {
        text.replacing("{server}", with: server.url).replacing("{folder}", with: folder.path)
            .replacing("{port}", with: "\(server.port)")
    }

    private func check(_ group: String, locale: String = "C") async throws {
        let fixture = try ErrorFixture(group)
        #expect(fixture.rows.count > 10)
        var environment = ["LC_ALL": locale, "HOME": folder.path]
        // The program treats an empty variable like a missing one.
        for name in ["SERVER", "USER", "PASSWORD", "PROFILE", "DATABASE"] {
            environment["RECADO_\(name)"] = ""
        }
        for name in ["NETRC", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] { environment[name] = "" }
        for row in fixture.rows {
            let words = ErrorFixture.words(of: filled(row.command))
            let run = try await ProgramRun(words, environment: environment)
            #expect(run.errors == filled(row.errors), "\(row.command)")
            #expect(run.status == row.status, "\(row.command)")
            #expect(!(run.errors + run.output).contains("secret"), "\(row.command)")
        }
    }

    @Test(arguments: ["names", "values", "addresses", "calls", "files"])
    func `say what is wrong, where, what was expected and what to do`(
        _ group: String
    ) async throws {
        try await check(group)
    }

    @Test func `are in Spanish with a Spanish locale`() async throws {
        try await check("spanish", locale: "es_ES.UTF-8")
    }
}
