// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoWire
import Testing

/// The bytes of a response, with the expected result of reading them.
struct ResponseCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var method = Method.get
    let expected: ResponseReading

    init(
        _ name: String,
        _ text: String,
        _ heads: String...,
        content: String = "",
        trailers: String = "",
        isKept: Bool = true,
        rest: Int = 0,
        answering method: Method = .get
    ) {
        (self.name, self.text, self.method) = (name, text, method)
        expected = ResponseReading(
            heads: heads,
            content: content,
            trailers: trailers,
            isComplete: true,
            keepsConnection: isKept,
            rest: rest
        )
    }

    init(
        failing kind: MessageError.Kind,
        _ name: String,
        _ text: String,
        _ heads: String...,
        content: String = ""
    ) {
        (self.name, self.text) = (name, text)
        expected = ResponseReading(heads: heads, content: content, failure: kind)
    }

    var testDescription: String { "\(name) → \(expected)" }
}

@Suite struct `Response rules` {
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let lengths = [
        ResponseCase(
            "a length",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
            "200",
            content: "abc"
        ),
        ResponseCase("no reason", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "200"),
        ResponseCase("an empty reason", "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n", "200"),
        ResponseCase(
            "bare line feeds",
            "HTTP/1.1 200 OK\nContent-Length: 3\nA: b\n\nabc",
            "200 A=b",
            content: "abc"
        ),
        ResponseCase(
            "the same length twice",
            "HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\nContent-Length: 3\r\n\r\nabc",
            "200",
            content: "abc"
        ),
        ResponseCase(
            "bytes behind it",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\n",
            "200",
            content: "a",
            rest: 17
        ),
        ResponseCase(
            "an answer to HEAD",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
            "200",
            answering: .head
        ),
        ResponseCase("no content", "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n", "204"),
        ResponseCase("not modified", "HTTP/1.1 304 x\r\nTransfer-Encoding: y\r\n\r\n", "304"),
        ResponseCase(
            "a tunnel",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
            "200",
            rest: 3,
            answering: Method("CONNECT") ?? .get
        ),
    ]

    static let connections = [
        ResponseCase(
            "a connection that ends",
            "HTTP/1.1 200 OK\r\nConnection: x, CLOSE\r\nContent-Length: 0\r\n\r\n",
            "200",
            isKept: false
        ),
        ResponseCase(
            "HTTP/1.0",
            "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
            "200",
            isKept: false
        ),
        ResponseCase(
            "HTTP/1.0 that goes on",
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n",
            "200"
        ),
        ResponseCase(
            "a length beside chunks",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "1\r\na\r\n0\r\n\r\n",
            "200",
            content: "a",
            isKept: false
        ),
        ResponseCase(
            "chunks in HTTP/1.0",
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "0\r\n\r\n",
            "200",
            isKept: false
        ),
    ]

    static let chunks = [
        ResponseCase(
            "chunks",
            chunked + "2;a=b\r\nab\r\n0001\r\nc\r\n0\r\n\r\n",
            "200",
            content: "abc"
        ),
        ResponseCase(
            "chunks with bare line feeds and blanks",
            chunked + "2 \t ; a = \"b\"\nab\n1  \r\nc\r\n0\n\n",
            "200",
            content: "abc"
        ),
        ResponseCase(
            "trailers, of which one is none",
            chunked + "0\r\nA: b\r\nB:\u{1}\r\nA:  c d \r\n\r\nx",
            "200",
            trailers: "A=b|A=c d",
            rest: 1
        ),
        ResponseCase(
            "a coding in capitals, beside empty members",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: ,CHUNKED,\r\n\r\n0\r\n\r\n",
            "200"
        ),
    ]

    static let heads = [
        ResponseCase(
            "informational responses",
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n"
                + "Content-Length: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na",
            "102",
            "103 Link=</a>",
            "200",
            content: "a"
        ),
        ResponseCase(
            "a value over several lines",
            "HTTP/1.1 200 OK\r\nA: b \r\n\t c\r\n \r\nB: d\r\nContent-Length:\r\n 0\r\n\r\n",
            "200 A=b c|B=d"
        ),
        ResponseCase(
            "a continued line before the first field",
            "HTTP/1.1 200 OK\r\n B: c\r\nA: b\r\nContent-Length: 0\r\n\r\n",
            "200 A=b"
        ),
        ResponseCase(
            "control characters",
            "HTTP/1.1 200 OK\r\nA: b\u{0}c\rd\u{7F}e\r\nContent-Length: 0\r\n\r\n",
            "200 A=b c d e"
        ),
    ]

    static let broken = [
        ResponseCase(failing: .malformed, "another protocol", "ICY 200 OK\r\n\r\n"),
        ResponseCase(failing: .malformed, "small letters", "http/1.1 200 OK\r\n\r\n"),
        ResponseCase(failing: .malformed, "another version", "HTTP/3 200 OK\r\n\r\n"),
        ResponseCase(failing: .malformed, "an empty line", "\r\nHTTP/1.1 200 OK\r\n\r\n"),
        ResponseCase(failing: .malformed, "two digits", "HTTP/1.1 20 OK\r\n\r\n"),
        ResponseCase(failing: .malformed, "four digits", "HTTP/1.1 2000 OK\r\n\r\n"),
        ResponseCase(failing: .malformed, "no blank", "HTTP/1.1200 OK\r\n\r\n"),
        ResponseCase(failing: .malformed, "a line that is no field", "HTTP/1.1 200 OK\r\nA\r\n"),
        ResponseCase(failing: .malformed, "a blank before a colon", "HTTP/1.1 200 OK\r\nA : b\r\n"),
        ResponseCase(
            failing: .malformed,
            "an upgrade that nobody has asked for",
            "HTTP/1.1 101 Switching Protocols\r\n\r\n"
        ),
    ]

    private static func coded(
        _ kind: MessageError.Kind,
        _ fields: String,
        _ heads: [String] = []
    ) -> ResponseCase {
        ResponseCase(failing: kind, fields, "HTTP/1.1 200 OK\r\n\(fields)")
    }

    static let codings = [
        coded(.notImplemented, "Transfer-Encoding: gzip, chunked\r\n\r\n"),
        coded(.notImplemented, "Transfer-Encoding: chunked, chunked\r\n\r\n"),
        coded(.notImplemented, "Transfer-Encoding: \r\n\r\n"),
        coded(.notImplemented, "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n"),
        coded(.malformed, "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"),
        coded(.malformed, "Content-Length: 1, 01\r\n\r\n"),
        coded(.malformed, "Content-Length: -1\r\n\r\n"),
        coded(.malformed, "Content-Length: +1\r\n\r\n"),
        coded(.malformed, "Content-Length: 1 2\r\n\r\n"),
        coded(.malformed, "Content-Length: 1\r\n 2\r\n\r\n"),
        coded(.malformed, "Content-Length: 99999999999999999999\r\n\r\n"),
        coded(.malformed, "Content-Length:\r\n\r\n"),
    ]

    static let brokenChunks =
        [
            "g\r\n", "-1\r\n", "\r\n", "0x1\r\n", "10000000000000001\r\n", "1 x\r\n", "1\rx",
            "1;" + String(repeating: "x", count: 5_000), "1" + String(repeating: " ", count: 5_000),
            "0\r\nA\r\n", "0\r\n A: b\r\n", "0\r\n: b\r\n", "0\r\n\rx",
        ].map { ResponseCase(failing: .malformed, "chunks: \($0.prefix(20))", chunked + $0, "200") }
        + [
            ResponseCase(
                failing: .malformed,
                "more than a chunk announces",
                chunked + "1\r\nab\r\n0\r\n\r\n",
                "200",
                content: "a"
            )
        ]

    static let whole = lengths + connections + chunks + heads
    static let all = whole + broken + codings + brokenChunks

    private func read(
        _ sample: ResponseCase,
        in pieces: [ArraySlice<UInt8>],
        isDirect: Bool = false
    ) -> ResponseReading {
        var reader = PiecewiseResponseReader(answering: sample.method, isDirect: isDirect)
        for piece in pieces { reader.give(piece) }
        return reader.reading
    }

    @Test(arguments: all)
    func `a valid response is parsed and an invalid one is refused`(_ sample: ResponseCase) {
        let bytes = Array(sample.text.utf8)
        #expect(read(sample, in: [bytes[...]]) == sample.expected)
        #expect(read(sample, in: [bytes[...]], isDirect: true) == sample.expected)
    }

    @Test(arguments: all)
    func `a response is parsed the same wherever it is split (rule H3)`(_ sample: ResponseCase) {
        let bytes = Array(sample.text.utf8)
        for isDirect in [false, true] {
            let single = bytes.indices.map { bytes[$0...$0] }
            #expect(read(sample, in: single, isDirect: isDirect) == sample.expected)
            for cut in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 300)) {
                let halves = [bytes[..<cut], bytes[cut...]]
                let found = read(sample, in: halves, isDirect: isDirect)
                #expect(found == sample.expected, "cut at \(cut)")
            }
        }
    }

    @Test(arguments: whole.filter { $0.expected.rest == 0 })
    func `every prefix of a valid response is incomplete, but not an error`(_ sample: ResponseCase)
    {
        let bytes = Array(sample.text.utf8)
        for end in 0..<bytes.count {
            var reader = PiecewiseResponseReader(answering: sample.method)
            reader.give(bytes[..<end])
            reader.end()
            #expect(reader.reading.failure == nil, "the first \(end) bytes")
            #expect(!reader.reading.isComplete, "the first \(end) bytes")
        }
    }
}

@Suite struct `Response readers` {
    private func read(
        _ text: String,
        limits: MessageLimits = MessageLimits(head: 65_536),
        switchesProtocol: Bool = false
    ) -> PiecewiseResponseReader {
        var reader = PiecewiseResponseReader(limits: limits, switchesProtocol: switchesProtocol)
        reader.give(text.utf8)
        return reader
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.0 200 OK\r\nA: b\r\n\r\n"])
    func `content without a length ends with the connection`(head: String) {
        var reader = read(head + "abc")
        #expect(!reader.reading.isComplete)
        reader.give("def".utf8)
        reader.end()
        #expect(reader.reading.isComplete)
        #expect(reader.reading.content == "abcdef")
    }

    @Test func `bytes after a requested protocol switch are not read as HTTP`() {
        let text = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nHTTP/1.1 200 OK\r\n"
        let reading = read(text, switchesProtocol: true).reading
        #expect(reading.heads == ["101 Upgrade=x"])
        #expect(reading.isComplete)
        #expect(reading.rest == 17)
    }

    @Test func `the head limit includes informational responses (rule H4)`() {
        let limits = MessageLimits(head: 60)
        let hint = "HTTP/1.1 103 Early Hints\r\n\r\n"
        #expect(hint.utf8.count == 28)
        let final = "HTTP/1.1 204 No\r\nAbcd: efgh\r\n\r\n"
        #expect(read(hint + final, limits: limits).reading.failure == nil)
        #expect(read(hint + hint + final, limits: limits).reading.failure == .fieldsTooLong)
        let long = "HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: 60)
        #expect(read(long, limits: limits).reading.failure == .fieldsTooLong)
        let line = "HTTP/1.1 200 " + String(repeating: "a", count: 60)
        #expect(read(line, limits: limits).reading.failure == .fieldsTooLong)
        let lines = "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 10)
        #expect(read(lines, limits: limits).reading.failure == .fieldsTooLong)
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: "
        let trailers = chunked + String(repeating: "a", count: 70)
        #expect(read(trailers, limits: limits).reading.failure == .fieldsTooLong)
    }

    @Test func `many chunks with extensions are read`() {
        let chunks = String(repeating: "1;name=value\r\nx\r\n", count: 2_000)
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let reading = read(head + chunks + "0\r\n\r\n").reading
        #expect(reading.isComplete)
        #expect(reading.content.utf8.count == 2_000)
    }

    @Test func `one reader can read several responses in turn`() {
        var reader = ResponseReader(limits: MessageLimits(head: 1_000))
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nA: b\r\n\r\n".utf8)
        var content: [UInt8] = []
        var used = 0
        for method in [Method.get, .head, .get] {
            #expect(reader.state.isComplete)
            reader.begin(answering: method)
            #expect(!reader.state.isComplete)
            let event = reader.receive(bytes.span, into: &content, used: &used)
            guard case .head(let head) = event else {
                Issue.record("no head")
                return
            }
            #expect(head.fields["A"] == "b")
            #expect(head.contentLength == 0)
            #expect(used == bytes.count)
            // Bytes after the response are not read before the next request.
            _ = reader.receive(bytes.span, into: &content, used: &used)
            #expect(used == 0)
        }
    }
}
