// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The server before clients that others wrote, on libnghttp2 and on their own.
@Suite(.timeLimit(.minutes(2))) struct `recado serve in HTTP2` {
    private let folder: TemporaryFolder
    private let server: RunningServer
    private let films: String

    init() async throws {
        folder = try TemporaryFolder()
        server = try await RunningServer(database: folder.file("test.sqlite"), in: folder)
        films = server.url + "/videoclub/api/v1/catalog"
    }

    @Test func `curl gets the same as in HTTP1`() async throws {
        let old = try await ShellRun("curl -s --http1.1 \(films)")
        let new = try await ShellRun(
            "curl -s --http2-prior-knowledge -w ' %{http_version}' \(films)"
        )
        #expect(old.output.contains("title"))
        #expect(new.output == old.output + " 2")
    }

    @Test func `curl sends content, and is answered 401 without a password`() async throws {
        let content = #"{"title": "Arrebato", "year": "1979", "director": "Zulueta"}"#
        let post =
            "curl -s --http2-prior-knowledge -w ' %{http_code}' -H 'Content-Type: application/json' "
            + "-d '\(content)' \(films)"
        #expect(try await ShellRun(post).output.hasSuffix(" 401"))
        let member = try await ShellRun(post + " -u test123:test123")
        #expect(member.output.hasSuffix(" 201"), "\(member.output)")
        #expect(member.output.contains("Arrebato"))
    }

    @Test func `curl's upgrade is answered in HTTP1`() async throws {
        let run = try await ShellRun(
            "curl -s --http2 -o /dev/null -w '%{http_code} %{http_version}' \(films)"
        )
        #expect(run.output == "200 1.1")
    }

    @Test func `nghttp gets many at once`() async throws {
        let run = try await ShellRun("nghttp -nv -m 20 \(films)")
        #expect(run.status == 0)
        #expect(run.output.components(separatedBy: ":status: 200").count == 21)
        #expect(!run.output.contains("error_code=PROTOCOL_ERROR"))
    }

    @Test func `h2load loses no request, over many connections`() async throws {
        let run = try await ShellRun("h2load -n 4000 -c 8 -m 16 \(films)")
        #expect(run.output.contains("4000 succeeded, 0 failed, 0 errored, 0 timeout"))
        #expect(run.output.contains("4000 2xx, 0 3xx, 0 4xx, 0 5xx"))
    }

    @Test func `SIGTERM under load loses no request that was begun`() async throws {
        let (films, pid) = (films, server.processID)
        let run = try await ShellRun(
            "h2load -D 2 --warm-up-time 0 -c 4 -m 8 \(films) & sleep 0.7; kill \(pid); wait $!"
        )
        let failed = try #require(
            run.output.firstMatch(of: /status codes: .*, (\d+) 4xx, (\d+) 5xx/)
        )
        #expect(failed.1 == "0" && failed.2 == "0")
        #expect(try await server.status() == 0)
        #expect(try server.complaints().isEmpty)
    }
}
