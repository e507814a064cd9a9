// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Calls without encryption` {
    static let cases: [(CleartextPolicy, authority: String, isAllowed: Bool)] = [
        (.loopback, "localhost", true), (.loopback, "localhost:3000", true),
        (.loopback, "LocalHost.", true), (.loopback, "app.localhost:80", true),
        (.loopback, "127.0.0.1:3000", true), (.loopback, "127.9.9.9", true),
        (.loopback, "[::1]:3000", true), (.loopback, "example.org", false),
        (.loopback, "127.0.0.1.example.org", false), (.loopback, "127.0.0.256", false),
        (.loopback, "127.0.0", false), (.loopback, "notlocalhost", false),
        (.loopback, "localhost.example.org", false), (.loopback, "[::2]", false),
        (.loopback, "", false), (.loopback, "[::1", false),
        (.hosts(["Printer.local"]), "printer.local:631", true),
        (.hosts(["printer.local"]), "my.printer.local", false),
        (.hosts(["printer.local"]), "localhost", true),
        (.hosts([".school.example"]), "a.school.example", true),
        (.hosts([".school.example"]), "school.example", false),
        (.hosts([".school.example"]), "evilschool.example", false),
        (.everywhere, "example.org", true),
    ]

    @Test(arguments: cases)
    func `a cleartext policy allows http only to the hosts that it lists`(
        _ policy: CleartextPolicy,
        _ authority: String,
        _ isAllowed: Bool
    ) {
        #expect(policy.allows(authority) == isAllowed)
    }

    @Test
    func `a call by http to a host without an exception fails before it is sent`() async throws {
        let stub = StubTransport(json: "[]")
        let client = try Client(base: "http://example.org:8080", transport: stub)
        let error = await callError { () throws(CallError<Never>) in
            let _: [Film] = try await client.get("films")
        }
        #expect(stub.sent.isEmpty)
        #expect(error?.kind == .invalid)
        let expected =
            "GET http://example.org:8080/films: invalid call: not encrypted: example.org:8080 by http; "
            + "expected https, or the host among the exceptions"
        #expect(error?.description == expected)
        let excepting = client.withMiddleware { $0.cleartext = .hosts(["example.org"]) }
        let films: [Film] = try await excepting.get("films")
        #expect(films.isEmpty)
    }

    @Test
    func `a redirect to http on a host without an exception is refused`() async throws {
        let stub = StubTransport(.found, [.location: "http://example.org/films"])
        let client = try Client(base: "http://localhost:3000", transport: stub)
        let error = await callError { () throws(CallError<Never>) in
            let _: [Film] = try await client.get("films")
        }
        #expect(error?.transportError?.kind == .cleartext)
        #expect(stub.sent.map(\.authority) == ["localhost:3000"])
    }
}
