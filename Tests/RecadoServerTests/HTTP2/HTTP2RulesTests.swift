// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Rules of HTTP2` {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let fields: [(String, String)]
        var testDescription: String { name }

        /// Makes a case with the four pseudo-header fields and the given fields.
        init(_ name: String, with fields: (String, String)...) {
            self.name = name
            self.fields = Case.pseudo + fields
        }

        init(_ name: String, only fields: (String, String)...) {
            self.name = name
            self.fields = fields
        }

        static let pseudo = [
            (":method", "GET"), (":scheme", "http"), (":authority", "h"), (":path", "/"),
        ]
    }

    /// Violations of RFC 9113 §8, each of which is a stream error.
    static let malformed: [Case] = [
        Case("a name with a capital", with: ("Accept", "a")),
        Case("an empty name", with: ("", "a")),
        Case("a name with a blank", with: ("a b", "a")),
        Case("a name with a colon", with: ("a:b", "a")),
        Case("a value with a line's end", with: ("a", "b\r\nc: d")),
        Case("a value with NUL", with: ("a", "b\0")),
        Case("a value with a blank before it", with: ("a", " b")),
        Case("a value with a blank behind it", with: ("a", "b ")),
        Case("Connection", with: ("connection", "close")),
        Case("Keep-Alive", with: ("keep-alive", "timeout=5")),
        Case("Proxy-Connection", with: ("proxy-connection", "close")),
        Case("Transfer-Encoding", with: ("transfer-encoding", "chunked")),
        Case("Upgrade", with: ("upgrade", "websocket")),
        Case("TE with more than trailers", with: ("te", "gzip")),
        Case("two lengths", with: ("content-length", "0"), ("content-length", "0")),
        Case("a length that is no number", with: ("content-length", "+1")),
        Case("a length that is negative", with: ("content-length", "-1")),
        Case("a length beyond every number", with: ("content-length", "99999999999999999999")),
        Case("a length of more than there is", with: ("content-length", "1")),
        Case("two hosts", with: ("host", "h"), ("host", "h")),
        Case("a late pseudo-field", with: ("a", "b"), (":path", "/")),
        Case("a repeated pseudo-field", with: (":path", "/")),
        Case("an unknown pseudo-field", with: (":colour", "red")),
        Case("a pseudo-field of responses", with: (":status", "200")),
        Case("no method", only: (":scheme", "http"), (":authority", "h"), (":path", "/")),
        Case("no scheme", only: (":method", "GET"), (":authority", "h"), (":path", "/")),
        Case("no host", only: (":method", "GET"), (":scheme", "http"), (":path", "/")),
        Case("no path", only: (":method", "GET"), (":scheme", "http"), (":authority", "h")),
        Case(
            "an empty path",
            only: (":method", "GET"),
            (":scheme", "http"),
            (":authority", "h"),
            (":path", "")
        ),
        Case(
            "a path without a slash",
            only: (":method", "GET"),
            (":scheme", "http"),
            (":authority", "h"),
            (":path", "a")
        ),
        Case(
            "an asterisk for GET",
            only: (":method", "GET"),
            (":scheme", "http"),
            (":authority", "h"),
            (":path", "*")
        ),
        Case(
            "a path with a blank",
            only: (":method", "GET"),
            (":scheme", "http"),
            (":authority", "h"),
            (":path", "/a b")
        ),
    ]

    @Test(arguments: malformed)
    func `a malformed request resets only its stream`(_ test: Case) async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.send(FrameClient.headers(1, test.fields))
            let answer = try client.answer(1)
            #expect(answer.resetCode == 1)
            #expect(answer.status == 0)
            try client.request(3)
            #expect(try client.answer(3).text == "GET / ")
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let name: String
        let status: Int
        let fields: [(String, String)]
        var testDescription: String { name }

        init(
            _ name: String,
            _ status: Int,
            _ method: String = "GET",
            _ path: String = "/",
            authority: String? = "h",
            with fields: [(String, String)] = []
        ) {
            self.name = name
            self.status = status
            let host = authority.map { [(":authority", $0)] } ?? []
            self.fields =
                [(":method", method), (":scheme", "http"), (":path", path)] + host + fields
        }
    }

    private static let many = (0..<101).map { ("a\($0)", "") }
    private static let long = String(repeating: "a", count: 9_000)

    static let refused: [Refused] = [
        Refused("a fragment", 400, "GET", "/a#b"),
        Refused("a byte beyond ASCII", 400, "GET", "/\u{E9}"),
        Refused("an invalid authority", 400, authority: "a,b"),
        Refused("an authority with a user", 400, authority: "me@h"),
        Refused("a host that is not the authority", 400, with: [("host", "other")]),
        Refused(
            "two authorizations",
            400,
            with: [("authorization", "Basic YTpi"), ("authorization", "Bearer c")]
        ),
        Refused("an unknown method of great length", 501, String(repeating: "A", count: 33)),
        Refused("an unknown expectation", 417, with: [("expect", "miracles")]),
        Refused("a long path", 414, "GET", "/" + long),
        Refused("a long field", 431, with: [("a", long)]),
        Refused("many fields", 431, with: many),
        Refused(
            "many long fields",
            431,
            with: (0..<8).map { ("a\($0)", String(long.prefix(5_000))) }
        ),
        Refused("much content", 413, "POST", with: [("content-length", "999999999999")]),
    ]

    @Test(arguments: refused)
    func `a refused request is answered and leaves the connection open`(
        _ test: Refused
    ) async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            let isLast = test.status != 413
            let block = FrameClient.block(test.fields)
            for (index, start) in stride(from: 0, to: block.count, by: 16_384).enumerated() {
                let end = min(start + 16_384, block.count)
                let flags =
                    (index == 0 && isLast ? Frame.endStream : 0)
                    | (end == block.count ? Frame.endHeaders : 0)
                let payload = Array(block[start..<end])
                let kind: Frame.Kind = index == 0 ? .headers : .continuation
                try client.send(Frame(kind: kind, flags: flags, stream: 1, payload: payload))
            }
            let answer = try client.answer(1)
            #expect(answer.status == test.status)
            #expect(answer["content-type"] == "application/problem+json")
            try client.request(3)
            #expect(try client.answer(3).text == "GET / ")
        }
    }

    @Test func `CONNECT is answered with 501`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            let fields = [(":method", "CONNECT"), (":authority", "h:443")]
            try client.send(FrameClient.headers(1, fields, isLast: false))
            let answer = try client.answer(1) { $0.resetCode != nil }
            #expect(answer.status == 501)
            #expect(answer.resetCode == 0)
        }
    }

    @Test func `content beyond the limit is refused as it arrives`() async throws {
        let configuration = ServerConfiguration.testing { $0.limits.content = 10 }
        try await withServer(configuration, handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", isLast: false)
            try client.send(.data(1, Array("12345".utf8), isLast: false))
            try client.synchronize()
            try client.send(.data(1, Array("678901".utf8), isLast: false))
            #expect(try client.answer(1).status == 413)
        }
    }

    @Test(arguments: ["12", "123456"])
    func `content of the wrong length is malformed`(content: String) async throws {
        let ended = Gate()
        let handler = FunctionHandler { request in
            _ = try? await request.content.collect(upTo: 100)
            ended.open()
            return Response(status: .ok)
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "POST", "/", [("content-length", "4")], isLast: false)
            try client.synchronize()
            try client.send(.data(1, Array(content.utf8)))
            #expect(try client.answer(1).resetCode == 1)
            await ended.wait()
        }
    }

    // MARK: - What a handler sees

    @Test func `several Cookie fields are joined into one`() async throws {
        let handler = FunctionHandler { request in
            let cookies = request.fields[values: .cookie]
            return Response(status: .ok, content: Content("\(cookies) \(request.fields.count)"))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            let crumbs = [("cookie", "a=1"), ("x", "y"), ("cookie", "b=2"), ("cookie", "c=3")]
            try client.request(1, "GET", "/", crumbs)
            #expect(try client.answer(1).text == #"["a=1; b=2; c=3"] 2"#)
        }
    }

    @Test(arguments: [(":authority", "me:80"), ("host", "me:80")])
    func `the authority comes from :authority or Host`(field: (String, String)) async throws {
        let handler = FunctionHandler { request in
            Response(status: .ok, content: Content("\(request.authority) \(request.target)"))
        }
        try await withServer(handler: handler) { port in
            let client = try FrameClient(port: port)
            let pseudo = [(":method", "OPTIONS"), (":scheme", "http"), (":path", "*")]
            try client.send(FrameClient.headers(1, pseudo + [field]))
            #expect(try client.answer(1).text == "me:80 *")
        }
    }

    @Test func `TE: trailers is accepted`() async throws {
        try await withServer(handler: .mirror) { port in
            let client = try FrameClient(port: port)
            try client.request(1, "GET", "/", [("te", "trailers")])
            #expect(try client.answer(1).status == 200)
        }
    }
}
