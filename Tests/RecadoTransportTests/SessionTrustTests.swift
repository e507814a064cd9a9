// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoTestSupport
import Testing

@testable import RecadoURLSession

@Suite(.timeLimit(.minutes(1))) struct `Host options of the URLSession transport` {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var configure: @Sendable (inout URLSessionTransport.Options) -> Void
        var detail: String
    }

    static let pin: PublicKeyPin = "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="

    static let cases = [
        Case(
            testDescription: "authorities",
            configure: { $0.host.trust = .authorities(pem: "") },
            detail: "authorities of one's own"
        ),
        Case(
            testDescription: "pins",
            configure: { $0.hosts["127.0.0.1"] = .init(pins: [pin]) },
            detail: "pinned keys"
        ),
        Case(
            testDescription: "an identity",
            configure: { $0.host.identity = .pkcs12([], passphrase: "wicked") },
            detail: "an identity"
        ),
        Case(
            testDescription: "a verification",
            configure: { $0.host.verification = CertificateVerification { _ in .accept } },
            detail: "a verification of one's own"
        ),
        Case(
            testDescription: "no verification",
            configure: { $0.insecureHostsWithoutVerification = ["127.0.0.1"] },
            detail: "hosts without verification"
        ),
        Case(
            testDescription: "a version of TLS",
            configure: { $0.minimumTLSVersion = .tls13 },
            detail: "cannot demand TLS 1.3"
        ),
    ]

    @Test(.enabled(if: isLinux), arguments: cases)
    func `an option that Linux does not support is an error before connecting`(
        option: Case
    ) async throws {
        let server = try ScriptedServer { connection in
            while connection.receive() != nil {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        var options = URLSessionTransport.Options()
        option.configure(&options)
        let transport = URLSessionTransport(options: options)
        let authority = "127.0.0.1:\(server.port)"
        let bench = Bench(transport: transport, authority: authority, peer: Peer())
        var request = bench.request()
        request.scheme = "https"
        let error = await bench.error(of: request) as? TransportError
        #expect(error?.kind == .tls)
        let detail = try #require(error?.detail)
        #expect(detail.hasPrefix("\(authority): URLSession on Linux "), "\(detail)")
        #expect(detail.hasSuffix(option.detail), "\(detail)")
        #expect(server.connectionCount == 0)
        // The option is about TLS, so a call without TLS succeeds.
        #expect(try await bench.fetch(bench.request()).text == "ok")
    }

    @Test(.enabled(if: isLinux))
    func `an option of one host does not affect another host`() async throws {
        var options = URLSessionTransport.Options()
        options.hosts["127.0.0.1:2"] = .init(pins: [Self.pin])
        let transport = URLSessionTransport(options: options)
        for (authority, kind) in [("127.0.0.1:1", TransportError.Kind.cannotConnect)] {
            let bench = Bench(transport: transport, authority: authority, peer: Peer())
            var request = bench.request()
            request.scheme = "https"
            #expect(await bench.kind(of: request) == kind)
        }
    }

    @Test func `options are found by host and port, by host, or by default`() {
        let other = PublicKeyPin(text: "sha256/sRHdihwgkaib1P1gxX8HFszlD+7/gTfNvuAybgLPNis=")
        var options = URLSessionTransport.Options()
        options.host.trust = .authorities(pem: "all")
        options.hosts["a.example"] = .init(pins: [Self.pin])
        options.hosts["a.example:8443"] = .init(pins: other.map { [$0] } ?? [])
        options.hosts["[::1]:443"] = .init(pins: [Self.pin])
        options.insecureHostsWithoutVerification = ["desk.example", "a.example"]
        let rules = HostRules(options)
        func rule(_ authority: String) -> HostRule { rules[HostAddress(authority: authority)] }
        #expect(rule("a.example").options.pins == [Self.pin])
        #expect(rule("A.Example:443").options.pins == [Self.pin])
        #expect(rule("a.example:8443").options.pins == [other])
        #expect(rule("b.a.example").options.pins.isEmpty)
        #expect(rule("b.a.example").options.trust == .authorities(pem: "all"))
        #expect(rules[HostAddress(host: "::1", port: 443)].options.pins == [Self.pin])
        #expect(rule("[::1]").options.pins == [Self.pin])
        #expect(rule("[::1]:444").options.pins.isEmpty)
        #expect(!rule("desk.example:1").isVerified)
        #expect(rule("desk.example").options.trust == .authorities(pem: "all"))
        #expect(!rule("a.example").isVerified)
        #expect(rule("a.example:8443").isVerified)
        #expect(HostRules(URLSessionTransport.Options())[HostAddress(authority: "x")].isOrdinary)
        #expect(!rule("x").isOrdinary)
    }

    @Test func `the reason for a refused host is kept until the host is accepted`() {
        let rejected = RejectedHosts()
        let host = HostAddress(authority: "films.example.org")
        rejected.note("no pinned public key", of: host)
        #expect(
            rejected[HostAddress(host: "Films.Example.org", port: 443)] == "no pinned public key"
        )
        #expect(rejected[HostAddress(host: "films.example.org", port: 8443)] == nil)
        rejected.note(nil, of: host)
        #expect(rejected[host] == nil)
        for port in 1...2000 {
            rejected.note("expired", of: HostAddress(host: "h", port: port))
            #expect(rejected[HostAddress(host: "h", port: port)] == "expired")
        }
    }

    private static var isLinux: Bool {
        #if canImport(Darwin)
        false
        #else
        true
        #endif
    }
}
