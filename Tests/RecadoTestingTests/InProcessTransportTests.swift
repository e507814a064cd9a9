// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct `In-process transport` {
    struct Member: Caller {
        typealias Credentials = BasicCredentials
        static var realm: String { "Club" }
        let name: String
    }

    struct Film: Codable, Sendable, Equatable {
        var id: Int
        var title: String
    }

    struct RentFilm: Endpoint {
        static let route: Route = "PUT /films/{id}/rent"
        typealias Output = Film
        typealias Caller = Member
        enum Failure: Problem, CaseIterable {
            case alreadyRented
            case notOwner
            var status: Status { self == .notOwner ? .forbidden : .conflict }
            var title: String { "\(self)" }
        }
        @Path var id: Int
        @Query var days: Int? = nil
    }

    struct WaitForEver: Endpoint {
        static let route: Route = "GET /wait"
        typealias Output = NoContent
    }

    struct ListFilms: Endpoint {
        static let route: Route = "GET /films"
        typealias Output = Page<Film>
        @Query var page: Int? = nil
    }

    private static let api = API(
        name: "club",
        title: "Club",
        version: "1",
        endpoints: [RentFilm.self, WaitForEver.self, ListFilms.self]
    )

    private static func rent(
        _ call: RentFilm,
        by member: Member
    ) async throws(RentFilm.Failure) -> Film {
        guard call.id != 1 else { throw .alreadyRented }
        guard member.name == "ana" else { throw .notOwner }
        return Film(id: call.id, title: "for \(call.days ?? 0) days")
    }

    private static func client(user: String? = "ana") throws -> Client {
        var service = Service(api)
        service.authenticate(Member.self) { credentials, _ throws(ProblemDetails) in
            credentials.password == "pass" ? Member(name: credentials.user) : nil
        }
        service.serve(rent)
        service.serve { (_: WaitForEver) in
            // The sleep ends when the task is cancelled.
            try? await Task.sleep(for: .seconds(3_600))
            return NoContent()
        }
        service.serve { (call: ListFilms) in
            let number = call.page ?? 1
            return Page([Film(id: number, title: "\(number)")], number: number, limit: 1, total: 3)
        }
        let application = try Application([service])
        return try Client(
            base: "http://localhost:3000/club",
            transport: InProcessTransport(application)
        ) {
            $0.credentials = try? user.map { try BasicCredentials(user: $0, password: "pass") }
        }
    }

    @Test func `client and server share one endpoint declaration`() async throws {
        let film = try await Self.client().send(RentFilm(id: 7, days: 3))
        #expect(film == Film(id: 7, title: "for 3 days"))
    }

    @Test func `a declared failure is thrown as a typed error`() async throws {
        let client = try Self.client()
        do {
            _ = try await client.send(RentFilm(id: 1))
            Issue.record("the film was rented twice")
        } catch .failed(.notOwner) {
            Issue.record("another failure")
        } catch .failed(.alreadyRented) {
            // This is the expected failure.
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `missing credentials cause a 401 error, not a declared failure`() async throws {
        let error = await #expect(throws: CallError<RentFilm.Failure>.self) {
            try await Self.client(user: nil).send(RentFilm(id: 7))
        }
        #expect(error?.status == .unauthorized)
        #expect(error?.failure == nil)
        #expect(error?.problem?.status == .unauthorized)
    }

    @Test func `a call that takes too long times out and cancels its handler`() async throws {
        let client = try Self.client()
        let error = await #expect(throws: CallError<Never>.self) {
            try await client.send(
                WaitForEver(),
                with: CallOptions(timeouts: Timeouts(total: .milliseconds(20)))
            )
        }
        #expect(error?.kind == .timedOut)
    }

    @Test func `a cancelled call ends and cancels its handler`() async throws {
        let client = try Self.client()
        let call = Task { try await client.send(WaitForEver()) }
        call.cancel()
        let error = await #expect(throws: CallError<Never>.self) { try await call.value }
        #expect(error?.kind == .cancelled)
    }

    @Test func `pages contain links to the next and the previous page`() async throws {
        let client = try Self.client()
        let page = try await client.send(ListFilms(page: 2))
        #expect(page.total == 3)
        #expect(page.links["next"] == "/club/films?page=3")
        #expect(page.links["prev"] == "/club/films?page=1")
    }

    @Test func `a HEAD response has a Content-Length but no content`() async throws {
        let transport = try Self.client().transport
        let request = Request(method: .head, authority: "localhost", target: "/club/films")
        let response = try await transport.send(request)
        #expect(response.status == .ok)
        #expect(response.content.length == 0)
        #expect(response.fields[.contentLength] == "22")
    }

    // MARK: - Clients of clients

    /// Answers with the sender of a request and its cookies.
    private struct Mirror: Handler {
        func handle(_ request: Request) -> PendingResponse {
            let peer = request.peer
            let words = [
                peer?.address ?? "", peer?.isLocal == true ? "local" : "far",
                peer?.isSecure == true ? "secure" : "clear",
                request.fields[values: .cookie].joined(separator: "|"),
            ]
            return .now(Response(status: .ok, content: Content(words.joined(separator: " "))))
        }
    }

    private static func mirrored(
        for visitor: Request?,
        _ target: String = "http://localhost/",
        _ fields: Fields = [:]
    ) async throws -> String {
        let transport = InProcessTransport(Mirror())
        var request = try Request(method: .get, uri: URI(target))
        request.fields = fields
        let sent = request
        let response =
            if let visitor {
                try await InProcessTransport.asClient(of: visitor) { () async throws in
                    try await transport.send(sent)
                }
            } else {
                try await transport.send(sent)
            }
        return String(decoding: try await response.content.collect(upTo: 1_000), as: UTF8.self)
    }

    private static func visitor(
        _ address: String,
        isLocal: Bool = false,
        isSecure: Bool = false,
        _ fields: Fields = [:]
    ) -> Request {
        var request = Request(method: .get, authority: "localhost", target: "/")
        request.peer = Peer(address: address, isLocal: isLocal, isSecure: isSecure)
        request.fields = fields
        return request
    }

    @Test func `calls have a local address unless they are made for a client`() async throws {
        #expect(try await Self.mirrored(for: nil) == "127.0.0.1 local clear ")
        let far = Self.visitor("192.0.2.7")
        #expect(try await Self.mirrored(for: far) == "192.0.2.7 far clear ")
        let secure = Self.visitor("2001:db8::1", isSecure: true)
        #expect(try await Self.mirrored(for: secure) == "2001:db8::1 far secure ")
        #expect(try await Self.mirrored(for: nil) == "127.0.0.1 local clear ")
    }

    @Test func `calls without cookies of their own carry the client's cookies`() async throws {
        let far = Self.visitor("192.0.2.7", [.cookie: "a=1"])
        #expect(try await Self.mirrored(for: far) == "192.0.2.7 far clear a=1")
        let own: Fields = [.cookie: "b=2"]
        #expect(
            try await Self.mirrored(for: far, "http://localhost/", own) == "192.0.2.7 far clear b=2"
        )
    }

    @Test(arguments: [
        ("http://localhost:3000/", "http://club.example:8080"),
        ("https://127.0.0.1/", "http://club.example:8080"),
        ("http://services.example/", "http://services.example"),
    ])
    func `calls to this machine carry the host of the client's request`(
        target: String,
        expected: String
    ) async throws {
        struct Origin: Handler {
            func handle(_ request: Request) -> PendingResponse {
                let origin = "\(request.scheme)://\(request.authority)"
                let host = request.fields[.host] ?? "none"
                return .now(Response(status: .ok, content: Content("\(origin) \(host)")))
            }
        }
        let transport = InProcessTransport(Origin())
        let call = try Request(method: .get, uri: URI(target))
        var visitor = Self.visitor("192.0.2.7")
        visitor.authority = "club.example:8080"
        let response = try await InProcessTransport.asClient(of: visitor) { () async throws in
            try await transport.send(call)
        }
        let bytes = try await response.content.collect(upTo: 1_000)
        let host = expected.split(separator: "/").last ?? ""
        #expect(String(decoding: bytes, as: UTF8.self) == "\(expected) \(host)")
    }

    @Test(arguments: ["X-Forwarded-For", "X-Real-IP", "Via"])
    func `a client behind a local proxy is not treated as local`(name: String) async throws {
        let field = try #require(FieldName(name))
        let passedOn = Self.visitor("127.0.0.1", isLocal: true, [field: "192.0.2.9"])
        #expect(try await Self.mirrored(for: passedOn) == "127.0.0.1 far clear ")
    }

    @Test func `child tasks make their calls for the same client`() async throws {
        let transport = InProcessTransport(Mirror())
        let request = try Request(method: .get, uri: URI("http://localhost/"))
        let far = Self.visitor("192.0.2.7")
        let words = try await InProcessTransport.asClient(of: far) { () async throws in
            async let one = transport.send(request)
            async let other = transport.send(request)
            var words: [String] = []
            for response in try await [one, other] {
                let bytes = try await response.content.collect(upTo: 1_000)
                words.append(String(decoding: bytes, as: UTF8.self))
            }
            return words
        }
        #expect(words == Array(repeating: "192.0.2.7 far clear ", count: 2))
    }

    @Test func `a call does not inherit the language of the surrounding request`() async throws {
        let empty = API(name: "club", title: "Club", version: "1", endpoints: [])
        let inner = try Application([Service(empty)])
        let transport = InProcessTransport(inner)
        func title(_ fields: Fields) async throws -> String {
            var request = try Request(method: .get, uri: URI("http://localhost/club/nowhere"))
            request.fields = fields
            let response = try await transport.send(request)
            return response.fields[.contentLanguage] ?? "none"
        }
        for wish in [[:], [.acceptLanguage: "en"], [.acceptLanguage: "fr"]] as [Fields] {
            let word = try await Language.$ofFrameworkTexts.withValue("es") {
                try await title(wish)
            }
            #expect(word != "es")
            let current = try await Language.$current.withValue("es") { try await title(wish) }
            #expect(current != "es")
        }
        #expect(try await title([.acceptLanguage: "es"]) == "es")
        #expect(try await title([.acceptLanguage: "en"]) == "en")
        // A request to the handler itself, without a transport, is also answered in the language it
        // asks for.
        var english = Request(method: .get, authority: "localhost", target: "/club/nowhere")
        english.fields[.acceptLanguage] = "en"
        let wish = english
        let direct = await Language.$ofFrameworkTexts.withValue("es") {
            await inner.respond(to: wish)
        }
        #expect(direct.fields[.contentLanguage] == "en")
    }
}
