// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Testing

@Suite struct `Request limits` {
    private static func request(line: Int = 0, field: Int = 0, fields: Int = 0) -> [UInt8] {
        var text = "GET /" + String(repeating: "a", count: max(0, line - 14)) + " HTTP/1.1\r\n"
        text += "Host: h\r\n"
        if field > 0 { text += "A: " + String(repeating: "a", count: field - 3) + "\r\n" }
        for _ in 0..<fields { text += "A: b\r\n" }
        return Array((text + "\r\n").utf8)
    }

    @Test func `a request line of 8 KiB is accepted and a longer one refused (rule H4)`() {
        #expect(read(Self.request(line: 8_192)).requests.count == 1)
        #expect(read(Self.request(line: 8_193)) == Reading(failure: .startLineTooLong))
    }

    @Test func `a field line of 8 KiB is accepted and a longer one refused (rule H4)`() {
        #expect(read(Self.request(field: 8_192)).requests.count == 1)
        #expect(read(Self.request(field: 8_193)) == Reading(failure: .fieldsTooLong))
    }

    @Test func `100 fields are accepted and 101 are refused`() {
        #expect(read(Self.request(fields: 99)).requests.count == 1)
        #expect(read(Self.request(fields: 100)) == Reading(failure: .fieldsTooLong))
    }

    @Test func `32 KiB of fields are accepted and more are refused`() {
        func fields(_ last: Int) -> [UInt8] {
            var text = "GET / HTTP/1.1\r\nHost: h\r\n"
            for _ in 0..<4 { text += "A: " + String(repeating: "a", count: 7_995) + "\r\n" }
            text += "A: " + String(repeating: "a", count: last) + "\r\n"
            return Array((text + "\r\n").utf8)
        }
        // The fields are 9 bytes for Host, four of 8 000 bytes, and 5 bytes plus the last value.
        #expect(read(fields(32_768 - 9 - 32_000 - 5)).requests.count == 1)
        #expect(read(fields(32_768 - 9 - 32_000 - 4)) == Reading(failure: .fieldsTooLong))
    }

    @Test func `a line that is too long is refused before its end arrives (rule H4)`() {
        let line = Array(("GET /" + String(repeating: "a", count: 9_000)).utf8)
        #expect(read(line) == Reading(failure: .startLineTooLong))
        let field = Array(("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 9_000)).utf8)
        #expect(read(field) == Reading(failure: .fieldsTooLong))
    }

    @Test func `the content limit applies to Content-Length and to chunks (rule C4)`() {
        var limits = MessageLimits()
        limits.content = 4
        let head = "POST / HTTP/1.1\r\nHost: h\r\n"
        func outcome(_ rest: String) -> Reading { read(Array((head + rest).utf8), limits: limits) }
        #expect(outcome("Content-Length: 4\r\n\r\nabcd").requests.count == 1)
        #expect(outcome("Content-Length: 5\r\n\r\n") == Reading(failure: .contentTooLong))
        let chunked = "Transfer-Encoding: chunked\r\n\r\n"
        #expect(outcome(chunked + "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n").requests.count == 1)
        #expect(outcome(chunked + "2\r\nab\r\n3\r\n") == Reading(failure: .contentTooLong))
    }

    @Test func `a head that arrives byte by byte is parsed in linear time (rule H2)`() {
        func time(_ size: Int) -> Duration {
            var limits = MessageLimits()
            limits.field = 1 << 20
            limits.fields = 1 << 20
            var reader = RequestReader()
            var content: [UInt8] = []
            var used = 0
            let bytes = Array(("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: size)).utf8)
            return ContinuousClock().measure {
                for end in 1...bytes.count {
                    let piece = bytes.span.extracting(0..<end)
                    let event = reader.receive(
                        piece,
                        limits: limits,
                        into: &content,
                        used: &used
                    )
                    guard case .needsMore = consume event else { return }
                }
            }
        }
        // Eight times the bytes: quadratic work would take 64 times as long.
        let (small, large) = (min(time(8_000), time(8_000)), min(time(64_000), time(64_000)))
        #expect(large < small * 40 + .milliseconds(20))
    }
}

@Suite struct `Request heads` {
    @Test func `fields keep their order, their spelling and spaces within values`() throws {
        let (_, request) = try #require(
            parse("GET / HTTP/1.1\r\nHost: h\r\nX-A:  one  two \r\nx-a: three\r\n\r\n")
        )
        #expect(request.fields.map(\.name.rawName) == ["Host", "X-A", "x-a"])
        let name: FieldName = "x-a"
        #expect(request.fields[values: name] == ["one  two", "three"])
    }

    static let persistence: [(String, String, Bool)] = [
        ("1.1", "", true),
        ("1.1", "Connection: close\r\n", false),
        ("1.1", "Connection: Upgrade, CLOSE\r\n", false),
        ("1.1", "Connection: closed\r\n", true),
        ("1.1", "Connection: keep-alive, close\r\n", false),
        ("1.1", "Connection: a\r\nConnection: close\r\n", false),
        ("1.0", "", false),
        ("1.0", "Connection: Keep-Alive\r\n", true),
        ("1.0", "Connection: keep-alive, close\r\n", false),
    ]

    @Test(arguments: persistence)
    func `a connection persists according to RFC 9112 §9.3`(
        version: String,
        field: String,
        expected: Bool
    ) throws {
        let head = try #require(parseHead("GET / HTTP/\(version)\r\nHost: h\r\n\(field)\r\n"))
        #expect(head.keepsAlive == expected)
    }

    @Test func `an Expect field is ignored for HTTP/1.0`() throws {
        let fields = "Host: h\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n"
        #expect(try #require(parseHead("POST / HTTP/1.1\r\n" + fields)).expectsContinue)
        #expect(try !#require(parseHead("POST / HTTP/1.0\r\n" + fields)).expectsContinue)
    }

    @Test func `the framing follows from Content-Length or Transfer-Encoding`() throws {
        let start = "POST / HTTP/1.1\r\nHost: h\r\n"
        #expect(try #require(parseHead(start + "\r\n")).framing == .none)
        #expect(try #require(parseHead(start + "Content-Length: 0\r\n\r\n")).framing == .none)
        #expect(
            try #require(parseHead(start + "Content-Length: 007\r\n\r\n")).framing == .length(7)
        )
        #expect(
            try #require(parseHead(start + "Transfer-Encoding: Chunked\r\n\r\n")).framing
                == .chunked
        )
    }
}
