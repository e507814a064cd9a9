// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import Testing

@testable import RecadoServer

@Suite struct `Trusted proxies` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var peer = "127.0.0.1"
        var proxies = TrustedProxies.loopback
        let fields: Fields
        var origin = TrustedProxies.Origin.forwarded
        var client: String
        var isLocal = false
        var isSecure = false
        var authority = "own"
    }

    private static let inner = TrustedProxies.Network("10.0.0.0/8")
    private static let networks = TrustedProxies(networks: [inner].compactMap { $0 })
    private static let both = TrustedProxies(
        networks: [inner].compactMap { $0 },
        includesLoopback: true
    )
    private static let standard = TrustedProxies(
        networks: [],
        includesLoopback: true,
        fields: .forwarded
    )

    static let cases: [Case] = [
        Case(
            testDescription: "nothing is told",
            fields: [:],
            origin: .direct,
            client: "127.0.0.1",
            isLocal: true
        ),
        Case(
            testDescription: "nobody is trusted",
            proxies: .none,
            fields: ["X-Forwarded-For": "192.0.2.1"],
            origin: .direct,
            client: "127.0.0.1",
            isLocal: true
        ),
        Case(
            testDescription: "a stranger tells",
            peer: "198.51.100.1",
            fields: ["X-Forwarded-For": "192.0.2.1"],
            origin: .direct,
            client: "198.51.100.1"
        ),
        Case(
            testDescription: "one proxy",
            fields: ["X-Forwarded-For": "192.0.2.1"],
            client: "192.0.2.1"
        ),
        Case(
            testDescription: "a local socket",
            peer: "",
            fields: ["X-Forwarded-For": "192.0.2.1"],
            client: "192.0.2.1"
        ),
        Case(
            testDescription: "TLS and a host",
            fields: [
                "X-Forwarded-For": "2001:db8::7", "X-Forwarded-Proto": "https",
                "X-Forwarded-Host": "films.example:8443",
            ],
            client: "2001:db8::7",
            isSecure: true,
            authority: "films.example:8443"
        ),
        Case(
            testDescription: "the client has lied",
            fields: ["X-Forwarded-For": "127.0.0.1, 203.0.113.9"],
            client: "203.0.113.9"
        ),
        Case(
            testDescription: "the client has lied in a line of its own",
            fields: ["X-Forwarded-For": "127.0.0.1", "x-forwarded-for": "203.0.113.9"],
            client: "203.0.113.9"
        ),
        Case(
            testDescription: "the client has written nonsense",
            fields: ["X-Forwarded-For": "'; DROP, 203.0.113.9"],
            client: "203.0.113.9"
        ),
        Case(
            testDescription: "two proxies",
            peer: "10.0.0.1",
            proxies: networks,
            fields: ["X-Forwarded-For": "192.0.2.1, 203.0.113.9, 10.0.0.2"],
            client: "203.0.113.9"
        ),
        Case(
            testDescription: "each proxy has told its scheme",
            peer: "10.0.0.1",
            proxies: networks,
            fields: [
                "X-Forwarded-For": "203.0.113.9, 10.0.0.2",
                "X-Forwarded-Proto": "https, http",
            ],
            client: "203.0.113.9",
            isSecure: true
        ),
        Case(
            testDescription: "a proxy elsewhere claims to be this machine",
            peer: "10.0.0.1",
            proxies: networks,
            fields: ["X-Forwarded-For": "127.0.0.1"],
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "one behind two claims to be this machine",
            proxies: both,
            fields: ["X-Forwarded-For": "127.0.0.1, 10.0.0.2"],
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "a program on this machine through the proxy on it",
            fields: ["X-Forwarded-For": "::1"],
            client: "::1",
            isLocal: true
        ),
        Case(
            testDescription: "IPv4 written as IPv6",
            fields: ["X-Forwarded-For": "::ffff:192.0.2.1"],
            client: "192.0.2.1"
        ),
        Case(
            testDescription: "with ports",
            peer: "10.0.0.1",
            proxies: networks,
            fields: ["X-Forwarded-For": "[2001:db8::7]:99, 10.0.0.3:4711"],
            client: "2001:db8::7"
        ),
        Case(
            testDescription: "the last element is nonsense",
            fields: ["X-Forwarded-For": "192.0.2.1, x"],
            origin: .malformed,
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "an empty element",
            fields: ["X-Forwarded-For": "192.0.2.1,"],
            origin: .malformed,
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "a hidden client",
            fields: ["X-Forwarded-For": "unknown"],
            origin: .hidden,
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "a host with a user",
            fields: ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "a@b"],
            client: "192.0.2.1"
        ),
        Case(
            testDescription: "the other field is the client's",
            fields: ["X-Forwarded-For": "192.0.2.1", "Forwarded": "for=127.0.0.1;proto=https"],
            client: "192.0.2.1"
        ),
        Case(
            testDescription: "Forwarded",
            proxies: standard,
            fields: ["Forwarded": "for=192.0.2.1; Proto=HTTPS ;host=\"films.example\""],
            client: "192.0.2.1",
            isSecure: true,
            authority: "films.example"
        ),
        Case(
            testDescription: "Forwarded, quoted",
            proxies: standard,
            fields: ["Forwarded": #"for=127.0.0.1, FOR="[2001:db8::7]:4711";by=_x"#],
            client: "2001:db8::7"
        ),
        Case(
            testDescription: "Forwarded, a quote that does not end",
            proxies: standard,
            fields: ["Forwarded": #"for="1.2.3.4, for=192.0.2.1"#],
            origin: .malformed,
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "Forwarded, said twice",
            proxies: standard,
            fields: ["Forwarded": "for=192.0.2.1;for=127.0.0.1"],
            origin: .malformed,
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "Forwarded, hidden",
            proxies: standard,
            fields: ["Forwarded": "for=_gazonk"],
            origin: .hidden,
            client: "127.0.0.1"
        ),
        Case(
            testDescription: "Forwarded is wanted, and X-Forwarded-For the client's",
            proxies: standard,
            fields: ["X-Forwarded-For": "192.0.2.1"],
            origin: .direct,
            client: "127.0.0.1",
            isLocal: true
        ),
    ]

    @Test(arguments: cases)
    func `the client is the rightmost address that is not a proxy's`(_ example: Case) throws {
        let isLocal = example.peer.isEmpty || example.peer.hasPrefix("127.")
        var request = Request(method: .get, authority: "own", target: "/", fields: example.fields)
        request.peer = Peer(address: example.peer, isLocal: isLocal, isSecure: false)
        #expect(example.proxies.resolve(&request) == example.origin)
        let peer = try #require(request.peer)
        #expect(peer.address == example.client)
        #expect(peer.isLocal == example.isLocal)
        #expect(peer.isSecure == example.isSecure)
        #expect(request.authority == example.authority)
        #expect(request.scheme == (example.isSecure ? "https" : "http"))
    }

    @Test func `the proxy's certificate is not attributed to the client`() throws {
        var request = Request(method: .get, target: "/", fields: ["X-Forwarded-For": "192.0.2.1"])
        let certificate = PeerCertificate(
            subject: "CN=proxy",
            names: [],
            fingerprint: [0],
            serialNumber: "1",
            expiry: HTTPDate(secondsSince1970: 0)
        )
        request.peer = Peer(
            address: "127.0.0.1",
            isLocal: true,
            isSecure: true,
            certificate: certificate
        )
        _ = TrustedProxies.loopback.resolve(&request)
        #expect(request.peer?.certificate == nil)
        #expect(request.peer?.isSecure == false)
    }

    @Test(arguments: [
        "10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::1", "0.0.0.0/0", "192.0.2.128/25",
    ])
    func `a network is parsed and described`(_ text: String) {
        #expect(TrustedProxies.Network(text)?.description == text)
    }

    @Test(arguments: [
        "", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "/8", "a/8", "1.2.3.4/8/8",
        "2001:db8::1/32", "10.0.0.0/ 8", "300.0.0.0/8",
    ])
    func `an invalid network is refused`(_ text: String) {
        #expect(TrustedProxies.Network(text) == nil)
    }

    @Test(arguments: [
        ("https", "films.example", true), ("http", "films.example", false),
        ("https", "localhost:8443", false), ("https", "192.0.2.8", false),
    ])
    func `HSTS is sent behind a trusted proxy only if it is configured`(
        scheme: String,
        host: String,
        isTold: Bool
    ) async throws {
        var options = Application.Options()
        options.trustedProxies = .loopback
        func field() async throws -> String? {
            let request = Request(
                method: .get,
                target: "/shop/books",
                fields: [
                    "X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": scheme,
                    "X-Forwarded-Host": host,
                ],
                peer: Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
            )
            return try await Application([Shop.service()], options: options)
                .respond(to: request).fields[.strictTransportSecurity]
        }
        #expect(try await field() == nil)
        options.strictTransport = TLSConfiguration.StrictTransport(maxAge: .seconds(60))
        #expect(try await field() == (isTold ? "max-age=60" : nil))
    }

    @Test func `forwarding fields are applied to the request and removed`() {
        var request = Request(
            method: .get,
            target: "/",
            fields: ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"],
            peer: Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        )
        #expect(TrustedProxies.loopback.resolve(&request) == .forwarded)
        #expect(request.fields.isEmpty)
        #expect(request.peer?.address == "192.0.2.1")
    }

    @Test func `passwords are accepted if the proxy uses TLS with the client`() async throws {
        var options = Application.Options()
        options.trustedProxies = .loopback
        let application = try Application([Shop.service()], options: options)
        func status(_ scheme: String) async -> Status {
            var request = Shop.request(.delete, "/shop/books/7", user: "robin")
            request.peer = Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
            request.fields["X-Forwarded-For"] = "192.0.2.1"
            request.fields["X-Forwarded-Proto"] = scheme
            return await application.respond(to: request).status
        }
        #expect(await status("https") == .noContent)
        #expect(await status("http") == .forbidden)
    }
}
