// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

/// Returns a stub that redirects: its table gives a status and a location for each address.
private func redirecting(_ routes: [String: (Int, String)]) -> StubTransport {
    StubTransport { request throws(TransportError) in
        let place = "\(request.scheme)://\(request.authority)\(request.target)"
        guard let (code, location) = routes[place], let status = Status(code) else {
            return Response(status: .ok, content: Content(place))
        }
        return Response(status: status, fields: [.location: location], content: Content("moved"))
    }
}

extension RedirectTransport {
    /// Sends a request, and returns the content of the last response with the call's trace.
    fileprivate func place(
        _ request: Request
    ) async throws -> (place: String, trace: CallTrace) {
        let trace = CallTrace()
        let answer = try await CallTrace.$current.withValue(trace) { try await send(request) }
        return (
            String(decoding: try await answer.content.collect(upTo: 1000), as: UTF8.self), trace
        )
    }

    /// Returns the error that sending a request throws.
    fileprivate func failure(_ request: Request) async -> TransportError? {
        do throws(TransportError) {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}

private func request(
    _ method: RecadoHTTP.Method = .get,
    _ uri: String,
    _ fields: Fields = [:],
    _ content: Content = .empty
) throws -> Request {
    try Request(method: method, uri: URI(uri), fields: fields, content: content)
}

@Suite(.timeLimit(.minutes(1)))
struct `Redirects` {
    // MARK: - Where they lead

    static let locations: [(location: String, target: String)] = [
        ("https://other.example/x?y=1", "https://other.example/x?y=1"),
        ("/top", "https://a.example/top"),
        ("sibling", "https://a.example/deep/er/sibling"),
        ("../up", "https://a.example/deep/up"),
        ("../../../../etc", "https://a.example/etc"),
        ("?page=2", "https://a.example/deep/er/start?page=2"),
        ("//b.example/x", "https://b.example/x"),
        ("https://b.example:443", "https://b.example/"),
        ("/Camión de cine", "https://a.example/Cami%C3%B3n%20de%20cine"),
        ("/100%", "https://a.example/100%25"),
        ("/x?a[]=1", "https://a.example/x?a%5B%5D=1"),
        (#"/\evil.example/x"#, "https://a.example/%5Cevil.example/x"),
        ("  /blanks\t", "https://a.example/blanks"),
    ]

    @Test(arguments: locations)
    func `Location is resolved against the URL of the request`(
        location: String,
        target: String
    ) async throws {
        let stub = redirecting(["https://a.example/deep/er/start": (302, location)])
        let transport = RedirectTransport(base: stub)
        let (place, trace) = try await transport.place(
            request(.get, "https://a.example/deep/er/start")
        )
        #expect(place == target)
        #expect(trace.redirects.count == 1)
    }

    @Test
    func `a target without a fragment inherits the previous fragment`() async throws {
        let stub = redirecting([
            "https://a.example/1": (301, "/2#part"), "https://a.example/2": (301, "/3"),
            "https://a.example/3": (301, "/4#other"),
        ])
        let (_, trace) = try await RedirectTransport(base: stub).place(
            request(.get, "https://a.example/1")
        )
        #expect(trace.redirects.map(\.target.fragment) == ["part", "part", "other"])
        #expect(stub.sent.last?.target == "/4")
    }

    // MARK: - Methods and content

    static let methods: [(status: Int, method: RecadoHTTP.Method, next: RecadoHTTP.Method)] = [
        (301, .get, .get), (301, .post, .get), (301, .put, .put), (301, .head, .head),
        (302, .post, .get), (302, .delete, .delete), (302, .patch, .patch),
        (303, .get, .get), (303, .head, .head), (303, .post, .get), (303, .put, .get),
        (303, .delete, .get), (307, .post, .post), (307, .put, .put), (308, .post, .post),
        (308, .get, .get),
    ]

    @Test(arguments: methods)
    func `the request method changes as in browsers`(
        status: Int,
        method: RecadoHTTP.Method,
        next: RecadoHTTP.Method
    ) async throws {
        let stub = redirecting(["https://a.example/1": (status, "/2")])
        let fields: Fields = [
            .contentType: "text/plain", "Content-Digest": "x", .accept: "a/b", "Referer": "r",
        ]
        _ = try await RedirectTransport(base: stub).send(
            request(method, "https://a.example/1", fields, Content("some"))
        )
        let last = try #require(stub.sent.last)
        #expect(stub.sent.count == 2)
        #expect(last.method == next)
        #expect(last.content.bytes == (method == next ? Array("some".utf8) : []))
        #expect(last.fields.contains(.contentType) == (method == next))
        #expect(last.fields.contains("Content-Digest") == (method == next))
        #expect(last.fields[.accept] == "a/b")
        #expect(!last.fields.contains("Referer"))
    }

    @Test
    func `content that can be read only once is not sent again`() async throws {
        let stub = redirecting([
            "https://a.example/1": (307, "/2"), "https://a.example/3": (303, "/4"),
        ])
        let transport = RedirectTransport(base: stub)
        let once = AsyncStream<[UInt8]> { $0.finish() }
        let error = await transport.failure(
            try request(.post, "https://a.example/1", [:], Content(pieces: once))
        )
        #expect(error?.kind == .redirectRefused)
        #expect(error?.detail.contains("replayable") == true)
        let answer = try await transport.send(
            request(.post, "https://a.example/3", [:], Content(pieces: once))
        )
        #expect(answer.status == .ok)
    }

    // MARK: - Secrets

    @Test
    func `secrets are not sent to another origin, or again after a redirect back`() async throws {
        let stub = redirecting([
            "https://a.example/1": (307, "/2"), "https://a.example/2": (307, "https://b.example/"),
            "https://b.example/": (307, "https://a.example/3"),
        ])
        let fields: Fields = [
            .authorization: "Basic x", .cookie: "s=1", "X-Api-Key": "k", "X-Tenant": "t",
            "X-Userkey": "k", "X-Subscriptionkey": "k", "Masterkey": "k", "X-Licensekey": "k",
            "X-Authcode": "c", .host: "a.example", .origin: "https://a.example", .accept: "a/b",
        ]
        var policy = RedirectPolicy.follow
        policy.sensitiveFields = ["x-tenant"]
        _ = try await RedirectTransport(base: stub, policy: policy).send(
            request(.get, "https://a.example/1", fields)
        )
        #expect(
            stub.sent.map(\.authority) == ["a.example", "a.example", "b.example", "a.example"]
        )
        #expect(stub.sent.map(\.fields.count) == [12, 12, 1, 1])
        #expect(stub.sent.last?.fields[.accept] == "a/b")
    }

    static let origins: [(location: String, keeps: Bool)] = [
        ("https://a.example:443/x", true), ("HTTPS://A.EXAMPLE/x", true),
        ("https://a.example:8443/x", false), ("https://www.a.example/x", false),
        ("https://a.example.evil.example/x", false),
    ]

    @Test(arguments: origins)
    func `an origin is scheme, host and port`(location: String, keeps: Bool) async throws {
        let stub = redirecting(["https://a.example/1": (302, location)])
        _ = try await RedirectTransport(base: stub).send(
            request(.get, "https://a.example/1", [.authorization: "Basic x"])
        )
        #expect(stub.sent.last?.fields.contains(.authorization) == keeps)
    }

    // MARK: - What is refused

    static let refused: [(location: String, reason: String)] = [
        ("http://a.example/x", "from https to http"), ("ftp://a.example/x", "“ftp”"),
        ("file:///etc/passwd", "“file”"), ("javascript:alert(1)", "“javascript”"),
        ("https://user:secret@a.example/", "user name"), ("https://a.example:99999/", "port"),
        ("https://camión.example/", "malformed"), ("https:///x", "malformed"), ("", "loop"),
        ("#top", "loop"), ("https://a.example:443/st%61rt", "loop"),
    ]

    @Test(arguments: refused)
    func `an unsafe, malformed or looping Location is refused`(
        location: String,
        reason: String
    ) async throws {
        let stub = redirecting(["https://a.example/start": (302, location)])
        let error = try #require(
            await RedirectTransport(base: stub).failure(request(.get, "https://a.example/start"))
        )
        #expect(error.kind == .redirectRefused)
        #expect(error.detail.contains(reason), "\(error)")
        #expect(!error.description.contains("secret"))
        #expect(stub.sent.count == 1)
    }

    @Test
    func `a redirect from https to http is followed if the policy allows it`() async throws {
        let stub = redirecting(["https://a.example/1": (302, "http://a.example/2")])
        var policy = RedirectPolicy.follow
        policy.allowsDowngrade = true
        _ = try await RedirectTransport(base: stub, policy: policy).send(
            request(.get, "https://a.example/1", [.authorization: "Basic x"])
        )
        #expect(stub.sent.last?.scheme == "http")
        #expect(stub.sent.last?.fields.contains(.authorization) == false)
    }

    @Test
    func `two different Location fields are refused, two equal ones are followed`() async throws {
        for (second, isFollowed) in [("/2", true), ("/3", false)] {
            let stub = StubTransport { request throws(TransportError) in
                if request.target != "/1" { return Response(status: .ok) }
                var fields: Fields = [.location: "/2"]
                fields.append(second, to: .location)
                return Response(status: .found, fields: fields)
            }
            let error = await RedirectTransport(base: stub).failure(
                try request(.get, "https://a.example/1")
            )
            #expect((error == nil) == isFollowed)
        }
    }

    // MARK: - How far

    @Test
    func `more than ten redirects are an error`() async throws {
        let stub = StubTransport { request throws(TransportError) in
            Response(status: .found, fields: [.location: request.target + "x"])
        }
        let error = await RedirectTransport(base: stub).failure(
            try request(.get, "https://a.example/")
        )
        #expect(error?.detail.contains("more than 10 redirects") == true)
        #expect(stub.sent.count == 11)
    }

    @Test
    func `a redirect loop is an error before a URL is requested twice`() async throws {
        let stub = redirecting([
            "https://a.example/1": (302, "/2"), "https://a.example/2": (302, "/1"),
        ])
        let error = await RedirectTransport(base: stub).failure(
            try request(.get, "https://a.example/1")
        )
        #expect(error?.detail.contains("loop") == true)
        #expect(stub.sent.count == 2)
    }

    @Test
    func `a redirect to the same URL that sets a cookie is followed`() async throws {
        let turns = Mutex(0)
        let stub = StubTransport { _ throws(TransportError) in
            let turn = turns.withLock { turn in
                turn += 1
                return turn
            }
            if turn == 3 { return Response(status: .ok) }
            return Response(status: .found, fields: [.location: "/1", .setCookie: "n=\(turn)"])
        }
        let answer = try await RedirectTransport(base: stub).send(
            request(.get, "https://a.example/1")
        )
        #expect(answer.status == .ok)
    }

    // MARK: - Policies

    @Test
    func `a redirect that the policy does not follow is returned`() async throws {
        let routes = [
            "https://a.example/1": (302, "/2"), "https://a.example/2": (302, "https://b.example/"),
            "https://a.example/mail": (302, "mailto:ana@example.org"),
        ]
        let never = RedirectTransport(base: redirecting(routes), policy: .never)
        #expect(try await never.send(request(.get, "https://a.example/mail")).status == .found)
        let same = RedirectTransport(base: redirecting(routes), policy: .sameOrigin)
        let answer = try await same.send(request(.get, "https://a.example/1"))
        #expect(answer.status == .found)
        #expect(answer.fields[.location] == "https://b.example/")
    }

    @Test
    func `a closure decides on each redirect`() async throws {
        let routes = [
            "https://a.example/1": (302, "/2"), "https://a.example/2": (302, "https://b.example/"),
        ]
        let policy = RedirectPolicy.deciding { $0.target.host == "b.example" ? .refuse : .follow }
        let transport = RedirectTransport(base: redirecting(routes), policy: policy)
        let error = await transport.failure(try request(.get, "https://a.example/1"))
        #expect(error?.description == "redirect refused: the policy refuses b.example")
    }

    static let answers: [(status: Int, fields: Fields)] = [
        (300, [.location: "/x"]), (304, [.location: "/x"]), (305, [.location: "/x"]),
        (306, [.location: "/x"]), (201, [.location: "/x"]), (302, [:]),
    ]

    @Test(arguments: answers)
    func `other statuses and redirects without Location are returned unchanged`(
        status: Int,
        fields: Fields
    ) async throws {
        let status = try #require(Status(status))
        let stub = StubTransport(status, fields)
        let answer = try await RedirectTransport(base: stub).send(
            request(.get, "https://a.example/1")
        )
        #expect(answer.status == status)
        #expect(stub.sent.count == 1)
    }

    // MARK: - Time and history

    @Test
    func `the total timeout covers all requests of the redirects`() async throws {
        let clock = Mutex(ContinuousClock.now)
        let stub = StubTransport { request throws(TransportError) in
            clock.withLock { $0 += .seconds(2) }
            return Response(status: .found, fields: [.location: request.target + "x"])
        }
        let transport = RedirectTransport(base: stub, policy: .follow) { clock.withLock { $0 } }
        let trace = CallTrace()
        var caught: TransportError?
        do {
            _ = try await CallTrace.$current.withValue(trace) {
                try await transport.send(
                    request(.get, "https://a.example/"),
                    timeouts: Timeouts(idle: .seconds(9), total: .seconds(5))
                )
            }
        } catch { caught = error as? TransportError }
        #expect(caught?.kind == .timedOut(.connecting))
        #expect(stub.sentTimeouts.map(\.total) == [.seconds(5), .seconds(3), .seconds(1)])
        #expect(stub.sentTimeouts.map(\.idle) == [.seconds(9), .seconds(9), .seconds(9)])
        #expect(trace.redirects.map(\.duration) == [.seconds(2), .seconds(2), .seconds(2)])
    }

    @Test
    func `errors list the redirects without secrets`() async throws {
        let stub = StubTransport { request throws(TransportError) in
            switch request.target {
            case "/videoclub/films/1?token=hunter2":
                Response(status: .found, fields: [.location: "/gone?token=hunter3"])
            default: Response(status: .gone)
            }
        }
        let transport = RedirectTransport(base: stub)
        let client = try Client(base: "https://example.org/videoclub", transport: transport)
        let error = await callError { () throws(CallError<Never>) in
            try await client.get("films/1", query: ["token": "hunter2"])
        }
        #expect(error?.status == .gone)
        #expect(error?.redirects.map(\.status) == [.found])
        let debug = String(reflecting: try #require(error))
        #expect(debug.contains("302 https://example.org/videoclub/films/1?token=…"))
        #expect(!debug.contains("hunter"))
    }
}
