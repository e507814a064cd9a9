// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Cookie sessions` {
    struct Visitor: Caller {
        typealias Credentials = SessionCredentials
        static var realm: String { "Pages" }
        let name: String
    }

    struct SignIn: Endpoint {
        static let route: Route = "POST /session"
        typealias Output = SignedIn<String>
    }

    struct ShowName: Endpoint {
        static let route: Route = "GET /name"
        typealias Caller = Visitor
        typealias Output = String
    }

    struct SignOut: Endpoint {
        static let route: Route = "DELETE /session"
        typealias Caller = Visitor
        typealias Output = SignedIn<String>
    }

    private struct Broken: SessionStore {
        struct Gone: Error {}
        func insert(_ session: Session, for key: String) async throws { throw Gone() }
        func session(for key: String) async throws -> Session? { throw Gone() }
        func touch(_ key: String, at time: Int64) async throws { throw Gone() }
        func remove(_ key: String) async throws { throw Gone() }
        func removeAll(of account: String) async throws { throw Gone() }
    }

    /// A store that can be made to refuse new sessions, or to keep one session for ever.
    private struct Partial: SessionStore {
        struct Full: Error {}
        let base: MemorySessionStore
        var isFull = false
        var lasting: String?

        func insert(_ session: Session, for key: String) async throws {
            if isFull { throw Full() }
            base.insert(session, for: key)
        }
        func session(for key: String) async throws -> Session? { base.session(for: key) }
        func touch(_ key: String, at time: Int64) async throws { base.touch(key, at: time) }
        func remove(_ key: String) async throws {
            if key == lasting { throw Full() }
            base.remove(key)
        }
        func removeAll(of account: String) async throws { base.removeAll(of: account) }
    }

    private let time = TestTime()
    private let store = MemorySessionStore()

    private func sessions(_ store: (any SessionStore)? = nil) -> Sessions {
        Sessions(store: store ?? self.store) { [time] in 1_000_000 + time.now.components.seconds }
    }

    private func application(_ sessions: Sessions) throws -> Application {
        let endpoints: [any Endpoint.Type] = [SignIn.self, ShowName.self, SignOut.self]
        var service = Service(API(name: "p", title: "P", version: "1", endpoints: endpoints))
        service.authenticate(Visitor.self) { credentials, _ throws(ProblemDetails) in
            try await sessions.session(of: credentials).map { Visitor(name: $0.account) }
        }
        service.serve {
            (_: SignIn) async throws(HandlerError<Never>) -> SignedIn<String> in
            let session = try? await sessions.begin(for: "robin")
            return SignedIn("welcome", as: session)
        }
        service.serve { (_: ShowName, visitor: Visitor) in visitor.name }
        service.serve { (_: SignOut, _: Visitor) in SignedIn("bye", as: nil) }
        return try Application([service])
    }

    private func request(
        _ method: RecadoHTTP.Method,
        _ target: String,
        _ session: SessionCredentials?,
        authority: String = "p.example",
        isSecure: Bool = true
    ) -> Request {
        var request = Request(
            method: method,
            scheme: isSecure ? "https" : "http",
            authority: authority,
            target: target,
            peer: Peer(
                address: isSecure ? "192.0.2.1" : "127.0.0.1",
                isLocal: !isSecure,
                isSecure: isSecure
            )
        )
        session?.write(to: &request)
        request.fields.removeAll(.origin)
        return request
    }

    // MARK: - Cookies

    @Test func `signing in sets a __Host- cookie with Secure and HttpOnly`() async throws {
        let application = try application(sessions())
        let response = await application.respond(to: request(.post, "/p/session", nil))
        #expect(response.status == .ok)
        #expect(response.fields[.cacheControl] == "no-store")
        let cookie = try #require(response.fields[.setCookie])
        let parts = cookie.split(separator: "; ").map(String.init)
        #expect(parts[0].hasPrefix("__Host-session="))
        #expect(parts[0].utf8.count == "__Host-session=".utf8.count + 43)
        #expect(parts.dropFirst() == ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"])
        var output = SignedIn("", as: nil)
        output.read(from: response.fields)
        let shown = await application.respond(to: request(.get, "/p/name", output.session))
        #expect(shown.status == .ok)
    }

    @Test func `over HTTP on this machine the cookie has no __Host- prefix`() async throws {
        let application = try application(sessions())
        let here = request(.post, "/p/session", nil, authority: "localhost:8080", isSecure: false)
        let cookie = try #require(await application.respond(to: here).fields[.setCookie])
        #expect(cookie.hasPrefix("session="))
        #expect(!cookie.contains("Secure"))
        var output = SignedIn("", as: nil)
        output.read(from: [.setCookie: cookie])
        let session = try #require(output.session)
        let shown = request(
            .get,
            "/p/name",
            session,
            authority: "localhost:8080",
            isSecure: false
        )
        #expect(await application.respond(to: shown).status == .ok)
        // Over TLS a session needs another cookie, so this one does not count.
        var elsewhere = request(.get, "/p/name", nil)
        elsewhere.fields[.cookie] = "session=\(session.identifier)"
        #expect(await application.respond(to: elsewhere).status == .unauthorized)
    }

    @Test func `signing out deletes the cookie`() async throws {
        let sessions = sessions()
        let application = try application(sessions)
        var leaving = request(.delete, "/p/session", try await sessions.begin(for: "robin"))
        leaving.fields["Sec-Fetch-Site"] = "same-origin"
        let response = await application.respond(to: leaving)
        #expect(response.status == .ok)
        let cookie = "__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
        #expect(response.fields[.setCookie] == cookie)
    }

    @Test(arguments: [
        "", "__Host-session=", "__Host-session=abc", "session=%", "x__Host-session=%",
        "__Host-session=%; __Host-session=%", "__host-session=%", "__Host-session=%A",
    ])
    func `malformed and duplicate session cookies are refused`(cookie: String) async throws {
        let sessions = sessions()
        let session = try await sessions.begin(for: "robin")
        var request = request(.get, "/p/name", nil)
        request.fields[.cookie] = cookie.replacing("%", with: session.identifier)
        let response = await (try application(sessions)).respond(to: request)
        #expect(response.status == .unauthorized)
        #expect(response.fields[.wwwAuthenticate] == "Cookie realm=\"Pages\"")
    }

    @Test func `the store's keys do not reveal the session identifier`() async throws {
        let session = try await sessions().begin(for: "robin")
        let key = try #require(store.keys.first)
        #expect(key.utf8.count == 64)
        #expect(!key.contains(session.identifier))
        #expect(!"\(session) \(String(reflecting: session))".contains(session.identifier))
    }

    // MARK: - Lives

    @Test func `signing in replaces the previous session`() async throws {
        let sessions = sessions()
        let first = try await sessions.begin(for: "robin")
        let second = try await sessions.begin(for: "robin", replacing: first)
        #expect(first.identifier != second.identifier)
        #expect(try await sessions.session(of: first) == nil)
        #expect(try await sessions.session(of: second)?.account == "robin")
    }

    @Test(arguments: [true, false])
    func `the old session stays valid if it cannot be replaced`(isFull: Bool) async throws {
        let first = try await sessions().begin(for: "robin")
        let key = try #require(store.keys.first)
        let partial = sessions(
            Partial(base: store, isFull: isFull, lasting: isFull ? nil : key)
        )
        await #expect(throws: Partial.Full.self) {
            try await partial.begin(for: "robin", replacing: first)
        }
        #expect(try await sessions().session(of: first)?.account == "robin")
        #expect(store.keys == [key])
    }

    @Test func `a session ends half an hour after its last use`() async throws {
        let sessions = sessions()
        let session = try await sessions.begin(for: "robin")
        for _ in 0..<3 {
            time.pass(.seconds(1_799))
            #expect(try await sessions.session(of: session) != nil)
        }
        time.pass(.seconds(1_800))
        #expect(try await sessions.session(of: session) == nil)
        #expect(store.keys.isEmpty)
    }

    @Test func `a session ends after twelve hours even if it is in use`() async throws {
        let sessions = sessions()
        let session = try await sessions.begin(for: "robin")
        for _ in 0..<47 {
            time.pass(.seconds(900))
            #expect(try await sessions.session(of: session) != nil)
        }
        time.pass(.seconds(900))
        #expect(try await sessions.session(of: session) == nil)
    }

    @Test func `setting the clock back does not prolong a session`() async throws {
        let sessions = sessions()
        let session = try await sessions.begin(for: "robin")
        time.pass(.seconds(-60))
        #expect(try await sessions.session(of: session) != nil)
        time.pass(.seconds(-86_400))
        #expect(try await sessions.session(of: session) == nil)
    }

    @Test func `one session or all sessions of an account can be ended`() async throws {
        let sessions = sessions()
        let robin = try await sessions.begin(for: "robin")
        let again = try await sessions.begin(for: "robin")
        let marta = try await sessions.begin(for: "marta")
        try await sessions.end(robin)
        #expect(try await sessions.session(of: robin) == nil)
        #expect(try await sessions.session(of: again) != nil)
        try await sessions.endAll(of: "robin")
        #expect(try await sessions.session(of: again) == nil)
        #expect(try await sessions.session(of: marta) != nil)
    }

    @Test func `a full store drops the least recently used session`() async throws {
        let sessions = sessions(MemorySessionStore(capacity: 10))
        var all: [SessionCredentials] = []
        for number in 0..<11 {
            all.append(try await sessions.begin(for: "user \(number)"))
            time.pass(.seconds(1))
        }
        #expect(try await sessions.session(of: all[0]) == nil)
        #expect(try await sessions.session(of: all[9]) != nil)
        #expect(try await sessions.session(of: all[10]) != nil)
    }

    @Test func `an unreachable store is answered with 503`() async throws {
        let session = try await sessions().begin(for: "robin")
        let application = try application(sessions(Broken()))
        let response = await application.respond(to: request(.get, "/p/name", session))
        #expect(response.status == .serviceUnavailable)
    }

    // MARK: - Other pages

    struct Sender: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: Fields
        let isTaken: Bool

        init(_ name: String, _ fields: Fields, isTaken: Bool) {
            testDescription = name
            self.fields = fields
            self.isTaken = isTaken
        }

        static let site: FieldName = "Sec-Fetch-Site"
        static let all = [
            Sender("an own page", [site: "same-origin"], isTaken: true),
            Sender("the user", [site: "none"], isTaken: true),
            Sender("a sister's page", [site: "same-site"], isTaken: false),
            Sender("another page", [site: "cross-site"], isTaken: false),
            Sender("nonsense", [site: "Same-Origin"], isTaken: false),
            Sender("an own page, Origin", [.origin: "https://p.example"], isTaken: true),
            Sender("in the clear", [.origin: "http://p.example"], isTaken: false),
            Sender("another port", [.origin: "https://p.example:444"], isTaken: false),
            Sender("a longer name", [.origin: "https://p.example.evil.example"], isTaken: false),
            Sender("no origin", [.origin: "null"], isTaken: false),
            Sender(
                "another page that claims",
                [site: "cross-site", .origin: "https://p.example"],
                isTaken: false
            ),
            Sender("nothing", [:], isTaken: false),
        ]
    }

    @Test(arguments: Sender.all)
    func `a cookie authorizes changes from pages of the same origin only`(
        sender: Sender
    ) async throws {
        let sessions = sessions()
        let application = try application(sessions)
        let session = try await sessions.begin(for: "robin")
        var leaving = request(.delete, "/p/session", session)
        for field in sender.fields { leaving.fields.append(field.value, to: field.name) }
        let status = await application.respond(to: leaving).status
        #expect(status == (sender.isTaken ? .ok : .forbidden))
        var looking = request(.get, "/p/name", session)
        looking.fields[Sender.site] = "cross-site"
        #expect(await application.respond(to: looking).status == .ok)
    }

    @Test func `a program that sends the matching Origin is accepted`() async throws {
        let sessions = sessions()
        var leaving = request(.delete, "/p/session", nil)
        try await sessions.begin(for: "robin").write(to: &leaving)
        let response = await (try application(sessions)).respond(to: leaving)
        #expect(response.status == .ok)
    }

    @Test func `a form token is valid for one session only and differs each time`() async throws {
        let robin = try await sessions().begin(for: "robin")
        let other = try await sessions().begin(for: "robin")
        let token = robin.formToken()
        #expect(token != robin.formToken())
        #expect(robin.accepts(formToken: token))
        #expect(robin.accepts(formToken: robin.formToken()))
        #expect(!other.accepts(formToken: token))
        #expect(!token.contains(robin.identifier))
        for wrong in ["", "A", String(token.dropLast()), token + "A", String(token.reversed())] {
            #expect(!robin.accepts(formToken: wrong))
        }
        let input = robin.hiddenInput()
        #expect(input.hasPrefix("<input type=\"hidden\" name=\"form-token\" value=\""))
    }
}
