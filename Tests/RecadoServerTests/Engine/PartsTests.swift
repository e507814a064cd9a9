// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Testing

@testable import RecadoServer

@Suite struct `Socket addresses` {
    static let valid: [(String, String)] = [
        ("127.0.0.1:3000", "127.0.0.1:3000"),
        ("0.0.0.0:80", "0.0.0.0:80"),
        ("[::1]:3000", "[::1]:3000"),
        ("localhost:0", "127.0.0.1:0"),
        (":8080", "127.0.0.1:8080"),
        ("8080", "127.0.0.1:8080"),
        ("unix:/run/a.sock", "unix:/run/a.sock"),
    ]

    @Test(arguments: valid)
    func `an address is parsed and described`(text: String, expected: String) {
        #expect(SocketAddress(text)?.description == expected)
    }

    @Test(arguments: [
        "", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
        "127.0.0:1", "::1:3000", "[127.0.0.1]:1", "[::1]", "example.com:80", "unix:", "[::g]:1",
    ])
    func `an invalid address is refused`(text: String) {
        #expect(SocketAddress(text) == nil)
    }

    @Test func `an IPv4-mapped IPv6 address counts as the IPv4 address`() {
        let bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 192, 0, 2, 7]
        let address = InternetAddress(family: .version6, bytes: bytes)
        #expect(address.origin == InternetAddress("192.0.2.7")?.origin)
    }
}

@Suite struct `Timer wheel` {
    @Test func `an entry fires at its tick, not before`() {
        var wheel = TimerWheel<String>()
        wheel.advance(to: 1_000) { _, _ in }
        #expect(wheel.schedule("a", at: 1_010) == 1_010)
        #expect(wheel.distance == 10)
        var due: [String] = []
        wheel.advance(to: 1_009) { name, _ in due.append(name) }
        #expect(due.isEmpty)
        wheel.advance(to: 1_010) { name, _ in due.append(name) }
        #expect(due == ["a"])
        #expect(wheel.distance == nil)
    }

    @Test func `an entry beyond one rotation is scheduled for the last slot`() {
        var wheel = TimerWheel<Int>()
        #expect(wheel.schedule(1, at: 100_000) == TimerWheel<Int>.slotCount - 1)
    }

    @Test func `an entry in the past is scheduled for the next tick`() {
        var wheel = TimerWheel<Int>()
        wheel.advance(to: 50) { _, _ in }
        #expect(wheel.schedule(1, at: 20) == 51)
    }

    @Test func `after a long pause every entry fires once`() {
        var wheel = TimerWheel<Int>()
        for tick in 1...511 { _ = wheel.schedule(tick, at: tick) }
        var due: [Int] = []
        wheel.advance(to: 1_000_000) { name, _ in due.append(name) }
        #expect(due.sorted() == Array(1...511))
    }

    @Test(arguments: [0, 1, 63, 64, 100, 500, 511, 512, 700])
    func `the distance to the next entry is exact`(start: Int) {
        for distance in [1, 2, 63, 64, 65, 300, 511] {
            var wheel = TimerWheel<Int>()
            wheel.advance(to: start) { _, _ in }
            _ = wheel.schedule(1, at: start + distance)
            #expect(wheel.distance == distance)
        }
    }
}

@Suite struct `Output queue` {
    @Test func `bytes are removed in the order in which they were added`() throws {
        var queue = OutputQueue()
        var expected: [UInt8] = []
        for size in [1, 5, 40_000, 3, 20_000, 7, 0, 100_000] {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ size) }
            queue.append(bytes)
            expected += bytes
        }
        #expect(queue.count == expected.count)
        var taken: [UInt8] = []
        while let front = queue.front {
            let count = min(1_013, front.count - queue.offset)
            taken += front[queue.offset..<queue.offset + count]
            queue.removeFirst(count)
        }
        #expect(taken == expected)
        #expect(queue.isEmpty)
        #expect(queue.segmentCount == 0)
    }
}

@Suite struct `Counting connections` {
    @Test func `connections are limited in total and per origin`() {
        let connectionLimiter = ConnectionLimiter(limit: 4, limitPerOrigin: 2)
        #expect(connectionLimiter.admit(1) == .admitted)
        #expect(connectionLimiter.admit(1) == .admitted)
        #expect(connectionLimiter.admit(1) == .refused)
        #expect(connectionLimiter.admit(nil) == .admitted)
        #expect(connectionLimiter.admit(2) == .admitted)
        // Of the 16 connections above the limit, eight are reserved for this machine.
        for origin in UInt64(3)..<11 { #expect(connectionLimiter.admit(origin) == .extra) }
        #expect(connectionLimiter.admit(11) == .refused)
        for _ in 0..<8 { #expect(connectionLimiter.admit(nil) == .extra) }
        #expect(connectionLimiter.admit(nil) == .refused)
        connectionLimiter.release(1, isExtra: false)
        #expect(connectionLimiter.admit(1) == .admitted)
        connectionLimiter.release(3, isExtra: true)
        #expect(connectionLimiter.admit(3) == .refused)
        #expect(connectionLimiter.admit(nil) == .extra)
    }
}

@Suite struct `Date fields` {
    static let dates: [(Int, String)] = [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        (1_709_251_200, "Fri, 01 Mar 2024 00:00:00 GMT"),
        (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ]

    @Test(arguments: dates)
    func `a time is written as an IMF-fixdate`(seconds: Int, text: String) {
        var line = DateLine()
        line.update(to: seconds)
        #expect(String(decoding: line.bytes, as: UTF8.self) == "Date: \(text)\r\n")
    }
}

@Suite struct `Headers of responses` {
    private func head(
        _ response: Response,
        isHead: Bool = false,
        isVersion10: Bool = false,
        keepsAlive: Bool = true
    ) -> (text: String, plan: ResponsePlan) {
        let traits = RequestTraits(
            isHead: isHead,
            isVersion10: isVersion10,
            keepsAlive: keepsAlive
        )
        let plan = ResponsePlan(response, for: traits, isLast: false)
        var wire = WireBuffer()
        var date = DateLine()
        date.update(to: 784_111_777)
        _ = wire.appendHead(response, plan, date: date)
        let text = String(decoding: wire.bytes, as: UTF8.self)
        return (text.replacing("Sun, 06 Nov 1994 08:49:37 GMT", with: "now"), plan)
    }

    @Test func `Content-Length and Date are added`() {
        let response = Response(status: .ok, fields: [.contentType: "a/b"], content: Content("hey"))
        #expect(
            head(response).text
                == "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: a/b\r\nContent-Length: 3\r\n\r\n"
        )
    }

    @Test func `framing fields set by the handler are replaced`() {
        let fields: Fields = [
            .contentLength: "99", .transferEncoding: "chunked", .connection: "upgrade",
            .date: "then",
        ]
        let response = Response(status: .created, fields: fields, content: Content("hey"))
        #expect(
            head(response).text
                == "HTTP/1.1 201 Created\r\nDate: then\r\nContent-Length: 3\r\n\r\n"
        )
    }

    @Test func `a handler can close the connection with Connection: close`() {
        let response = Response(status: .ok, fields: [.connection: "Close"])
        #expect(head(response).text.contains("Connection: close\r\n"))
    }

    @Test(arguments: [Status.noContent, .notModified])
    func `statuses without content have no Content-Length`(status: Status) {
        let (text, plan) = head(Response(status: status, content: Content("no")))
        #expect(!text.contains("Content-Length"))
        #expect(!plan.sendsContent)
    }

    @Test func `status 205 has a Content-Length of 0`() {
        let (text, plan) = head(Response(status: .resetContent, content: Content("no")))
        #expect(text.contains("Content-Length: 0\r\n"))
        #expect(!plan.sendsContent)
    }

    @Test func `an interim status from a handler becomes 500`() {
        let (text, plan) = head(Response(status: .continue, content: Content("no")))
        #expect(text.hasPrefix("HTTP/1.1 500 "))
        #expect(text.contains("Content-Length: 0\r\n"))
        #expect(!plan.sendsContent)
    }

    @Test func `HEAD keeps Content-Length and omits the content`() {
        let whole = head(Response(status: .ok, content: Content("hey")), isHead: true)
        #expect(whole.text.contains("Content-Length: 3\r\n"))
        #expect(!whole.plan.sendsContent)
        let given = Response(status: .ok, fields: [.contentLength: "12"])
        #expect(head(given, isHead: true).text.contains("Content-Length: 12\r\n"))
        let wrong = Response(status: .ok, fields: [.contentLength: "-1"])
        #expect(head(wrong, isHead: true).text.contains("Content-Length: 0\r\n"))
    }

    @Test func `responses to HTTP/1.0 always have a Connection field`() {
        let response = Response(status: .ok, content: Content("hey"))
        #expect(head(response, isVersion10: true).text.contains("Connection: keep-alive\r\n"))
        let last = head(response, isVersion10: true, keepsAlive: false)
        #expect(last.text.contains("Connection: close\r\n"))
    }

    @Test func `a line break in a value cannot start another field`() {
        let response = Response(status: .ok, fields: [.contentType: "a\r\nSet-Cookie: b=c"])
        #expect(!head(response).text.contains("\r\nSet-Cookie"))
    }
}
