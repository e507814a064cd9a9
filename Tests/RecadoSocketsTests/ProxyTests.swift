// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoSockets
import RecadoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Calls through proxies` {
    private func transport(
        _ proxies: ProxyRules,
        trusting peer: TLSPeer? = nil
    ) -> SocketTransport {
        var options = SocketTransport.Options()
        options.proxies = proxies
        if let peer { options.host.trust = .authorities(file: peer.certificateFile) }
        return SocketTransport(options: options)
    }

    private func proxy(
        _ peer: ProxyPeer,
        _ kind: ProxyPeer.Kind,
        user: String = ""
    ) throws
        -> ProxyServer
    {
        try ProxyServer("\(kind.rawValue)://\(user)127.0.0.1:\(peer.port)")
    }

    @Test(arguments: ProxyPeer.Kind.allCases)
    func `a call over TLS goes through a tunnel`(kind: ProxyPeer.Kind) async throws {
        let (peer, relay) = (try TLSPeer(), try ProxyPeer(kind))
        let rules = ProxyRules(all: try proxy(relay, kind))
        let transport = transport(rules, trusting: peer)
        let request = Request(
            method: .get,
            scheme: "https",
            authority: "localhost:\(peer.port)",
            target: "/"
        )
        let (response, text) = try await transport.fetch(request)
        #expect(text == "h2 1")
        // The fields of the proxy's response to CONNECT do not belong to the server's response.
        #expect(response.fields["x-proxy"] == nil)
        let verb = kind == .http ? "CONNECT" : kind.rawValue
        #expect(relay.asked.all.count == 1)
        #expect(relay.asked.all.first?.hasPrefix("\(verb) localhost:\(peer.port)") == true)
    }

    @Test
    func `a call without TLS is forwarded by an HTTP proxy`() async throws {
        let relay = try ProxyPeer(.http)
        let transport = transport(ProxyRules(all: try proxy(relay, .http)))
        let calls = [
            (Method.get, "/films?q=1", "GET http://films.invalid:8080/films?q=1 HTTP/1.1"),
            (.options, "*", "OPTIONS http://films.invalid:8080 HTTP/1.1"),
        ]
        for (method, target, line) in calls {
            let request = Request(method: method, authority: "films.invalid:8080", target: target)
            #expect(try await transport.fetch(request).1 == "proxied")
            #expect(relay.asked.all.last == line)
        }
    }

    @Test
    func `proxy credentials go to the proxy and never to the host`() async throws {
        let peer = try ScriptedServer { connection in
            while let request = connection.receive() {
                let value = request.value(of: "Proxy-Authorization") ?? "none"
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(value.utf8.count)\r\n\r\n\(value)"
                )
            }
        }
        for kind in [ProxyPeer.Kind.socks5h, .socks4a] {
            let relay = try ProxyPeer(kind)
            let rules = ProxyRules(all: try proxy(relay, kind, user: "ana:wicked@"))
            var request = peer.request()
            request.authority = "localhost:\(peer.port)"
            let answer = try await transport(rules).fetch(request).1
            #expect(answer == "none")
            #expect(relay.asked.all.first?.contains(" ana") == true, "\(relay.asked.all)")
        }
        let relay = try ProxyPeer(.http)
        let rules = ProxyRules(all: try proxy(relay, .http, user: "ana:wicked@"))
        _ = try await transport(rules).fetch(peer.request())
        #expect(relay.authorizations.all == ["Basic YW5hOndpY2tlZA=="])
    }

    @Test
    func `a tunnel's credentials are sent only to the proxy`() async throws {
        let (peer, relay) = (try TLSPeer(), try ProxyPeer(.http))
        let rules = ProxyRules(all: try proxy(relay, .http, user: "ana:wicked@"))
        let request = Request(
            method: .get,
            scheme: "https",
            authority: "localhost:\(peer.port)",
            target: "/",
            fields: [.authorization: "Basic secret"]
        )
        #expect(try await transport(rules, trusting: peer).fetch(request).1 == "h2 1")
        #expect(relay.authorizations.all == ["Basic YW5hOndpY2tlZA=="])
    }

    @Test
    func `a request with a Proxy-Authorization field is refused`() async {
        let request = Request(
            method: .get,
            authority: "h",
            target: "/",
            fields: [.proxyAuthorization: "Basic x"]
        )
        let error = await transportError { _ = try await SocketTransport().fetch(request) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test
    func `an error for a refusing or absent proxy does not show the password`() async throws {
        let refusing = try ProxyPeer(
            .http,
            refusing: "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
        )
        // No server listens on port 1, and no test ever gets this port.
        for port in [refusing.port, 1] {
            let rules = ProxyRules(all: try ProxyServer("http://ana:wicked@127.0.0.1:\(port)"))
            let request = Request(
                method: .get,
                scheme: "https",
                authority: "films.invalid",
                target: "/"
            )
            let error = await transportError { _ = try await transport(rules).fetch(request) }
            #expect(error?.kind == .cannotConnect, "\(error?.description ?? "")")
            #expect(error?.description.contains("wicked") == false)
        }
    }

    @Test
    func `excepted hosts are called directly, and a host may have its own proxy`() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect"
        )
        let relay = try ProxyPeer(.http)
        var rules = ProxyRules(
            all: try proxy(relay, .http),
            exceptions: try ProxyExceptions("127.0.0.0/8")
        )
        #expect(try await transport(rules).fetch(server.request()).1 == "direct")
        rules.hosts["127.0.0.1"] = try proxy(relay, .http)
        #expect(try await transport(rules).fetch(server.request()).1 == "proxied")
    }
}

@Suite
struct `Proxy rules` {
    struct Case: Sendable, CustomTestStringConvertible {
        var list: String
        var host: String
        var isExcepted: Bool
        var testDescription: String { "“\(list)” and \(host)" }

        init(_ list: String, _ host: String, _ isExcepted: Bool) {
            (self.list, self.host, self.isExcepted) = (list, host, isExcepted)
        }
    }

    static let cases = [
        Case("", "example.org", false),
        Case("*", "example.org", true),
        Case("example.org", "example.org", true),
        Case("example.org", "films.example.org", true),
        Case("example.org", "notexample.org", false),
        Case("EXAMPLE.org", "Example.ORG.", true),
        Case(".example.org", "example.org", true),
        Case("*.example.org", "films.example.org", true),
        Case("other.org, example.org", "example.org", true),
        Case("other.org example.org", "example.org", true),
        Case("example.org:443", "example.org", true),
        Case("example.org:8443", "example.org", false),
        Case("127.0.0.1", "127.0.0.1", true),
        Case("127.0.0.1:80", "127.0.0.1", false),
        Case("10.0.0.0/8", "10.255.0.1", true),
        Case("10.0.0.0/8", "11.0.0.1", false),
        Case("10.0.0.0/9", "10.128.0.1", false),
        Case("0.0.0.0/0", "192.0.2.1", true),
        Case("0.0.0.0/0", "[2001:db8::1]", false),
        Case("::1", "[::1]", true),
        Case("[::1]:443", "[::1]", true),
        Case("[::1]:80", "[::1]", false),
        Case("2001:db8::/32", "[2001:db8:1::2]", true),
        Case("2001:db8::/32", "[2001:db9::2]", false),
        Case("10.0.0.0/8", "ten.example.org", false),
    ]

    @Test(arguments: cases)
    func `an exception matches its hosts, ports and networks`(example: Case) throws {
        let exceptions = try ProxyExceptions(example.list)
        let found = exceptions.contains(host: example.host, port: 443)
        #expect(found == example.isExcepted)
    }

    @Test(arguments: ["10.0.0.0/33", "ex ample.org/", "example.org:0", "[::1", "a,b?"])
    func `a malformed list of exceptions is refused`(list: String) {
        #expect(throws: ProxyError.self) { try ProxyExceptions(list) }
    }

    @Test
    func `a proxy is parsed from text, and its description hides the password`() throws {
        let proxy = try ProxyServer("socks5h://ana:w%69cked@[::1]:9050/")
        #expect(proxy.kind == .socks5h)
        #expect(proxy.port == 9050)
        #expect(proxy.credentials?.password == "wicked")
        #expect("\(proxy)" == "socks5h://[::1]:9050")
        #expect(try ProxyServer("proxy.example.org:80").port == 80)
        #expect(try ProxyServer("socks4a://proxy.example.org").port == 1080)
        #expect(try ProxyServer("https://proxy.example.org").port == 443)
    }

    @Test(arguments: ["ftp://h:1", "http://", "http://h:99999", "http://h/path", "http://a%0Ab@h"])
    func `a malformed proxy address is refused`(text: String) {
        let error = #expect(throws: ProxyError.self) { try ProxyServer(text) }
        #expect(error?.description.contains("%0A") == false)
    }

    @Test
    func `proxy rules can be read from environment variables`() throws {
        let rules = try ProxyRules.environment([
            "HTTPS_PROXY": "http://secure:1", "all_proxy": "socks5://all:2",
            "no_proxy": "example.org", "HTTP_PROXY": "http://attacker:3",
        ])
        #expect(rules.proxy(host: "a.b", port: 80, isSecure: false)?.host == "all")
        #expect(rules.proxy(host: "a.b", port: 443, isSecure: true)?.host == "secure")
        #expect(rules.proxy(host: "films.example.org", port: 443, isSecure: true) == nil)
        #expect(try ProxyRules.environment([:]).https == nil)
        let error = #expect(throws: ProxyError.self) {
            try ProxyRules.environment(["https_proxy": "ftp://ana:wicked@h"])
        }
        #expect(error?.variable == "https_proxy")
        #expect(error?.description.contains("wicked") == false)
    }
}
