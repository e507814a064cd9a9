// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A server with a lost or damaged database` {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.url(of: "test.sqlite").resolvingSymlinksInPath().path()
    }

    private func server() async throws -> RunningServer {
        try await RunningServer(database: database, in: folder)
    }

    /// Returns the response to a GET request, as text.
    private func get(_ path: String, of server: RunningServer) throws -> String {
        let connection = try RawConnection(port: server.port)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return try connection.read(until: "never")
    }

    private func add(to server: RunningServer) throws -> String {
        let connection = try RawConnection(port: server.port)
        let score = #"{"name":"Ada","total":1}"#
        try connection.send(
            "POST /scores.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(score.utf8.count)\r\n\r\n\(score)"
        )
        return try connection.read(until: "never")
    }

    /// Waits until `/health/ready` answers with a status, and returns the last response.
    private func readiness(_ status: Int, of server: RunningServer) async throws -> String {
        var answer = ""
        // The server checks its readiness at most once a second.
        for _ in 0..<200 {
            answer = try get("/health/ready", of: server)
            if answer.hasPrefix("HTTP/1.1 \(status)") { return answer }
            try await Task.sleep(for: .milliseconds(50))
        }
        return answer
    }

    @Test(arguments: ["test.sqlite", "test.sqlite-wal"])
    func `refuses writes, is not ready, and logs the loss once`(name: String) async throws {
        let server = try await server()
        #expect(try add(to: server).hasPrefix("HTTP/1.1 201"))
        let (path, away) = (folder.file(name), folder.file("away"))
        #expect(unsafe rename(path, away) == 0)
        for _ in 0..<10 { #expect(try add(to: server).hasPrefix("HTTP/1.1 503")) }
        #expect(try await readiness(503, of: server).contains("database"))
        #expect(try get("/health/live", of: server).hasPrefix("HTTP/1.1 200"))
        let lines = try server.complaints().split(separator: "\n")
        #expect(lines.count { $0.contains("was removed or replaced") } == 1, "\(lines)")
        #expect(lines.count < 8)
        #expect(unsafe rename(away, path) == 0)
        #expect(try await readiness(200, of: server).hasPrefix("HTTP/1.1 200"))
        #expect(try add(to: server).hasPrefix("HTTP/1.1 201"))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `logs the loss even without writes`() async throws {
        let server = try await server()
        try FileManager.default.removeItem(atPath: database)
        #expect(try await readiness(503, of: server).contains("database"))
        #expect(try server.complaints().contains("was removed or replaced"))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test func `is not ready after a request finds damage`() async throws {
        let first = try await server()
        #expect(try add(to: first).hasPrefix("HTTP/1.1 201"))
        first.send(SIGTERM)
        #expect(await first.status() == 0)
        // Damages the first page of the table of films; the pages that a server reads at its start
        // stay whole.
        let run = try await ShellRun(
            """
            python3 -c "
            import sqlite3
            base = sqlite3.connect('\(database)')
            page = base.execute(\\"SELECT rootpage FROM sqlite_schema WHERE name = 'film'\\").fetchone()[0]
            size = base.execute('PRAGMA page_size').fetchone()[0]
            base.close()
            with open('\(database)', 'r+b') as file:
                file.seek((page - 1) * size)
                file.write(b'\\xA5' * size)
            " 2>&1
            """
        )
        try #require(run.status == 0, "\(run.output)")
        let server = try await server()
        let list = try get("/videoclub/api/v1/catalog", of: server)
        #expect(list.hasPrefix("HTTP/1.1 50"))
        let answer = try await readiness(503, of: server)
        #expect(answer.hasPrefix("HTTP/1.1 503") && answer.contains("integrity"), "\(answer)")
        #expect(try server.complaints().contains("malformed"))
        server.send(SIGTERM)
        _ = await server.status()
    }

    @Test func `is not ready if a table is missing`() async throws {
        let server = try await server()
        let run = try await ShellRun(
            """
            python3 -c "
            import sqlite3
            base = sqlite3.connect('\(database)')
            base.execute('DROP TABLE score')
            base.commit()
            " 2>&1
            """
        )
        try #require(run.status == 0, "\(run.output)")
        #expect(try await readiness(503, of: server).contains("database"))
        #expect(try server.complaints().contains("no such table: score"))
        server.send(SIGTERM)
        #expect(await server.status() == 0)
    }

    @Test(.enabled("this machine allows no mounts") { try await canMount() })
    func `is not ready while the disk is full`() async throws {
        let program = try Program.url.path()
        let run = try await ShellRun(
            """
            unshare -rm sh -c 'mount -t tmpfs -o size=2m tmpfs "$1" && cd "$1" || exit 9
            '\(program)' serve --port 0 --database a.sqlite >out 2>err &
            until grep -q "Clients use" out; do sleep 0.1; done
            port=$(sed -n "s/.*at http:..127.0.0.1:\\([0-9]*\\).*/\\1/p" out | head -1)
            head -c 4000000 /dev/zero >filler 2>/dev/null
            ask() { curl --silent --output /dev/null --write-out "%{http_code} " "$@"; }
            for n in 1 2 3 4 5 6 7 8; do
              ask -H "Content-Type: application/json" -d "{\\"title\\":\\"t\\",\\"body\\":\\"$(printf %09000d 0)\\"}" \
                http://127.0.0.1:$port/api/posts
            done
            sleep 1.2
            ask http://127.0.0.1:$port/health/ready
            rm filler; sleep 1.2
            ask http://127.0.0.1:$port/health/ready
            kill $!; wait $!; echo "end $?"; cat err' sh '\(folder.path)' 2>&1
            """
        )
        #expect(run.output.contains("507 503 200 end 0"), "\(run.output)")
    }

    /// Returns whether this machine lets tests mount folders.
    private static func canMount() async throws -> Bool {
        try await ShellRun("unshare -rm sh -c 'mount -t tmpfs tmpfs /tmp' && echo mounted").output
            .contains("mounted")
    }
}
