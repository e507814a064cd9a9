// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Alternative services in Alt-Svc fields` {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var services: [AlternativeService]
        var testDescription: String { text }

        init(_ text: String, _ services: AlternativeService...) {
            (self.text, self.services) = (text, services)
        }
    }

    // The first cases are those of RFC 7838 §3 and §3.1.
    static let cases: [Case] = [
        Case(#"h2=":8000""#, AlternativeService("h2", port: 8000)),
        Case(
            #"h2="new.example.org:80""#,
            AlternativeService("h2", host: "new.example.org", port: 80)
        ),
        Case(#"w%3Dx%3Ay#z=":1""#, AlternativeService("w=x:y#z", port: 1)),
        Case(
            #"h2="alt.example.com:8000", h2=":443""#,
            AlternativeService("h2", host: "alt.example.com", port: 8000),
            AlternativeService("h2", port: 443)
        ),
        Case(#"h2=":443"; ma=3600"#, AlternativeService("h2", port: 443, lifetime: .seconds(3600))),
        Case(
            #"h2=":443"; ma=2592000; persist=1"#,
            AlternativeService(
                "h2",
                port: 443,
                lifetime: .seconds(2_592_000),
                outlivesNetworkChanges: true
            )
        ),
        Case(
            #"h3=":443";v="46,43";ma="60";persist=2"#,
            AlternativeService("h3", port: 443, lifetime: .seconds(60))
        ),
        Case(
            #"h3="[2001:DB8::1]:443""#,
            AlternativeService("h3", host: "[2001:db8::1]", port: 443)
        ),
        Case(
            #"h3=":443";ma=99999999999999999999"#,
            AlternativeService("h3", port: 443, lifetime: .seconds(1 << 31))
        ),
        Case("clear"),
        Case(#"h3=":443", clear"#),
        Case(#"h3=":0", h3=":65536", h3="443", h3=":", h3=":+1", h3=":443";ma=-1"#),
        Case(#"h3=":443";ma=soon, h3=443, =":443", h3, h3="a/b:1", h3="a:1:2", h%zz=":1""#),
        Case(#"h2="a@b:1", h2=" :1", h2="é:1", , "#),
        Case(""),
    ]

    @Test(arguments: cases)
    func `valid entries are read, and malformed entries are ignored`(example: Case) {
        #expect(AlternativeService.read(["Alt-Svc": example.text]) == example.services)
    }

    @Test
    func `several fields are read as one list of at most 100 entries`() {
        var fields: Fields = [:]
        #expect(AlternativeService.read(fields) == nil)
        for port in 1...60 { fields.append(#"a=":\#(port)", b=":\#(port)""#, to: "alt-svc") }
        let services = AlternativeService.read(fields)
        #expect(services?.count == AlternativeService.limit)
        #expect(services?.prefix(3).map(\.protocolName) == ["a", "b", "a"])
    }

    private struct Ping: Endpoint {
        static let route: Route = "GET /ping"
        typealias Output = NoContent
    }

    @Test
    func `replies, streams, errors and diagnoses contain the alternative services`() async throws {
        let fields: Fields = ["Alt-Svc": #"h3=":443"; ma=86400"#]
        let places = [AlternativeService("h3", port: 443)]
        let good = try Client(StubTransport(.noContent, fields))
        #expect(try await good.response(to: Ping()).alternativeServices == places)
        #expect(try await good.stream("ping").alternativeServices == places)
        #expect(await good.diagnose("ping").alternativeServices == ["h3 at :443 for 86400 s"])
        let bad = try Client(StubTransport(.badGateway, fields))
        let error = await callError { () throws(CallError<Never>) in
            _ = try await bad.response(to: Ping())
        }
        #expect(error?.alternativeServices == places)
        #expect(CallError<Never>.timedOut.alternativeServices == nil)
    }

    @Test
    func `a description contains no control characters`() throws {
        let services = AlternativeService.read(["Alt-Svc": #"h%1B3="a:1""#])
        #expect(try #require(services?.first).description == "h 3 at a:1 for 86400 s")
    }
}
