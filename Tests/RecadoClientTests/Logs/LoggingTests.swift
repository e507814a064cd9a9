// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Logs of calls` {
    /// The log lines that were written, without call numbers and durations.
    private final class Lines: Sendable {
        private let written = Mutex<[String]>([])

        func log(_ level: CallLog.Level = .calls, limit: Int = 2048) -> CallLog {
            CallLog(level: level, contentLimit: limit) { line in
                self.written.withLock { $0.append(line) }
            }
        }

        var raw: [String] { written.withLock { $0 } }

        var all: [String] {
            raw.map { line in
                line.replacing(#/^(.) \d+ /#) { "\($0.output.1) " }
                    .replacing(#/in \d+(\.\d+)? s/#, with: "in T")
            }
        }
    }

    private static let secret = "hunter2"

    private func client(
        _ stub: StubTransport,
        _ log: CallLog,
        _ configure: (inout ClientMiddleware) -> Void = { _ in }
    ) throws -> Client {
        let middleware = ClientMiddleware.standard {
            $0.log = log
            configure(&$0)
        }
        return try Client(base: "https://example.org", transport: stub, middleware: middleware) {
            $0.fields = [:]
        }
    }

    @Test
    func `a call is logged in two lines`() async throws {
        let lines = Lines()
        let client = try client(StubTransport(json: "[1]"), lines.log())
        let _: [Int] = try await client.get("films", query: ["q": Self.secret])
        #expect(
            lines.all == [
                "→ GET https://example.org/films?q=…",
                "← 200 OK in T, 3 bytes",
            ]
        )
        let numbers = Set(lines.raw.compactMap { $0.split(separator: " ").dropFirst().first })
        #expect(numbers.count == 1)
    }

    @Test
    func `header fields and content are logged without secrets`() async throws {
        let lines = Lines()
        let stub = StubTransport(
            json: #"{"token": "hunter2", "list": [{"Pass-Word": 1}], "a": "b"}"#
        )
        let client = try client(stub, lines.log(.content)) { $0.decompression = nil }
        var options = CallOptions()
        options.fields = ["X-Api-Key": Self.secret]
        let _: [String: Value] = try await client.post(
            "films",
            ["title": "Up\u{1B}[31m", "password": Self.secret],
            with: options
        )
        #expect(lines.all.contains("→ X-Api-Key: …"))
        #expect(lines.all.contains("← Content-Type: application/json; charset=utf-8"))
        #expect(lines.all.contains(#"← {"token":"…","list":[{"Pass-Word":"…"}],"a":"b"}"#))
        #expect(lines.all.contains { $0.hasPrefix("→ {") && $0.contains(#""title""#) })
        #expect(!lines.raw.joined().contains(Self.secret))
        #expect(!lines.raw.joined().contains("\u{1B}"))
    }

    struct Shown: CustomTestStringConvertible {
        let type: String
        let content: String
        let expected: String
        var testDescription: String { type }
    }

    @Test(arguments: [
        Shown(
            type: "application/x-www-form-urlencoded",
            content: "user=ana&password=hunter2&a=b",
            expected: "user=ana&password=…&a=b"
        ),
        Shown(type: "text/plain", content: "one\ntwo", expected: "one two"),
        Shown(
            type: "application/json",
            content: "{\"password\": \"hunt",
            expected: "18 bytes of application/json"
        ),
        Shown(type: "image/png", content: "abc", expected: "3 bytes of image/png"),
        Shown(
            type: "text/html",
            content: String(repeating: "x", count: 50),
            expected: String(repeating: "x", count: 40) + "…"
        ),
    ])
    func `content is logged redacted, shortened or as a number of bytes`(
        _ shown: Shown
    ) async throws {
        let lines = Lines()
        let stub = StubTransport(.ok, [.contentType: shown.type], shown.content)
        let client = try client(stub, lines.log(.content, limit: 40)) { $0.decompression = nil }
        _ = try await client.bytes("films")
        #expect(lines.all.last == "← " + shown.expected)
    }

    @Test
    func `a failed call is logged in two lines`() async throws {
        let lines = Lines()
        let stub = StubTransport { _ throws(TransportError) in
            throw TransportError(.cannotResolve, "example.org")
        }
        let client = try client(stub, lines.log()) { $0.retry = nil }
        await #expect(throws: (any Error).self) { _ = try await client.bytes("films") }
        #expect(
            lines.all == [
                "→ GET https://example.org/films",
                "✗ cannot resolve the host: example.org in T",
            ]
        )
    }

    @Test
    func `the log of calls counts redirects, the log of attempts lists them`() async throws {
        let (calls, attempts) = (Lines(), Lines())
        let stub = StubTransport { request throws(TransportError) in
            request.path == "/a"
                ? Response(status: .found, fields: [.location: "/b?key=hunter2"])
                : Response(status: .ok, content: Content("x"))
        }
        let client = try client(stub, calls.log()) { middleware in
            middleware.perAttempt.append { LoggingTransport($0, log: attempts.log()) }
        }
        _ = try await client.bytes("a")
        #expect(
            calls.all == ["→ GET https://example.org/a", "← 200 OK in T, 1 bytes, 1 redirects"]
        )
        #expect(
            attempts.all.filter { $0.hasPrefix("→") } == [
                "→ GET https://example.org/a", "→ GET https://example.org/b?key=…",
            ]
        )
    }

    @Test
    func `a response that is not read to its end is logged with the bytes read`() async throws {
        let lines = Lines()
        let stub = StubTransport { _ throws(TransportError) in
            let source = PiecewiseSource([[1, 2], [3]])
            return Response(status: .ok, content: Content(reading: source))
        }
        let transport = LoggingTransport(stub, log: lines.log())
        func readOne() async throws {
            let request = Request(method: .get, authority: "example.org", target: "/a")
            let source = try await transport.send(request).content.makeSource()
            #expect(try await source.next() == [1, 2])
        }
        try await readOne()
        #expect(lines.all.last == "✗ 200 OK, left after 2 bytes in T")
    }

    @Test
    func `a response from the cache is marked in the log`() async throws {
        let lines = Lines()
        let stub = StubTransport(.ok, [.cacheControl: "max-age=60"], "x")
        let client = try client(stub, lines.log()) { $0.cache = CachePolicy() }
        for _ in 0..<2 { _ = try await client.bytes("films") }
        #expect(stub.sent.count == 1)
        #expect(lines.all.last?.hasPrefix("← 200 OK in T, 1 bytes, from the cache, ") == true)
    }
}
