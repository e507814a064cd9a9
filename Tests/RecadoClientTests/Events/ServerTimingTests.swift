// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Timings in Server-Timing fields` {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var timings: [ServerTiming]
        var testDescription: String { text }

        init(_ text: String, _ timings: ServerTiming...) {
            (self.text, self.timings) = (text, timings)
        }
    }

    static let cases: [Case] = [
        Case("miss", ServerTiming("miss")),
        Case("db;dur=53", ServerTiming("db", duration: .milliseconds(53))),
        Case("db;dur=2.5", ServerTiming("db", duration: .microseconds(2500))),
        Case(
            #"a;desc="from, memory; fast";dur=1, b ; DUR="2" ; desc=x"#,
            ServerTiming("a", duration: .milliseconds(1), text: "from, memory; fast"),
            ServerTiming("b", duration: .milliseconds(2), text: "x")
        ),
        Case("a;dur=soon", ServerTiming("a")),
        Case(
            "a;dur=-1, b;dur=nan, c;dur=inf, d;dur=1e300",
            ServerTiming("a"),
            ServerTiming("b"),
            ServerTiming("c"),
            ServerTiming("d")
        ),
        Case("a;other=1;dur=4;dur=5", ServerTiming("a", duration: .milliseconds(4))),
        Case(#"=, ;dur=1, a;desc="open, b"#),
        Case(", ,"),
        Case(""),
    ]

    @Test(arguments: cases)
    func `valid entries are read, and malformed entries are ignored`(example: Case) {
        #expect(ServerTiming.read(["Server-Timing": example.text]) == example.timings)
    }

    @Test
    func `several fields are read as one list of at most 100 entries`() {
        var fields: Fields = [:]
        for number in 0..<60 { fields.append("a\(number), b\(number)", to: "server-timing") }
        let timings = ServerTiming.read(fields)
        #expect(timings.count == ServerTiming.limit)
        #expect(timings.prefix(3).map(\.name) == ["a0", "b0", "a1"])
    }

    private struct Ping: Endpoint {
        static let route: Route = "GET /ping"
        typealias Output = NoContent
    }

    @Test
    func `replies, streams and errors contain the server timings`() async throws {
        let fields: Fields = ["Server-Timing": #"db;dur=53.2;desc="two queries""#]
        let db = ServerTiming("db", duration: .microseconds(53_200), text: "two queries")
        let good = try Client(StubTransport(.noContent, fields))
        #expect(try await good.response(to: Ping()).serverTimings == [db])
        #expect(try await good.stream("ping").serverTimings == [db])
        let bad = try Client(StubTransport(.badGateway, fields))
        let error = await callError { () throws(CallError<Never>) in
            _ = try await bad.response(to: Ping())
        }
        #expect(error?.serverTimings == [db])
        #expect(CallError<Never>.timedOut.serverTimings.isEmpty)
    }

    @Test
    func `a description contains no control characters`() {
        let timing = ServerTiming("db", duration: .milliseconds(53), text: "two\u{1B}[31m\nqueries")
        #expect("\(timing)" == "db: 53 ms, two [31m queries")
        #expect("\(ServerTiming("miss"))" == "miss")
    }
}
