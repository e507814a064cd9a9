// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoServer
import Testing

/// Calls that a server makes on behalf of its client, with the client's cookies, while it already
/// sends the response.
@Suite(.timeLimit(.minutes(1))) struct `In-process calls on behalf of a client` {
    /// Answers with the address of the client and its cookies.
    private struct Mirror: Handler {
        func handle(_ request: Request) -> PendingResponse {
            let words = [request.peer?.address ?? "", request.fields[.cookie] ?? ""]
            return .now(Response(status: .ok, content: Content(words.joined(separator: " "))))
        }
    }

    /// Calls the mirror for each element, and returns its answer.
    private struct Reflections: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let transport = InProcessTransport(Mirror())
        var count = 2

        func makeAsyncIterator() -> Reflections { self }

        mutating func next() async throws -> String? {
            guard count > 0 else { return nil }
            count -= 1
            let request = try Request(method: .get, uri: URI("http://localhost/"))
            let response = try await transport.send(request, timeouts: Timeouts())
            return String(decoding: try await response.content.collect(upTo: 1_000), as: UTF8.self)
        }
    }

    private static func visitor(
        _ address: String? = "192.0.2.7",
        _ fields: Fields = [:]
    ) -> Request {
        var request = Request(method: .get, authority: "localhost", target: "/", fields: fields)
        request.peer = address.map { Peer(address: $0, isLocal: false, isSecure: false) }
        return request
    }

    /// Returns the text of content that is made on behalf of a client, and read after that.
    private static func read(_ content: Content, for visitor: Request) async throws -> String {
        let response = await InProcessTransport.asClient(of: visitor) {
            Response(status: .ok, content: content)
        }
        return String(decoding: try await response.content.collect(upTo: 1_000), as: UTF8.self)
    }

    // MARK: - Content

    @Test func `calls made while content is read have the client's address`() async throws {
        let content = Content(pieces: Reflections().map { Array("[\($0)]".utf8) })
        let far = Self.visitor("192.0.2.7", [.cookie: "a=1"])
        #expect(try await Self.read(content, for: far) == "[192.0.2.7 a=1][192.0.2.7 a=1]")
    }

    @Test func `calls made by an event stream have the client's address`() async throws {
        let content = EventFeed(of: Reflections()).content(in: .json)
        let text = try await Self.read(content, for: Self.visitor())
        #expect(text == ":\n\ndata: \"192.0.2.7 \"\n\ndata: \"192.0.2.7 \"\n\n")
    }

    @Test func `replayable content makes its calls for the same client each time`() async throws {
        let content = Content(
            pieces: Reflections(count: 1).map { Array($0.utf8) },
            length: 10,
            isReplayable: true
        )
        let response = await InProcessTransport.asClient(of: Self.visitor()) {
            Response(status: .ok, content: content)
        }
        #expect(response.content.isReplayable)
        #expect(response.content.length == 10)
        for _ in 1...2 {
            let bytes = try await response.content.collect(upTo: 10)
            #expect(String(decoding: bytes, as: UTF8.self) == "192.0.2.7 ")
        }
    }

    @Test func `interleaved streams make calls for their own clients`() async throws {
        var streams: [any ContentSource] = []
        for address in ["192.0.2.1", "192.0.2.2"] {
            let response = await InProcessTransport.asClient(of: Self.visitor(address)) {
                Response(
                    status: .ok,
                    content: Content(pieces: Reflections().map { Array($0.utf8) })
                )
            }
            streams.append(response.content.makeSource())
        }
        try await InProcessTransport.asClient(of: Self.visitor("192.0.2.3")) { () async throws in
            var words: [String] = []
            for stream in streams + streams {
                words.append(String(decoding: try await stream.next() ?? [], as: UTF8.self))
            }
            let both = ["192.0.2.1 ", "192.0.2.2 "]
            #expect(words == both + both)
        }
    }

    @Test func `calls for a request without a peer address come from 127.0.0.1`() async throws {
        let content = Content(pieces: Reflections().map { Array("[\($0)]".utf8) })
        let nobody = Self.visitor(nil, [.cookie: "a=1"])
        #expect(try await Self.read(content, for: nobody) == "[127.0.0.1 ][127.0.0.1 ]")
    }

    // MARK: - Cookies

    struct Member: Caller {
        typealias Credentials = SessionCredentials
        static var realm: String { "Club" }
        let name: String
    }

    struct ShowName: Endpoint {
        static let route: Route = "GET /name"
        typealias Caller = Member
        typealias Output = String
    }

    struct Leave: Endpoint {
        static let route: Route = "DELETE /member"
        typealias Caller = Member
        typealias Output = NoContent
    }

    /// Returns a client of a service whose members have cookies.
    private static func club() throws -> Client {
        let endpoints: [any Endpoint.Type] = [ShowName.self, Leave.self]
        var service = Service(API(name: "club", title: "Club", version: "1", endpoints: endpoints))
        service.authenticate(Member.self) { credentials, _ throws(ProblemDetails) in
            credentials.identifier == Self.identifier ? Member(name: "ana") : nil
        }
        service.serve { (_: ShowName, member: Member) in member.name }
        service.serve { (_: Leave, _: Member) in NoContent() }
        return try Client(
            base: "https://club.example/club",
            transport: InProcessTransport(try Application([service]))
        )
    }

    private static let identifier = String(repeating: "A", count: 43)

    private static var signedIn: Request {
        visitor("192.0.2.7", [.cookie: "\(SessionCredentials.cookieName)=\(identifier)"])
    }

    @Test func `the client's cookie authenticates reads but not changes`() async throws {
        let client = try Self.club()
        try await InProcessTransport.asClient(of: Self.signedIn) { () async throws in
            #expect(try await client.send(ShowName()) == "ana")
            let error = await #expect(throws: CallError<Never>.self) {
                try await client.send(Leave())
            }
            #expect(error?.status == .forbidden)
        }
    }

    @Test func `the client's cookie authorizes changes marked as same-origin`() async throws {
        let client = try Self.club()
        var options = CallOptions()
        options.fields["Sec-Fetch-Site"] = "same-origin"
        let checked = options
        try await InProcessTransport.asClient(of: Self.signedIn) { () async throws in
            _ = try await client.send(Leave(), with: checked)
        }
        let error = await #expect(throws: CallError<Never>.self) {
            try await client.send(Leave(), with: checked)
        }
        #expect(error?.status == .unauthorized)
    }

    // MARK: - Hosts

    @Test func `calls for a request from a trusted proxy pass the host check`() async throws {
        struct Ask: Handler {
            let inner: InProcessTransport
            func handle(_ request: Request) -> PendingResponse {
                .later {
                    let call = Request(method: .get, authority: "localhost", target: "/inner/x")
                    let response = try? await InProcessTransport.asClient(of: request) {
                        try await inner.send(call, timeouts: Timeouts())
                    }
                    return response ?? Response(status: .badGateway)
                }
            }
        }
        var options = Application.Options()
        options.middleware.insert(.hosts(["club.example"]), at: 0)
        options.trustedProxies = .loopback
        let inner = try Application([], options: options)
        let ask = Ask(inner: InProcessTransport(inner))
        let outer = try Application([], pages: ["/ask": ask], options: options)
        var request = Request(method: .get, authority: "films.lan", target: "/ask")
        request.fields["X-Forwarded-For"] = "192.0.2.1"
        request.peer = Peer(address: "127.0.0.1", isLocal: true, isSecure: false)
        #expect(await outer.respond(to: request).status == .notFound)
    }
}
