// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

/// Collects the output of a log.
private final class Written: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
}

@Suite(.timeLimit(.minutes(1))) struct `An access log` {
    private let written = Written()

    private func log(
        _ format: AccessLog.Format,
        slow: Duration? = nil,
        onlySlow: Bool = false
    ) throws -> AccessLog {
        let written = written
        return try AccessLog(format: format, slow: slow, onlySlow: onlySlow) { written.add($0) }
    }

    private static let secrets = ["geheim", "s3cret", "Y29va2ll"]

    private static var request: Request {
        var request = Request(method: .get, target: "/shop/books/7?token=geheim")
        request.fields = [
            .authorization: "Bearer s3cret", "Cookie": "id=Y29va2ll", "X-Request-Id": "abc",
            .userAgent: "a\"b\\c\u{9B}é\t", "Referer": "https://a.example/?q=geheim",
            "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ]
        request.peer = Peer(address: "192.0.2.1", isLocal: false, isSecure: true)
        request.version = .http2
        return request
    }

    private func answer(_ requests: [Request], _ log: AccessLog) async throws {
        var options = Application.Options()
        options.observers.append(log)
        let application = try Application([Shop.service()], options: options)
        for request in requests { _ = await application.respond(to: request) }
        await log.close(within: .seconds(30))
    }

    @Test func `writes one JSON object per line`() async throws {
        try await answer([Self.request, Shop.request(.post, "/nowhere")], log(.json))
        try #require(written.lines.count == 2)
        let first: [String: Value] = try JSON().decode(from: written.lines[0])
        #expect(first["id"] == "abc")
        #expect(first["peer"] == "192.0.2.1")
        #expect(first["secure"] == true)
        #expect(first["protocol"] == "HTTP/2")
        #expect(first["method"] == "GET")
        #expect(first["path"] == "/shop/books/7")
        #expect(first["route"] == "/shop/books/{id}")
        #expect(first["status"] == 200)
        #expect(first["responseBytes"] == 13)
        #expect(first["userAgent"] == "a\"b\\c\u{9B}é\t")
        #expect(first["trace"] == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(first["span"] == "00f067aa0ba902b7")
        #expect(first["slow"] == nil)
        let time = try #require(first["time"]?.stringValue)
        #expect(time.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ/) != nil)
        let second: [String: Value] = try JSON().decode(from: written.lines[1])
        #expect(second["route"] == nil)
        #expect(second["status"] == 404)
        #expect(written.text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }

    @Test func `writes the combined log format`() async throws {
        try await answer([Self.request], log(.text))
        let line = try #require(written.lines.first)
        #expect(line.hasPrefix("192.0.2.1 - - ["))
        #expect(
            line.contains(
                #" +0000] "GET /shop/books/7 HTTP/2" 200 13 "-" "a\"b\\c\xc2\x9b\xc3\xa9\x09" abc "#
                    + #""/shop/books/{id}" "#
            ),
            "\(line)"
        )
        #expect(line.hasSuffix(" ms"))
    }

    @Test(arguments: [AccessLog.Format.json, .text])
    func `contains no secrets`(_ format: AccessLog.Format) async throws {
        var credentials = Shop.request(.put, "/shop/books/7?pin=geheim", user: "s3cret")
        credentials.fields["Cookie"] = "Y29va2ll"
        try await answer([Self.request, credentials], log(format))
        #expect(written.lines.count == 2)
        for secret in Self.secrets { #expect(!written.text.contains(secret)) }
    }

    @Test(arguments: [AccessLog.Format.json, .text])
    func `escapes control characters, so clients cannot forge lines`(
        _ format: AccessLog.Format
    ) async throws {
        var request = Shop.request(.get, "/a\r\nb\u{2028}\u{202E}\u{7}")
        request.fields[.userAgent] = "x"
        try await answer([request], log(format))
        #expect(written.lines.count == 1)
        #expect(written.text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    }

    @Test func `omits fast requests if limited to slow ones`() async throws {
        try await answer([Self.request], log(.json, slow: .seconds(60), onlySlow: true))
        #expect(written.text.isEmpty)
    }

    @Test func `marks slow requests`() async throws {
        try await answer([Self.request], log(.json, slow: .nanoseconds(1)))
        #expect(written.text.contains(#""slow":true"#))
    }

    @Test func `drops lines if its queue is full and reports their number`() async throws {
        // Blocks the log's thread while it writes its first line, until the queue is full.
        let (gate, written) = (ThreadGate(), written)
        let log = try AccessLog(format: .json, capacity: 3) { bytes in
            gate.pass()
            written.add(bytes)
        }
        var options = Application.Options()
        options.observers.append(log)
        let application = try Application([Shop.service()], options: options)
        _ = await application.respond(to: Self.request)
        await gate.arrival()
        for _ in 0..<10 { _ = await application.respond(to: Self.request) }
        #expect(log.dropped == 7)
        gate.open()
        await log.close(within: .seconds(30))
        #expect(written.lines.count == 5)
        #expect(written.lines.contains(#"{"dropped":7}"#))
    }
}

/// Blocks a thread until a test opens the gate.
private final class ThreadGate: Sendable {
    private let hasArrived = Atomic(false)
    private let isOpen = Atomic(false)

    func pass() {
        hasArrived.store(true, ordering: .releasing)
        while !isOpen.load(ordering: .acquiring) {}
    }

    func arrival() async {
        while !hasArrived.load(ordering: .acquiring) { await Task.yield() }
    }

    func open() { isOpen.store(true, ordering: .releasing) }
}
