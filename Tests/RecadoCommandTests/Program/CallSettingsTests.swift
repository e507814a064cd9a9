// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import Testing

/// Tests how `recado call` finds the server and the user without options, and its further output.
@Suite(.timeLimit(.minutes(3))) struct `Settings of recado call` {
    private let folder: TemporaryFolder
    private let server: RunningServer

    init() async throws {
        folder = try TemporaryFolder()
        server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
    }

    private func run(
        _ words: String...,
        with variables: [String: String] = [:]
    ) async throws
        -> ProgramRun
    {
        let home = ["HOME": folder.path, "RECADO_SERVER": server.url]
        return try await ProgramRun(words, environment: home.merging(variables) { _, new in new })
    }

    private func write(_ text: String, to name: String) throws -> String {
        let url = folder.url(of: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
        return folder.file(name)
    }

    // MARK: - Who calls

    @Test func `credentials from the environment are sent only if the call needs them`()
        async throws
    {
        let user = ["RECADO_USER": "test123", "RECADO_PASSWORD": "test123"]
        let member = try await run("videoclub", "member", with: user)
        #expect(member.status == 0, "\(member.errors)")
        let wrong = ["RECADO_USER": "test123", "RECADO_PASSWORD": "no"]
        // The list is public, so the wrong password is not sent.
        #expect(try await run("videoclub", "list", with: wrong).status == 0)
        #expect(try await run("videoclub", "member", with: wrong).status == 4)
    }

    @Test func `a password is read from the first line of a file or standard input`() async throws {
        let file = try write("test123\nmore\n", to: "password")
        let words = ["videoclub", "member", "--user", "test123", "--password-file"]
        let environment = ["RECADO_SERVER": server.url]
        let read = try await ProgramRun(words + [file], environment: environment)
        #expect(read.status == 0, "\(read.errors)")
        let typed = try await ProgramRun(
            words + ["-"],
            input: "test123\n",
            environment: environment
        )
        #expect(typed.status == 0, "\(typed.errors)")
        let empty = try await ProgramRun(
            words + ["-"],
            input: "\ntest123",
            environment: environment
        )
        #expect(empty.status == 2 && empty.errors.contains("is no password"))
        let missing = try await ProgramRun(words + [file + ".no"], environment: environment)
        #expect(missing.status == 2 && missing.errors.contains("there is no file"))
    }

    @Test func `name and password are read from the netrc file`() async throws {
        let file = try write(
            "machine other login x password y\nmachine 127.0.0.1 login test123 password test123\n",
            to: ".netrc"
        )
        let found = try await run("videoclub", "member", "--netrc")
        #expect(found.status == 0, "\(found.errors)")
        let named = try await run("videoclub", "member", "--netrc", with: ["NETRC": file])
        #expect(named.status == 0)
        _ = try write("machine 127.0.0.1 login", to: ".netrc")
        let broken = try await run("videoclub", "member", "--netrc")
        #expect(broken.status == 2 && broken.errors.contains("line 1: missing value"))
        let none = try await run("videoclub", "member", "--netrc", with: ["NETRC": "/nowhere"])
        #expect(none.status == 2 && none.errors.contains("there is no file /nowhere"))
    }

    @Test func `a password argument is masked in the process list`() async throws {
        // The child is at first a shell whose command line is this script. The pattern has `x\{9\}`
        // so that it matches only the masked password and not itself.
        let run = try await ShellRun(
            """
            "$0" scores live --user test123:topsecret --server \(server.url) --timeout 60 >/dev/null 2>&1 &
            while ! tr '\\0' ' ' </proc/$!/cmdline | grep -q 'test123:x\\{9\\}'; do sleep 0.05; done
            tr '\\0' ' ' </proc/$!/cmdline | grep -c topsecret
            kill $!
            """
        )
        #expect(run.output == "0\n")
    }

    // MARK: - Profiles

    private func writeProfiles() throws {
        let password = try write("test123\n", to: "password")
        _ = try write(
            """
            here:
              server: \(server.url)
              user: test123
              password-file: \(password)
              timeout: 20
            open: {server: \(server.url), password: hunter2}
            odd: {server: \(server.url), colour: red}

            """,
            to: ".config/recado/profiles.yaml"
        )
    }

    @Test func `a profile supplies the server and the credentials`() async throws {
        try writeProfiles()
        let nowhere = ["RECADO_SERVER": "http://127.0.0.1:1"]
        let member = try await run("videoclub", "member", "--profile", "here", with: nowhere)
        #expect(member.status == 0, "\(member.errors)")
        let variable = nowhere.merging(["RECADO_PROFILE": "here"]) { _, new in new }
        #expect(try await run("videoclub", "list", with: variable).status == 0)
        let option = try await run(
            "videoclub",
            "list",
            "--profile=here",
            "--server",
            "http://127.0.0.1:1"
        )
        #expect(option.status == 3)
        let open = try await run("videoclub", "list", "--profile", "open")
        #expect(open.status == 2 && open.errors.contains("password-file names a file"))
        #expect(!open.errors.contains("hunter2"))
        let odd = try await run("videoclub", "list", "--profile", "odd")
        #expect(odd.status == 2 && odd.errors.contains("“colour”"))
        let missing = try await run("videoclub", "list", "--profile", "hre")
        #expect(missing.status == 2 && missing.errors.contains("it has here, open, odd"))
        let none = try await run(
            "videoclub",
            "list",
            "--profile",
            "x",
            with: ["XDG_CONFIG_HOME": "/nowhere"]
        )
        #expect(none.status == 2 && none.errors.contains("/nowhere/recado/profiles.yaml"))
    }

    // MARK: - What is written

    @Test func `--columns prints a table even without a terminal`() async throws {
        let list = try await run("videoclub", "list", "--limit", "2", "--columns", "year,id")
        #expect(list.status == 0, "\(list.errors)")
        let lines = list.output.split(separator: "\n")
        #expect(lines.count == 3 && lines.first == "YEAR  ID", "\(list.output)")
        let one = try await run("videoclub", "show", "8", "--columns", "id")
        #expect(one.output == "ID\n8\n")
        let unknown = try await run("videoclub", "list", "--columns", "id,colour")
        #expect(unknown.status == 2 && unknown.errors.contains("no “colour”; there is id, title"))
        #expect(!unknown.errors.contains("the call was carried out"))
        let score = ["--name", "Ana", "--total", "1", "--columns", "nope", "--server", server.url]
        let made = try await ProgramRun(["scores", "new"] + score)
        #expect(made.status == 2 && made.errors.contains("the call was carried out: 201 Created"))
        let both = try await run("videoclub", "list", "--columns", "id", "--format", "xml")
        #expect(both.status == 2)
    }

    @Test func `status and header fields are shown before the content`() async throws {
        let list = try await run("videoclub", "list", "-i", "--limit", "1")
        #expect(list.output.hasPrefix("200 OK\n"), "\(list.output)")
        #expect(list.output.lowercased().contains("\ncontent-type: application/json"))
        #expect(list.output.contains("\n\n["))
        let missing = try await run("videoclub", "show", "99999", "--show-headers")
        #expect(missing.status == 4 && missing.output.hasPrefix("404 Not Found\n"))
        #expect(missing.output.contains("\n\n{"))
    }

    @Test func `a dry run shows the request without secrets, and sends nothing`() async throws {
        let words = ["videoclub", "new", "--title", "El sur", "--year", "1983", "--director", "E"]
        let nowhere = ["RECADO_SERVER": "http://127.0.0.1:1"]
        let create = try await ProgramRun(
            words + ["--user", "ana:topsecret", "--dry-run"],
            environment: nowhere
        )
        #expect(create.status == 0, "\(create.errors)")
        #expect(create.output.hasPrefix("curl --request POST "), "\(create.output)")
        #expect(create.output.contains(#""title":"El sur""#))
        #expect(create.output.hasSuffix("http://127.0.0.1:1/videoclub/api/v1/catalog\n"))
        #expect(!create.output.contains("topsecret"))
        // With `--dry-run` the program does not ask for a password, because it would not show it
        // anyway.
        let asked = try await ProgramRun(
            words + ["--user", "ana", "--dry-run"],
            environment: nowhere
        )
        #expect(asked.status == 0, "\(asked.errors)")
        let removal = try await ProgramRun(
            ["scores", "delete", "7", "--dry-run"],
            environment: nowhere
        )
        #expect(removal.status == 0 && removal.output.contains("DELETE"))
        let key = try await ProgramRun(
            ["weather", "Alicante", "--appid", "topsecret", "--dry-run"],
            environment: nowhere
        )
        #expect(key.status == 0 && !key.output.contains("topsecret"), "\(key.output)")
        let feed = try await ProgramRun(["scores", "live", "--dry-run"], environment: nowhere)
        #expect(feed.status == 0 && feed.output.contains("text/event-stream"), "\(feed.output)")
    }

    @Test func `a deletion without a terminal requires --yes`() async throws {
        let created = try await run("scores", "new", "--name", "Ana", "--total", "3")
        let id = try JSON().value(from: created.output)["id"]?.description ?? ""
        let refused = try await run("scores", "delete", id)
        #expect(refused.status == 2 && refused.errors.contains("add --yes"), "\(refused.errors)")
        #expect(try await run("scores", "show", id).status == 0)
        #expect(try await run("scores", "delete", id, "-y").status == 0)
        #expect(try await run("scores", "show", id).status == 4)
    }
}
