// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoContracts
import Testing

@Suite(.timeLimit(.minutes(2))) struct `recado call` {
    private let folder: TemporaryFolder
    private let server: RunningServer

    init() async throws {
        folder = try TemporaryFolder()
        server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
    }

    private func call(_ words: String..., input: String = "") async throws -> ProgramRun {
        try await ProgramRun(["call"] + words + ["--server", server.url], input: input)
    }

    private func film(_ run: ProgramRun) throws -> Film {
        #expect(run.status == 0, "\(run.errors)")
        return try JSON().decode(Film.self, from: run.output)
    }

    @Test func `lists, creates, changes, rents, returns and deletes films`() async throws {
        let member = "test123:test123"
        let all = try await call("videoclub", "list-films")
        let films = try JSON().decode([Film].self, from: all.output)
        #expect(films.count > 10)

        let created = try film(
            await call(
                "videoclub",
                "create",
                "--title",
                "L'eclisse",
                "--year",
                "1962",
                "--director=Antonioni",
                "--user",
                member
            )
        )
        let id = "\(created.id)"
        #expect(created.title == "L'eclisse")

        let edited = try film(
            await call("videoclub", "edit", "--id", id, "--year", "1963", "--user", member)
        )
        #expect(edited.year == "1963" && edited.title == "L'eclisse")

        #expect(try film(await call("videoclub", "rent", "--id", id, "--user", member)).rented)
        let again = try await call("videoclub", "rent", "--id", id, "--user", member)
        #expect(again.status == 4)
        #expect(again.errors.hasPrefix("recado: 409 Ya está alquilada\nrecado: PUT http://"))
        #expect(again.output.isEmpty)

        #expect(try !film(await call("videoclub", "return", "--id", id, "--user", member)).rented)
        #expect(try film(await call("videoclub", "show", "--id", id)).year == "1963")
        #expect(
            try await call("videoclub", "delete", "--id", id, "--yes", "--user", member).status == 0
        )
        #expect(try await call("videoclub", "show", "--id", id).status == 4)
    }

    @Test func `sends input lines as WebSocket messages`() async throws {
        let input = #"{"name":"Ana","total":3}"# + "\n\n{\n"
        let run = try await call("scores", "play-game", input: input)
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == #"{"best":[]}"# && lines.count == 4)
        #expect(lines.count { $0.contains(#""name":"Ana","total":3"#) } == 2)
        #expect(lines.contains(#"{"refused":"the document ends too early"}"#))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
        #expect(try await call("scores", "play-game").status == 3)
    }

    @Test func `prints an event stream event by event until the timeout`() async throws {
        let words = ["--server", server.url]
        _ = try await ProgramRun(["scores", "new", "--name", "Ana", "--total", "7"] + words)
        let run = try await ProgramRun(["scores", "live", "--timeout", "2"] + words)
        let lines = run.output.split(separator: "\n")
        #expect(run.status == 3 && lines.count == 1, "\(run.errors)")
        #expect(run.errors.contains("200 OK, but the answer did not arrive whole: timed out"))
        let first = try JSON().decode([Score].self, from: String(lines.first ?? ""))
        #expect(first.map(\.total) == [7])
        let xml = try await ProgramRun(["scores", "live", "--format", "xml"] + words)
        #expect(xml.status == 2 && xml.errors.contains("json"))
    }

    @Test func `fails at once if the server of an event stream is down`() async throws {
        server.send(SIGTERM)
        _ = await server.status()
        let run = try await ProgramRun(["scores", "live", "--server", server.url])
        #expect(run.status == 3 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("recado: "))
    }

    @Test func `accepts short commands for scores and films`() async throws {
        func scores(_ words: String...) async throws -> ProgramRun {
            try await ProgramRun(["scores"] + words + ["--server", server.url])
        }
        let created = try await scores("new", "--name", "Pedro", "--total", "125")
        #expect(created.status == 0, "\(created.errors)")
        let score = try JSON().decode(Score.self, from: created.output)
        #expect(score.name == "Pedro")
        let edited = try await scores("edit", "\(score.id)", "--total=126")
        #expect(try JSON().decode(Score.self, from: edited.output).total == 126)
        for words in [["top3"], ["list"]] {
            let run = try await ProgramRun(["scores"] + words + ["--server", server.url])
            #expect(try JSON().decode([Score].self, from: run.output).map(\.total) == [126])
        }
        let xml = try await scores("top3", "--format", "xml")
        #expect(xml.output.contains("<total type=\"integer\">126</total>"))
        #expect(try await scores("top3", "--format", "csv").status == 2)
        #expect(try await scores("delete", "\(score.id)", "--yes").status == 0)
        let missing = try await scores("show", "\(score.id)")
        #expect(missing.status == 4)
        #expect(try await scores("show", "1", "2").status == 2)
        let film = try await ProgramRun(["videoclub", "show", "8", "--server", server.url])
        #expect(try JSON().decode(Film.self, from: film.output).id == 8)
    }

    @Test func `prints films and posts as XML on request`() async throws {
        func call(_ words: String...) async throws -> ProgramRun {
            try await ProgramRun(words + ["--server", server.url, "--format", "xml"])
        }
        let films = try await call("videoclub", "list", "padrino. parte")
        let start = """
            <?xml version="1.0" encoding="UTF-8"?><films><film><id>2</id>\
            <title>El padrino. Parte II</title>
            """
        #expect(films.status == 0 && films.output.hasPrefix(start), "\(films.output)")
        let film = try await call("videoclub", "rent", "8", "--user", "test123:test123")
        #expect(film.status == 0 && film.output.hasSuffix("</msg></film>\n"), "\(film.output)")
        let post = try await call("posts", "new", "--title", "Hola <&>")
        #expect(post.output.contains("<title>Hola &lt;&amp;&gt;</title><body/><__v>0</__v></post>"))
        #expect(try await call("posts", "list").output.contains("<posts><post><_id>"))
    }

    @Test func `reads raw content from an option, a file or standard input`() async throws {
        let content = #"{"title": "Arrebato", "year": 1979, "director": "Zulueta"}"#
        let member = ["--user", "test123:test123", "--server", server.url]
        let words = ["call", "videoclub", "create-film", "--data"]
        let file = folder.file("film.json")
        try Data(content.utf8).write(to: folder.url(of: "film.json"))
        let first = try film(await ProgramRun(words + [content] + member))
        let second = try film(await ProgramRun(words + ["-"] + member, input: content))
        #expect(first.title == "Arrebato" && second.title == "Arrebato")
        #expect(second.id == first.id + 1)
        #expect(try film(await ProgramRun(words + ["@\(file)"] + member)).id == second.id + 1)
        let missing = try await ProgramRun(words + ["@\(file).no"] + member)
        #expect(missing.status == 2 && missing.errors.contains("--data: there is no file"))
        try Data(count: 140_000).write(to: folder.url(of: "film.json"))
        let large = try await ProgramRun(words + ["@\(file)"] + member)
        #expect(large.status == 2 && large.errors.contains("131072 bytes"), "\(large.errors)")
        let long = String(repeating: " ", count: 140_000)
        let tooLong = try await ProgramRun(words + ["-"] + member, input: long)
        #expect(tooLong.status == 2)
        #expect(tooLong.errors.contains("--data is longer than the 131072 bytes"))
    }

    @Test func `a JSON member named body has the option --body`() async throws {
        let post = try await ProgramRun(
            ["posts", "new", "--title", "t", "--body", "b", "--server", server.url]
        )
        #expect(post.status == 0, "\(post.errors)")
        #expect(try JSON().decode(Post.self, from: post.output).body == "b")
    }

    private func routes(_ words: String...) async throws -> ProgramRun {
        try await ProgramRun(["routes"] + words + ["--server", server.url])
    }

    @Test func `lists and shows JSON API resources by short commands`() async throws {
        let words = "--sort -title --page-offset=1 --page-limit 2 --include field_route_category"
        let page = try await ProgramRun(
            ["routes", "list", "--server", server.url]
                + words.split(separator: " ").map(String.init)
        )
        #expect(page.status == 0, "\(page.errors)")
        let found = try JSON().value(from: page.output)
        let titles = found.arrayValue?.map { $0["title"] }
        #expect(titles == ["Senda de los faros", "Murallas al atardecer"])
        #expect(found[path: "0.field_route_category.name"] == "Costa", "\(page.output)")
        let id = try #require(found[path: "0.id"]?.stringValue)
        let one = try await routes("show", id)
        #expect(try JSON().value(from: one.output)["title"] == "Senda de los faros")
        let titled = try await routes("list", "Calas escondidas")
        #expect(try JSON().value(from: titled.output).arrayValue?.count == 1)
    }

    @Test func `prints JSON API documents, and reports missing resources`() async throws {
        let id = "5d0ec000-7b1f-4c0a-9e52-000000000003"
        let document = try await routes("category", id, "--format", "jsonapi")
        #expect(try JSON().value(from: document.output)[path: "data.attributes.name"] == "Costa")
        #expect(try await routes("categories").status == 0)
        let missing = try await routes("show", "1")
        #expect(missing.status == 4 && missing.errors.hasPrefix("recado: 404 "))
        #expect(try await routes("list", "--page-limit", "51").status == 2)
        let described = try await ProgramRun(["describe", "openapi", "routes"])
        #expect(described.output.contains("page[offset]"))
    }

    @Test func `passes the sort order and the limit to the service`() async throws {
        let run = try await call("videoclub", "list-films", "--sort", "-year", "--limit=3")
        let films = try JSON().decode([Film].self, from: run.output)
        #expect(films.count == 3)
        #expect(films.map(\.year) == films.map(\.year).sorted(by: >))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let words: [String]
        let status: Int32
        let message: String
        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(arguments: [
        Refusal(words: ["show", "--id", "999999"], status: 4, message: "404 "),
        Refusal(
            words: ["rent", "--id", "1", "--user", "test123:test123"],
            status: 4,
            message: "403 "
        ),
        Refusal(words: ["rent", "--id", "21"], status: 4, message: "name the user: --user name"),
        Refusal(words: ["rent", "--id", "21", "--user", "test123:no"], status: 4, message: "401 "),
        Refusal(words: ["rent"], status: 2, message: "--id <integer> is missing"),
        Refusal(words: ["rent", "--id", "x", "--user", "a:b"], status: 2, message: "--id: "),
        Refusal(words: ["rent", "--film", "7"], status: 2, message: "has no option --film"),
        Refusal(words: ["list", "--sort", "size"], status: 2, message: "--sort is one of id, "),
        Refusal(words: ["list", "--limit", "1000"], status: 2, message: "--limit: "),
        Refusal(words: ["list", "--timeout", "0"], status: 2, message: "--timeout is a number"),
        Refusal(
            words: ["show", "--id", "1", "--user", "ana"],
            status: 2,
            message: "the password of ana is missing"
        ),
        Refusal(
            words: ["list", "--user", ""],
            status: 2,
            message: "--user needs the name of a user"
        ),
        Refusal(words: ["list", "--user", ":a"], status: 2, message: "--user needs the name"),
        Refusal(words: ["re"], status: 2, message: "“re” is ambiguous: rent, return"),
        Refusal(words: ["buy"], status: 2, message: "has no “buy”"),
    ])
    func `reports errors with a message and an exit code`(_ refusal: Refusal) async throws {
        let run = try await ProgramRun(
            ["call", "--server", server.url, "videoclub"] + refusal.words
        )
        #expect(run.status == refusal.status, "\(run.errors)")
        #expect(run.errors.contains(refusal.message), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("recado: ") })
        #expect(run.output.isEmpty)
    }

    @Test func `names every missing or invalid input`() async throws {
        let run = try await call("videoclub", "create-film", "--year", "123456789")
        #expect(run.status == 2)
        for words in ["--title <text> is missing", "--year: ", "--director <text> is missing"] {
            #expect(run.errors.contains("recado: \(words)"), "\(run.errors)")
        }
    }

    @Test func `reads server and password from the environment`() async throws {
        let run = try await ProgramRun(
            ["call", "videoclub", "rent-film", "--id", "1", "--user", "test123"],
            environment: ["RECADO_SERVER": server.url + "/", "RECADO_PASSWORD": "test123"]
        )
        #expect(run.errors.contains("403 "))
    }

    private static let toOther: [[String]] = [
        ["call", "videoclub", "rent-film", "--id", "1", "--server", "http://192.0.2.1:9"],
        ["videoclub", "rent", "1", "--server", "http://nobody.invalid"],
        ["videoclub", "rent", "1", "--server", "http://localhost.nobody.invalid:3000/"],
        ["check", "http://nobody.invalid/videoclub"],
    ]

    @Test(arguments: toOther)
    func `sends no password to other machines without TLS`(_ words: [String]) async throws {
        // The program refuses before it asks for a missing password.
        for user in ["test123:topsecret", "test123"] {
            let run = try await ProgramRun(words + ["--user", user])
            #expect(run.status == 2)
            #expect(run.errors.contains("use https, or say --passwords-in-clear"))
            #expect(!run.errors.contains("secret"))
        }
    }

    @Test func `sends a password without TLS to loopback, or elsewhere if allowed`() async throws {
        let user = ["--user", "test123:test123", "--timeout", "5"]
        let there = ["videoclub", "rent", "1", "--server", "http://nobody.invalid"]
        #expect(try await ProgramRun(there + user + ["--passwords-in-clear"]).status == 3)
        #expect(try await ProgramRun(there + ["--timeout", "5"]).status == 3)
        for host in ["localhost", "127.0.0.1"] {
            let words = ["videoclub", "rent", "1", "--server", "http://\(host):\(server.port)"]
            #expect(try await ProgramRun(words + user).errors.contains("403 "))
        }
    }

    @Test func `never shows a password`() async throws {
        for words in [
            ["videoclub", "rent-film", "--id", "1", "--user", "test123:topsecret"],
            ["videoclub", "rent-film", "--user=test123:topsecret"],
            ["videoclub", "rent-film", "--id", "1", "--user", "test123:top\u{7}secret"],
        ] {
            let run = try await ProgramRun(["call"] + words + ["--server", server.url])
            #expect(run.status != 0)
            #expect(!(run.errors + run.output).contains("secret"))
        }
    }

    @Test func `ends quietly when its output pipe is closed`() async throws {
        let run = try await ShellRun(
            """
            "$0" call videoclub list-films --server \(server.url) | head -c 1
            echo " ${PIPESTATUS[0]}"
            """
        )
        #expect(run.output == "[ 0\n")
    }

    @Test func `ends an event stream when its output pipe is closed`() async throws {
        let run = try await ShellRun(
            """
            timeout 60 "$0" call scores live --server \(server.url) | head -n 1
            echo " ${PIPESTATUS[0]}"
            """
        )
        #expect(run.output == "[]\n 0\n")
    }

    @Test func `reports that its output cannot be written`() async throws {
        let run = try await ShellRun(
            #""$0" call videoclub list-films --server \#(server.url) 2>&1 >/dev/full; echo $?"#
        )
        #expect(run.output.hasSuffix("No space left on device\n1\n"), "\(run.output)")
    }
}

@Suite(.timeLimit(.minutes(3))) struct `recado call without a server` {
    @Test(arguments: [
        ("http://127.0.0.1:1", Int32(3)), ("http://no.such.host.invalid", 3), ("ftp://x", 2),
        ("", 2),
    ])
    func `reports an unreachable or invalid server with an exit code`(
        _ server: String,
        _ status: Int32
    ) async throws {
        let run = try await ProgramRun(["call", "videoclub", "list-films", "--server=" + server])
        #expect(run.status == status, "\(run.errors)")
        #expect(run.errors.hasPrefix("recado: "))
    }
}
