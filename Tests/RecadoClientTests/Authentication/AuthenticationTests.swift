// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

/// A server that sends challenges, and whose answers have no content.
final class GuardedServer: Transport {
    private struct State {
        var requests: [Request] = []
        var fields: [Fields] = []
    }

    private let state = Mutex(State())
    private let status: Status
    private let answerField: FieldName
    private let check: @Sendable (String?, Request) -> Fields?

    /// Makes a server whose `check` returns the fields of a refusal, or `nil` to accept.
    init(
        _ status: Status = .unauthorized,
        _ field: FieldName = .authorization,
        check: @escaping @Sendable (String?, Request) -> Fields?
    ) {
        self.status = status
        answerField = field
        self.check = check
    }

    var requests: [Request] { state.withLock { $0.requests } }
    var values: [String?] { requests.map { $0.fields[answerField] } }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        state.withLock { $0.requests.append(request) }
        if let refusal = check(request.fields[answerField], request) {
            return Response(status: status, fields: refusal)
        }
        return Response(status: .ok)
    }
}

/// A source that gives one password after another, and records what it was asked for.
final class PasswordList: CredentialSource {
    private let passwords: [String]
    private let asked = Mutex<[(space: ProtectionSpace, failures: Int)]>([])

    init(_ passwords: String...) {
        self.passwords = passwords
    }

    var spaces: [ProtectionSpace] { asked.withLock { $0.map(\.space) } }
    var failures: [Int] { asked.withLock { $0.map(\.failures) } }

    func credentials(for space: ProtectionSpace, failures: Int) throws -> BasicCredentials? {
        asked.withLock { $0.append((space, failures)) }
        guard let last = passwords.last else { return nil }
        let password = failures < passwords.count ? passwords[failures] : last
        return try BasicCredentials(user: "ana", password: password)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Answering challenges` {
    static func basic(_ password: String) throws -> String {
        try BasicCredentials(user: "ana", password: password).authorization
    }

    /// Returns a server that knows one password, by the Basic scheme.
    static func server(_ password: String = "right") throws -> GuardedServer {
        let expected = try basic(password)
        return GuardedServer { value, _ in
            value == expected ? nil : [.wwwAuthenticate: #"Basic realm="films""#]
        }
    }

    @Test
    func `after a challenge, requests in the same folder carry credentials at once`() async throws {
        let server = try Self.server()
        let source = PasswordList("right")
        let layer = AuthenticationTransport(server, credentials: source)
        for target in ["/films/7", "/films/8", "/films/old/1"] {
            #expect(try await layer.send(.film(.get, target)).status == .ok)
        }
        let right = try Self.basic("right")
        #expect(server.values == [nil, right, right, right])
        #expect(source.spaces == [ProtectionSpace(origin: "https://example.org", realm: "films")])
        // RFC 7617 §2.2: this path is outside the directory of the first request.
        _ = try await layer.send(.film(.get, "/people"))
        #expect(server.values.suffix(2) == [nil, right])
    }

    @Test
    func `a Basic challenge is not answered if only Digest is enabled`() async throws {
        let member = try BasicCredentials(user: "ana", password: "right")
        for answersBasic in [true, false] {
            let server = try Self.server()
            var middleware = ClientMiddleware.standard
            middleware.authentication = .challenges(.constant(member), answersBasic: answersBasic)
            let client = try Client(
                base: "https://example.org",
                transport: server,
                middleware: middleware
            )
            let answer = try await client.transport.send(.film(), timeouts: Timeouts())
            #expect(answer.status == (answersBasic ? .ok : .unauthorized))
            #expect(server.requests.count == (answersBasic ? 2 : 1))
        }
    }

    @Test
    func `credentials for one host are not sent to another host`() async throws {
        let server = try Self.server()
        let layer = AuthenticationTransport(
            server,
            credentials: ConstantCredentials(
                try BasicCredentials(user: "ana", password: "right"),
                host: "example.org"
            )
        )
        _ = try await layer.send(.film())
        for host in ["example.com", "films.example.org", "example.org.evil.example"] {
            #expect(try await layer.send(.film(host: host)).status == .unauthorized)
        }
        #expect(try await layer.send(.film(host: "example.org:8443")).status == .ok)
        #expect(server.values.compactMap { $0 }.count == 2)
    }

    @Test
    func `wrong credentials end with status 401 and are sent three times at most`() async throws {
        let server = try Self.server()
        let layer = AuthenticationTransport(server, credentials: PasswordList("wrong"))
        #expect(try await layer.send(.film()).status == .unauthorized)
        #expect(server.requests.count == 2)
        _ = try await layer.send(.film())
        _ = try await layer.send(.film())
        #expect(server.requests.count == 6)
        // After three refusals the client sends no credentials that might count as another try.
        _ = try await layer.send(.film())
        #expect(server.requests.count == 7)
        #expect(server.values.last == .some(nil))
    }

    @Test
    func `the credential source is asked again with the number of failures`() async throws {
        let server = try Self.server()
        let source = PasswordList("wrong", "older", "right")
        let layer = AuthenticationTransport(server, credentials: source)
        #expect(try await layer.send(.film()).status == .ok)
        #expect(source.failures == [0, 1, 2])
        let endless = PasswordList("1", "2", "3", "4", "5")
        let stopped = try Self.server()
        _ = try await AuthenticationTransport(stopped, credentials: endless).send(.film())
        #expect(stopped.requests.count == 4)
    }

    @Test
    func `without credentials the 401 response is returned`() async throws {
        let server = try Self.server()
        let layer = AuthenticationTransport(server, credentials: PasswordList())
        #expect(try await layer.send(.film()).status == .unauthorized)
        #expect(server.requests.count == 1)
    }

    @Test
    func `an Authorization field of the request is sent unchanged`() async throws {
        let server = try Self.server()
        let layer = AuthenticationTransport(server, credentials: PasswordList("right"))
        let request = Request.film(fields: [.authorization: "Bearer mine"])
        #expect(try await layer.send(request).status == .unauthorized)
        #expect(server.values == ["Bearer mine"])
    }

    @Test
    func `withCredentials changes credentials only for calls in its closure`() async throws {
        let server = GuardedServer { value, _ in
            value == nil ? [.wwwAuthenticate: #"Basic realm="films""#] : nil
        }
        let layer = AuthenticationTransport(server, credentials: PasswordList("right"))
        let leo = try BasicCredentials(user: "leo", password: "other")
        _ = try await layer.send(.film())
        _ = try await withCredentials(leo) { try await layer.send(.film()) }
        _ = try await withCredentials(leo) { try await layer.send(.film()) }
        _ = try await layer.send(.film())
        let ana = try Self.basic("right")
        let expected = [nil, ana, nil, leo.authorization, leo.authorization, ana]
        #expect(server.values == expected)
    }

    static let choices: [([String], String?)] = [
        ([#"Basic realm="r""#, #"Digest realm="r", nonce="n", qop="auth""#], "MD5"),
        (
            [
                #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5, "#
                    + #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#
            ], "SHA-256"
        ),
        (
            [
                #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#,
                #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-512-256, Basic realm="r""#,
            ], "SHA-512-256"
        ),
        ([#"Digest realm="r", nonce="n", algorithm=SHA-9, Basic realm="r""#], nil),
        ([#"Negotiate"#, #"Basic realm="r""#], nil),
    ]

    @Test(arguments: choices)
    func `the strongest supported challenge is answered`(
        fields: [String],
        algorithm: String?
    ) async throws {
        let server = GuardedServer { value, _ in
            guard value == nil else { return nil }
            var refusal = Fields()
            for field in fields { refusal.append(field, to: .wwwAuthenticate) }
            return refusal
        }
        let layer = AuthenticationTransport(server, credentials: PasswordList("right"))
        _ = try await layer.send(.film())
        let value = try #require(server.values.last ?? nil)
        if let algorithm {
            #expect(value.hasPrefix("Digest "))
            #expect(algorithm == "MD5" || value.contains("algorithm=\(algorithm), "))
        } else {
            #expect(value.hasPrefix("Basic "))
        }
    }

    @Test
    func `a stale nonce causes one more request and counts as no failure`() async throws {
        let nonce = Mutex(1)
        let server = GuardedServer { value, _ in
            let current = nonce.withLock { $0 }
            if let value, value.contains(#"nonce="\#(current)""#) { return nil }
            let stale = value == nil ? "" : ", stale=true"
            return [
                .wwwAuthenticate: #"Digest realm="r", nonce="\#(current)", qop="auth"\#(stale)"#
            ]
        }
        let source = PasswordList("right")
        let layer = AuthenticationTransport(server, credentials: source)
        _ = try await layer.send(.film())
        nonce.withLock { $0 = 2 }
        #expect(try await layer.send(.film()).status == .ok)
        #expect(server.requests.count == 4)
        #expect(source.failures == [0])
    }

    @Test
    func `repeated stale nonces end the call after five requests`() async throws {
        let server = GuardedServer { _, _ in
            [.wwwAuthenticate: #"Digest realm="r", nonce="n", qop="auth", stale=true"#]
        }
        let layer = AuthenticationTransport(server, credentials: PasswordList("right"))
        #expect(try await layer.send(.film()).status == .unauthorized)
        #expect(server.requests.count == 5)
    }

    @Test
    func `a proxy challenge is answered in Proxy-Authorization with the full URI`() async throws {
        let proxy = GuardedServer(.proxyAuthenticationRequired, .proxyAuthorization) { value, _ in
            value == nil
                ? ["Proxy-Authenticate": #"Digest realm="p", nonce="n", qop="auth""#] : nil
        }
        let source = PasswordList("right")
        let layer = AuthenticationTransport(proxy, credentials: source, side: .proxy)
        _ = try await layer.send(.film())
        _ = try await layer.send(.film(host: "example.com"))
        #expect(source.spaces == [ProtectionSpace(side: .proxy, origin: "", realm: "p")])
        #expect(proxy.requests.count == 3)
        #expect(proxy.values[1]?.contains(#"uri="https://example.org/films/7""#) == true)
        #expect(proxy.requests.allSatisfy { !$0.fields.contains(.authorization) })
    }

    @Test
    func `content that can be read only once is not sent again after a challenge`() async throws {
        let server = try Self.server()
        let layer = AuthenticationTransport(server, credentials: PasswordList("right"))
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film(.put, content: Content(reading: OnceSource([1]))))
        }
        #expect(error?.kind == .notReplayable)
        #expect(server.requests.count == 1)
        // The layer now sends credentials at once, so the content need not be sent twice.
        let again = Request.film(.put, content: Content(reading: OnceSource([1])))
        #expect(try await layer.send(again).status == .ok)
    }

    @Test
    func `the error of a failed credential source contains no secrets`() async throws {
        struct Broken: CredentialSource, Error, CustomStringConvertible {
            var description: String { "hunter2" }
            func credentials(
                for space: ProtectionSpace,
                failures: Int
            ) throws -> BasicCredentials? { throw self }
        }
        let client = try Client(
            base: "https://example.org",
            transport: Self.server(),
            middleware: .standard { $0.authentication = .challenges(Broken()) }
        )
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7")
        }
        #expect(error?.kind == .unauthenticated)
        var dumped = ""
        dump(error, to: &dumped)
        for text in [error.map { "\($0)" } ?? "", error?.debugDescription ?? "", dumped] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test
    func `the error says that the credential file is readable by others`() async throws {
        struct Shared: CredentialSource {
            func credentials(
                for space: ProtectionSpace,
                failures: Int
            ) throws(CredentialFileError) -> BasicCredentials? {
                throw .readableByOthers(mode: 0o644)
            }
        }
        let layer = AuthenticationTransport(try Self.server(), credentials: Shared())
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film())
        }
        #expect(
            error?.description == "not authenticated: the source of credentials failed: "
                + "others may use the file: mode 644; expected 600"
        )
    }

    @Test
    func `authentication works with retries, limits, signing and request sharing`() async throws {
        let clock = VirtualClock(jumps: true)
        let server = try Self.server()
        let faults = Mutex(1)
        let flaky = GuardedServer(.serviceUnavailable) { _, _ in
            faults.withLock { faults in
                defer { faults -= 1 }
                return faults > 0 ? [.retryAfter: "1"] : nil
            }
        }
        let challenged = AuthenticationTransport(
            SigningTransport(Either(first: flaky, then: server)) { $0.fields["X-Signed"] = "1" },
            credentials: PasswordList("right"),
            clock: clock
        )
        let limited = ConcurrencyLimitTransport(
            RateLimitTransport(challenged, limit: RateLimit(5, per: .seconds(1)), clock: clock),
            clock: clock
        )
        let client = try Client(
            base: "https://example.org",
            // The clock stands still: a clock that jumps would time out the callers that wait for
            // the transfer.
            transport: DeduplicationTransport(
                RetryTransport(limited, clock: clock),
                clock: VirtualClock()
            ),
            middleware: .none
        )
        try await withDeadline(.seconds(60), clock: clock) {
            let _: NoContent = try await client.get("films/7")
        }
        // One request met the outage, one the challenge, and one was accepted.
        #expect(flaky.requests.count == 3)
        #expect(server.values == [nil, try Self.basic("right")])
        #expect(server.requests.allSatisfy { $0.fields["X-Signed"] == "1" })
    }

    @Test
    func `cancellation during the credential lookup ends the call`() async throws {
        struct Asking: CredentialSource {
            let clock: VirtualClock
            func credentials(
                for space: ProtectionSpace,
                failures: Int
            ) async throws -> BasicCredentials? {
                try await clock.sleep(for: .seconds(1))
                return nil
            }
        }
        let clock = VirtualClock()
        let layer = AuthenticationTransport(
            try Self.server(),
            credentials: Asking(clock: clock)
        )
        let task = Task {
            await transportError { () throws(TransportError) in try await layer.send(.film()) }
        }
        await clock.sleepers(1)
        task.cancel()
        #expect(await task.value?.description == "cancelled: while looking for credentials")
    }

    @Test
    func `all requests of a call share its total timeout`() async throws {
        let clock = VirtualClock(jumps: true)
        let base = SlowTransport(clock, .seconds(2), .unauthorized)
        let basic: Fields = [.wwwAuthenticate: #"Basic realm="films""#]
        let challenging = Challenging(base: base, fields: basic)
        let layer = AuthenticationTransport(
            challenging,
            credentials: PasswordList("1", "2", "3"),
            clock: clock
        )
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film(), timeouts: Timeouts(total: .seconds(3)))
        }
        #expect(error?.kind == .timedOut(.waiting))
        #expect(clock.sleeps == [.seconds(2), .seconds(1)])
    }

    @Test
    func `printed middleware and credential stores contain no secret`() async throws {
        let secret = "hunter2"
        let credentials = try BasicCredentials(user: "ana", password: secret)
        let store = MemoryCredentialStore()
        let space = ProtectionSpace(origin: "https://example.org", realm: "r")
        store.store(credentials, for: space)
        let server = GuardedServer { value, _ in
            value == nil ? [.wwwAuthenticate: #"Digest realm="r", nonce="n", qop="auth""#] : nil
        }
        let layer = AuthenticationTransport(server, credentials: store)
        _ = try await layer.send(.film())
        let bearer = BearerTransport(
            layer,
            origin: try URI("https://example.org"),
            token: AccessToken(secret)
        ) { _, _ in AccessToken(secret) }
        var dumped = ""
        dump(store, to: &dumped)
        dump(bearer, to: &dumped)
        dump(ConstantCredentials(credentials), to: &dumped)
        dump(try Client(base: "https://example.org", transport: bearer), to: &dumped)
        for text in ["\(layer)", "\(bearer)", "\(store)", String(reflecting: layer), dumped] {
            #expect(!text.contains(secret))
        }
    }

    @Test
    func `100 concurrent calls are authenticated`() async throws {
        let server = GuardedServer { value, _ in
            value == nil ? [.wwwAuthenticate: #"Digest realm="r", nonce="n", qop="auth""#] : nil
        }
        let layer = AuthenticationTransport(server, credentials: PasswordList("right"))
        await withTaskGroup(of: Status?.self) { group in
            for _ in 0..<100 { group.addTask { try? await layer.send(.film()).status } }
            for await status in group { #expect(status == .ok) }
        }
        // No two requests use the same nonce count.
        _ = try await layer.send(.film())
        _ = try await layer.send(.film())
        let last = server.values.suffix(2)
        #expect(Set(last).count == 2)
    }
}

/// A transport that replaces the fields of another transport's responses.
private struct Challenging: Transport {
    let base: any Transport
    let fields: Fields

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        var response = try await base.send(request, timeouts: timeouts)
        response.fields = fields
        return response
    }
}

/// A transport that returns the response of `first` if that is no success, and otherwise that of
/// `then`.
private struct Either: Transport {
    let first: any Transport
    let then: any Transport

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let response = try await first.send(request, timeouts: timeouts)
        guard response.status.isSuccess else { return response }
        return try await then.send(request, timeouts: timeouts)
    }
}
