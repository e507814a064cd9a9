// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDocumentation
import RecadoEndpoints
import RecadoHTTP
import Synchronization
import Testing

@testable import RecadoServer

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Refused and cancelled requests` {
    private let bytes = Written()
    private let seen = Seen()
    private let metrics = Metrics(audience: .everyone)

    private final class Written: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        var lines: [String] {
            String(decoding: bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n")
                .map(String.init)
        }
        func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    /// Runs a server while `body` runs, and returns the lines that were logged.
    private func serve(
        _ format: AccessLog.Format,
        _ change: (inout ServerConfiguration) -> Void = { _ in },
        body: (UInt16) async throws -> Void
    ) async throws -> [String] {
        let bytes = bytes
        let log = try AccessLog(format: format) { bytes.add($0) }
        var options = Application.Options()
        options.observers.append(log)
        options.observers.append(metrics)
        let services = [Shop.service()]
        let pages = Documentation(of: services).pages
        options.observers.append(seen)
        let application = try Application(services, pages: pages, options: options)
        try await withServer(.testing(change), running: application, body: body)
        await log.close(within: .seconds(30))
        return bytes.lines
    }

    private static let refused: [(name: String, bytes: String, status: Int)] = [
        ("a blank before the colon", "GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400),
        ("a long line", "GET /" + String(repeating: "a", count: 9_000), 414),
        ("a long field", "GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 9_000), 431),
        ("an old version", "GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", 505),
    ]

    @Test func `are logged and counted with the reason and the client`() async throws {
        let names = Mutex<[String]>([])
        let lines = try await serve(.json) { port in
            for (name, bytes, status) in Self.refused {
                let client = try TestClient(port: port)
                try client.send(bytes)
                let answer = try client.answer()
                #expect(answer.status == status, "\(name)")
                #expect(answer.fields["x-content-type-options"] == "nosniff")
                #expect(answer.fields["cache-control"] == "no-store")
                names.withLock { $0.append(answer.fields["x-request-id"] ?? "none") }
            }
        }
        try #require(lines.count == Self.refused.count)
        for (name, line) in zip(names.withLock(\.self), lines) {
            #expect(line.contains(#""id":"\#(name)""#))
        }
        for (line, expected) in zip(lines, Self.refused) {
            let members: [String: Value] = try JSON().decode(from: line)
            #expect(
                members["status"] == Value(integerLiteral: Int64(expected.status)),
                "\(expected.name)"
            )
            #expect(members["peer"] == "127.0.0.1")
            #expect(members["method"] == nil)
            #expect(members["path"] == nil)
            #expect(members["refused"]?.stringValue?.isEmpty == false)
            #expect(members["id"]?.stringValue?.isEmpty == false)
            let sample = "recado_http_refused_total{status=\"\(expected.status)\"} 1\n"
            #expect(metrics.text.contains(sample))
        }
        #expect(seen.exchanges.map(\.status.code) == Self.refused.map(\.status))
        #expect(seen.exchanges.allSatisfy { $0.refusal != nil && $0.method == nil })
    }

    @Test func `are answered with a problem whose type has a page`() async throws {
        _ = try await serve(.json) { port in
            for (name, bytes, _) in Self.refused {
                let client = try TestClient(port: port)
                try client.send(bytes)
                let problem: [String: Value] = try JSON().decode(
                    from: client.answer().content
                )
                let type = try #require(problem["type"]?.stringValue)
                let reader = try TestClient(port: port)
                try reader.send("GET \(type) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try reader.answer().status == 200, "\(name): \(type)")
            }
        }
    }

    @Test func `are logged if their content does not arrive`() async throws {
        let lines = try await serve(.text) {
            $0.deadlines.content = .milliseconds(100)
        } body: { port in
            let client = try TestClient(port: port)
            let credentials = try BasicCredentials(user: "robin", password: "pass")
            try client.send(
                "PUT /shop/books/7 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Authorization: \(credentials.authorization)\r\nContent-Length: 20\r\n\r\n{"
            )
            #expect(try client.answer().status == 408)
        }
        // Only the 408 was sent and logged, not the handler's response to content that breaks off.
        try #require(lines.count == 1, "\(lines)")
        #expect(lines[0].hasSuffix("refused: the content did not arrive in time"))
        #expect(lines[0].contains("\"PUT /shop/books/7 HTTP/1.1\" 408"), "\(lines)")
        #expect(metrics.text.contains("recado_http_requests_in_progress 0\n"))
    }

    private struct Stalling: Middleware {
        let begun = Gate()

        func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
            .later {
                begun.open()
                await waitForCancellation()
                return Response(status: .serviceUnavailable)
            }
        }
    }

    @Test(arguments: [true, false])
    func `are recorded as 499 after a reset by the client`(byReset: Bool) async throws {
        let (stalling, seen) = (Stalling(), seen)
        var options = Application.Options()
        options.observers.append(metrics)
        options.middleware.append(stalling)
        options.observers.append(seen)
        let application = try Application([Shop.service()], options: options)
        try await withServer(running: application) { port in
            if byReset {
                let client = try FrameClient(port: port)
                try client.request(1, "GET", "/shop/books")
                await stalling.begun.wait()
                try client.send(.reset(1))
                try client.synchronize()
                while seen.exchanges.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            } else {
                let client = try TestClient(port: port)
                try client.send("GET /shop/books HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await stalling.begun.wait()
                client.reset()
                while seen.exchanges.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
        #expect(seen.exchanges.map(\.status.code) == [499])
        #expect(metrics.text.contains(#"{method="GET",route="/shop/books",status="4xx"} 1"#))
        #expect(metrics.text.contains("recado_http_requests_in_progress 0\n"))
    }

    @Test func `are recorded as 499 if a half-close cancels the handler`() async throws {
        let (stalling, seen) = (Stalling(), seen)
        var options = Application.Options()
        options.middleware.append(stalling)
        options.observers.append(seen)
        let application = try Application([Shop.service()], options: options)
        try await withServer(running: application) { port in
            let client = try TestClient(port: port)
            try client.send("GET /shop/books HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await stalling.begun.wait()
            client.finishSending()
            while seen.exchanges.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        }
        #expect(seen.exchanges.map(\.status.code) == [499])
    }

    @Test func `get 421 for an https target on a plain connection`() async throws {
        let lines = try await serve(.text) { port in
            for (target, status) in [
                ("http://localhost/shop/books", 200), ("HTTPS://localhost/shop/books", 421),
            ] {
                let client = try TestClient(port: port)
                try client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try client.answer().status == status)
            }
        }
        #expect(lines.count == 2)
    }

    @Test func `get no content for HEAD`() async throws {
        _ = try await serve(.text) { port in
            let client = try FrameClient(port: port)
            let field = String(repeating: "a", count: 9_000)
            try client.request(1, "HEAD", "/shop/books", [("x-long", field)])
            let answer = try client.answer(1)
            #expect(answer.status == 431)
            #expect(answer.content.isEmpty)
        }
    }

    @Test func `are logged with the client address from a trusted proxy`() throws {
        let bytes = bytes
        var options = Application.Options()
        options.observers.append(try AccessLog(format: .text) { bytes.add($0) })
        options.trustedProxies = .loopback
        options.observers.append(seen)
        let application = try Application([Shop.service()], options: options)
        let peer = Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        let request = Request(
            method: .get,
            target: "/shop/books",
            fields: ["X-Forwarded-For": "192.0.2.7", .requestID: "mine"],
            peer: peer
        )
        let refusal = RequestError(.serviceUnavailable, "too much", retryAfter: 3)
        let refused = RefusedRequest(refusal, from: peer, request: request)
        application.note(refused)
        #expect(seen.exchanges.map(\.peer?.address) == ["192.0.2.7"])
        let response = application.response(to: refused)
        #expect(response.fields[.requestID] == "mine")
        #expect(response.fields[.retryAfter] == "3")
    }

    @Test func `are logged in the combined log format`() async throws {
        let lines = try await serve(.text) {
            $0.deadlines.head = .milliseconds(100)
        } body: { port in
            let client = try TestClient(port: port)
            try client.send("GET / HT")
            #expect(try client.answer().status == 408)
        }
        let line = try #require(lines.first)
        #expect(line.contains("] \"-\" 408 - \"-\" \"-\" "))
        #expect(line.hasSuffix(" refused: the head did not arrive in time"))
    }

    @Test func `are logged if there are too many connections`() async throws {
        let lines = try await serve(.text) {
            $0.limits.connections = 1
        } body: { port in
            let first = try TestClient(port: port)
            try first.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try first.answer()
            let second = try TestClient(port: port)
            try second.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try second.answer().status == 503)
        }
        #expect(lines.count == 2)
        #expect(lines.last?.hasSuffix("refused: there are too many connections") == true)
    }

    @Test func `are logged in HTTP/2`() async throws {
        let lines = try await serve(.text) { port in
            let client = try FrameClient(port: port)
            let field = String(repeating: "a", count: 9_000)
            try client.request(1, "GET", "/shop/books", [("x-long", field)])
            #expect(try client.answer(1).status == 431)
            try client.request(3, "GET", "/shop/books/7")
            #expect(try client.answer(3).status == 200)
        }
        #expect(lines.count == 2)
        #expect(lines.first?.contains(" 431 ") == true)
        #expect(lines.first?.contains(" refused: ") == true)
    }

    @Test func `do not include health checks and metrics under load`() async throws {
        var options = Application.Options()
        options.observers.append(metrics)
        let application = try Application([Shop.service()], options: options)
        for path in ["/health/live", "/health/ready", "/metrics"] {
            #expect(application.bypassesLoadShedding(Request(method: .get, target: path)))
        }
        for path in ["/shop/books", "/health", "/nowhere"] {
            #expect(!application.bypassesLoadShedding(Request(method: .get, target: path)))
        }
    }
}
