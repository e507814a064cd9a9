// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoPostgreSQL
import RecadoSQLite
import RecadoStore
import Synchronization
import TemporaryPostgreSQL
import Testing

/// The films whose creation the server has acknowledged.
private final class Acknowledged: Sendable {
    private let titles = Mutex<[Int: String]>([:])

    /// The titles of the films by their identifiers.
    var films: [Int: String] { titles.withLock { $0 } }

    /// Adds a film, and returns the number of films so far.
    func add(_ film: Film) -> Int {
        titles.withLock { titles in
            titles[film.id] = film.title
            return titles.count
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `recado serve` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func server(_ options: String...) async throws -> RunningServer {
        try await RunningServer(database: folder.file("test.sqlite"), in: folder, options: options)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends the server after the requests in progress`(_ signal: Int32) async throws {
        let server = try await server()
        let connection = try RawConnection(port: server.port)
        try connection.send(RawConnection.filmHead)
        #expect(try connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
        server.send(signal)
        try connection.send(RawConnection.film)
        let answer = try connection.read(until: "\"msg\"")
        #expect(answer.hasPrefix("HTTP/1.1 201"), "\(answer)")
        #expect(await server.status() == 0)
        #expect(try server.complaints().isEmpty)
        // Closing the database moved the write-ahead log into it.
        #expect(!FileManager.default.fileExists(atPath: folder.file("test.sqlite-wal")))
    }

    @Test func `the type URI of an error response leads to a page`() async throws {
        let server = try await server()
        let connection = try RawConnection(port: server.port)
        try connection.send("GET / HTTP/1.1\r\nHost : h\r\n\r\n")
        let answer = try connection.read(until: "}")
        #expect(answer.hasPrefix("HTTP/1.1 400"))
        #expect(answer.lowercased().contains("x-request-id: "))
        #expect(answer.contains(#""type":"/problems/bad-request""#), "\(answer)")
        let reader = try RawConnection(port: server.port)
        try reader.send("GET /problems/bad-request HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try reader.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `a second signal ends the server at once`() async throws {
        let server = try await server()
        let connection = try RawConnection(port: server.port)
        try connection.send(RawConnection.filmHead)
        _ = try connection.read(until: "\r\n\r\n")
        let idle = try RawConnection(port: server.port)
        try idle.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try idle.read(until: "\r\n\r\n")
        server.send(SIGINT)
        // The idle connection ends once the server has received the first signal.
        #expect(try idle.read(until: "never").isEmpty)
        server.send(SIGINT)
        #expect(await server.status() == -SIGINT)
    }

    @Test func `acknowledged writes survive SIGKILL`() async throws {
        let first = try await server()
        let client = try first.client()
        let acknowledged = Acknowledged()
        await withTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0..<1_000 {
                        let draft = FilmDraft(
                            title: "\(worker)/\(number)",
                            year: "1999",
                            director: "x"
                        )
                        // The first failure means that the server has been killed.
                        guard let film = try? await client.send(CreateFilm(film: draft)).film else {
                            return
                        }
                        let count = acknowledged.add(film)
                        if count == 300 { first.send(SIGKILL) }
                    }
                }
            }
        }
        #expect(await first.status() == -SIGKILL)
        let expected = acknowledged.films
        #expect(expected.count >= 300)

        let second = try await server()
        for (id, title) in expected {
            #expect(try await second.client().send(ShowFilm(id: id)).title == title)
        }
        second.send(SIGTERM)
        #expect(await second.status() == 0)
        let store = try await SQLiteStore.open(folder.file("test.sqlite"))
        let verdict: String? = try await store.read { transaction in
            try transaction.value("PRAGMA integrity_check")
        }
        #expect(verdict == "ok")
        await store.close()
    }

    @Test func `the shutdown and the open requests are announced in the user's language`()
        async throws
    {
        for (locale, words) in [
            ("C", "Stopping; no request is under way\n"),
            ("es_ES.UTF-8", "Parando; no hay peticiones en curso\n"),
        ] {
            // A file for each language: otherwise the shell could read the previous server's
            // banner.
            let banner = folder.file("banner-\(locale)")
            let run = try await ShellRun(
                """
                LC_ALL=\(locale) "$0" serve --port 0 --database \(folder.file("stop.sqlite")) \\
                    >\(banner) &
                until grep -q / \(banner) 2>/dev/null; do sleep 0.05; done
                kill -INT $!; wait $!; echo $?; tail -n 1 \(banner)
                head -n 1 \(banner)
                """
            )
            #expect(run.output.hasPrefix("0\n" + words), "\(run.output)")
            #expect(run.output.contains("Recado sirve en http://127.0.0.1:") == (locale != "C"))
        }
    }

    @Test func `an occupied port is reported, and no database is created`() async throws {
        let first = try await server()
        let run = try await ProgramRun([
            "serve", "--port", "\(first.port)", "--database", folder.file("other.sqlite"),
        ])
        #expect(run.status == 1)
        #expect(
            run.errors == """
                recado: address 127.0.0.1:\(first.port) is already in use
                recado: does 'recado serve' run already? --port chooses another port

                """
        )
        #expect(!FileManager.default.fileExists(atPath: folder.file("other.sqlite")))
    }

    @Test(arguments: [
        "# Notes\n", "SQLite format 3", String(repeating: "not a database ", count: 100),
    ])
    func `a file that is not a database is refused and left unchanged`(_ text: String) async throws
    {
        let content = Data(text.utf8)
        let path = folder.file("notes.txt")
        try content.write(to: URL(filePath: path))
        let run = try await ProgramRun(["serve", "--port", "0", "--database", path])
        #expect(run.status == 1)
        #expect(run.errors == "recado: \(path) is no database of Recado; it was left as it is\n")
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
        #expect(run.output.isEmpty)
    }

    @Test func `a missing folder of the database is reported`() async throws {
        let path = folder.file("missing/test.sqlite")
        let run = try await ProgramRun(["serve", "--port", "0", "--database", path])
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix("recado: there is no folder \(folder.file("missing")) for "))
        #expect(run.errors.split(separator: "\n").count == 2)
    }

    @Test func `the database is in the XDG data folder by default`() async throws {
        let run = try await ShellRun(
            """
            export XDG_DATA_HOME=\(folder.path)/data
            coproc "$0" serve --port 0
            read -r line <&${COPROC[0]}; read -r line <&${COPROC[0]}
            kill -TERM $COPROC_PID; wait $COPROC_PID; echo "$? $line"
            stat -c %a "$XDG_DATA_HOME/recado" "$XDG_DATA_HOME/recado/recado.sqlite"
            """
        )
        let path = folder.path + "/data/recado/recado.sqlite"
        #expect(run.output == "0 Everything is kept in \(path)\n700\n600\n")
    }

    @Test(.enabled(if: TemporaryPostgreSQL.programs != nil, "install postgresql"))
    func `the output names all databases of sharded scores and posts`() async throws {
        let server = try #require(TemporaryPostgreSQL.shared)
        let (first, second) = (try server.makeDatabase(), try server.makeDatabase())
        let run = try await ShellRun(
            """
            coproc "$0" serve --port 0 --database '\(first)' --shard '\(second)'
            read -r line <&${COPROC[0]}; read -r line <&${COPROC[0]}
            kill -TERM $COPROC_PID; wait $COPROC_PID; echo "$? $line"
            """
        )
        let names = [first, second].map(PostgreSQLStore.redacted).joined(separator: " and ")
        #expect(run.output == "0 Everything is kept in \(names)\n")
    }

    @Test func `the server keeps running when its output pipe is closed`() async throws {
        let run = try await ShellRun(
            """
            coproc { "$0" serve --port 0 --database \(folder.file("test.sqlite")); echo "end $?" >&2; } \
                2>\(folder.file("end"))
            read -r line <&${COPROC[0]}
            exec {COPROC[0]}<&-
            url=${line#Recado serves at }
            "$0" call videoclub show --id 1 --server $url >/dev/null && echo called
            kill -TERM $(pgrep -P $COPROC_PID); wait $COPROC_PID; cat \(folder.file("end"))
            """
        )
        #expect(run.output == "called\nend 0\n")
    }

    @Test(arguments: [["--log"], ["--log", "json"], ["--log=text", "--slow", "60000"]])
    func `each request is logged in a line without its query`(_ options: [String]) async throws {
        let path = folder.file("test.sqlite")
        let server = try await RunningServer(database: path, in: folder, options: options)
        let connection = try RawConnection(port: server.port)
        try connection.send(
            "GET /videoclub/api/v1/catalog/98765?pin=4711 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        #expect(try connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 404"))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
        let log = try server.complaints()
        #expect(log.contains("/videoclub/api/v1/catalog/{id}"), "\(log)")
        #expect(log.contains("98765") && !log.contains("4711"))
        #expect(log.hasPrefix("{") == options.contains("json"))
        #expect(log.split(separator: "\n").count == 1)
    }

    @Test func `the log of slow requests omits fast ones`() async throws {
        let server = try await server("--slow", "60000")
        _ = try? await server.client().send(ShowFilm(id: 1))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
        #expect(try server.complaints().isEmpty)
    }

    @Test func `requests beyond the limit are refused with 503`() async throws {
        let server = try await server("--requests", "1")
        // The server checks a password for each, which takes long enough for the requests to
        // overlap.
        let head = RawConnection.filmHead.replacing("Expect: 100-continue\r\n", with: "")
        let connections = try (1...16).map { _ in try RawConnection(port: server.port) }
        for connection in connections { try connection.send(head + RawConnection.film) }
        let answers = try connections.map { try $0.read(until: "\r\n\r\n") }
        let refusals = answers.filter { $0.hasPrefix("HTTP/1.1 503") }
        #expect(!refusals.isEmpty && refusals.allSatisfy { $0.contains("Retry-After: ") })
        #expect(answers.contains { $0.hasPrefix("HTTP/1.1 201") })
    }

    @Test func `a request that awaits its content does not count towards the limit`() async throws {
        let server = try await server("--requests", "1")
        let first = try RawConnection(port: server.port)
        try first.send(RawConnection.filmHead)
        #expect(try first.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
        let second = try RawConnection(port: server.port)
        try second.send("GET /videoclub/api/v1/catalog HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try second.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
        try first.send(RawConnection.film)
        #expect(try first.read(until: "\"msg\"").hasPrefix("HTTP/1.1 201"))
    }

    @Test func `a deliberately delayed response does not count towards the limit`() async throws {
        // A single event loop reads the requests in the order in which they were sent.
        let server = try await server("--requests", "1", "--waiting", "60000", "--loops", "1")
        let late = try RawConnection(port: server.port)
        try late.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try late.answer().status == 200)
        try late.send("GET /playground/user?delay=3000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        func other() throws -> Bool {
            let other = try RawConnection(port: server.port)
            try other.send("GET /scores.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return try other.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200")
        }
        // The late request counts as running until its handler waits.
        var attempts = 1
        while !(try other()), attempts < 50 {
            attempts += 1
            try await Task.sleep(for: .milliseconds(20))
        }
        for _ in 0..<10 { #expect(try other()) }
        try await Task.sleep(for: .seconds(3))
        #expect(try late.answer().status == 200)
    }

    @Test func `health and metrics are available`() async throws {
        let server = try await server()
        func text(_ path: String, until end: String) throws -> String {
            let connection = try RawConnection(port: server.port)
            try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return try connection.read(until: end)
        }
        let ready = try text("/health/ready", until: "]}")
        #expect(ready.hasPrefix("HTTP/1.1 200") && ready.contains("database"))
        let metrics = try text("/metrics", until: "recado_log_dropped_total 0\n")
        #expect(metrics.contains("\nrecado_connections "))
        #expect(metrics.contains(#"{method="GET",route="/health/ready",status="2xx"} 1"#))
    }

    @Test func `--course imitates the iOS course's server`() async throws {
        let server = try await server("--course")
        #expect(server.banner.contains("\nThe videoclub answers as the course's server did\n"))
        let film = FilmDraft(title: "Él", year: "1953", director: "Luis Buñuel")
        let client = try server.client()
        #expect(try await client.response(to: CreateFilm(film: film)).status == .ok)
        let connection = try RawConnection(port: server.port)
        try connection.send("GET /videoclub/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let text = try connection.read(until: "\"paths\"")
        #expect(text.contains("as the course's did"))
    }

    @Test func `all links of the home page work`() async throws {
        let server = try await server()
        let connection = try RawConnection(port: server.port)
        try connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let page = try connection.read(until: "</html>")
        #expect(page.hasPrefix("HTTP/1.1 200"))
        #expect(page.contains("http://localhost:\(server.port)/videoclub/api/v1/catalog"))
        for match in page.matches(of: /(?:href|src)="(\/[^"]*)"/) {
            let path = match.1.replacing("&amp;", with: "&")
            let other = try RawConnection(port: server.port)
            try other.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            // A link that sets a preference redirects back to the page.
            let status = path.hasPrefix("/apps/preferences") ? 303 : 200
            #expect(try other.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 \(status)"), "\(path)")
        }
    }
}
