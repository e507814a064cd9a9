// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests the HTTP/2 server with clients by other authors, some of which use libnghttp2.
@Suite(.timeLimit(.minutes(2))) struct `recado serve over HTTP2` {
    private let folder: TemporaryFolder
    private let server: RunningServer
    private let films: String

    init() async throws {
        folder = try TemporaryFolder()
        server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        films = server.url + "/videoclub/api/v1/catalog"
    }

    @Test func `curl gets the same response as over HTTP1`() async throws {
        let old = try await ShellRun("curl -s --http1.1 \(films)")
        let new = try await ShellRun(
            "curl -s --http2-prior-knowledge -w ' %{http_version}' \(films)"
        )
        #expect(old.output.contains("title"))
        #expect(new.output == old.output + " 2")
    }

    @Test func `curl sends content with a password, and gets 401 without one`() async throws {
        let content = #"{"title": "Arrebato", "year": "1979", "director": "Zulueta"}"#
        let post =
            "curl -s --http2-prior-knowledge -w ' %{http_code}' -H 'Content-Type: application/json' "
            + "-d '\(content)' \(films)"
        #expect(try await ShellRun(post).output.hasSuffix(" 401"))
        let member = try await ShellRun(post + " -u test123:test123")
        #expect(member.output.hasSuffix(" 201"), "\(member.output)")
        #expect(member.output.contains("Arrebato"))
    }

    @Test func `an upgrade request from curl is answered over HTTP1`() async throws {
        let run = try await ShellRun(
            "curl -s --http2 -o /dev/null -w '%{http_code} %{http_version}' \(films)"
        )
        #expect(run.output == "200 1.1")
    }

    @Test func `nghttp gets many responses at once`() async throws {
        let run = try await ShellRun("nghttp -nv -m 20 \(films)")
        #expect(run.status == 0)
        #expect(run.output.components(separatedBy: ":status: 200").count == 21)
        #expect(!run.output.contains("error_code=PROTOCOL_ERROR"))
    }

    @Test func `h2load loses no requests over many connections`() async throws {
        let run = try await ShellRun("h2load -n 4000 -c 8 -m 16 \(films)")
        #expect(run.output.contains("4000 succeeded, 0 failed, 0 errored, 0 timeout"))
        #expect(run.output.contains("4000 2xx, 0 3xx, 0 4xx, 0 5xx"))
    }

    @Test func `SIGTERM under load loses no request in progress`() async throws {
        let server = try await RunningServer(
            database: folder.file("load.sqlite"),
            in: folder,
            options: ["--log", "json"]
        )
        let catalog = server.url + "/videoclub/api/v1/catalog"
        // There are more requests than h2load can send before the server ends; each connection may
        // carry a thousand.
        let clients = 64
        async let load = ShellRun("exec h2load -n 10000000 -c \(clients) -m 4 \(catalog)")
        while try server.complaints().utf8.count(where: { $0 == 0x0A }) < 500 {
            try await Task.sleep(for: .milliseconds(5))
        }
        server.send(SIGTERM)
        #expect(await server.status() == 0)
        let output = try await load.output
        // A request that was reset or cut off does not count as succeeded, even if it has a status.
        let succeeded = try #require(output.firstMatch(of: /(\d+) succeeded/)).1
        let statuses = try #require(
            output.firstMatch(of: /status codes: (\d+) 2xx, 0 3xx, 0 4xx, 0 5xx/)
        ).1
        let begun = try exchanges(in: server.complaints())
        #expect(Int(succeeded) == begun)
        #expect(Int(statuses) == begun)
        #expect(begun < clients * 1_000, "the load was over before the signal")
    }

    /// Returns the number of requests in a JSON log, including those that the log has dropped.
    ///
    /// It also checks that all were answered with 200 and that the log contains no error.
    private func exchanges(in log: String) throws -> Int {
        var (answered, dropped) = (0, 0)
        var others: [Substring] = []
        for line in log.split(separator: "\n") {
            if line.contains(#","status":200,"#) {
                answered += 1
            } else if let match = line.wholeMatch(of: /\{"dropped":(\d+)\}/) {
                dropped += try #require(Int(match.1))
            } else {
                others.append(line)
            }
        }
        #expect(others == [])
        return answered + dropped
    }
}
