// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A synchronous handler` {
    /// Requests of every kind, whose responses must be the same as with a handler that runs in a
    /// task.
    private static let requests: [Request] = [
        Press.request(.get, "/press/drafts/7"),
        Press.request(.head, "/press/drafts/7"),
        Press.request(.get, "/press/drafts/7.xml"),
        Press.request(.get, "/press/drafts/7", ["Accept": "application/xml"]),
        Press.request(.get, "/press/drafts/7", ["Accept": "image/png"]),
        Press.request(.get, "/press/drafts/7", ["If-None-Match": "*"]),
        Press.request(.get, "/press/drafts/7", ["If-None-Match": "nonsense"]),
        Press.request(.get, "/press/drafts/7?times=500", ["Accept-Encoding": "gzip"]),
        Press.request(.get, "/press/drafts/7?times=20000", ["Accept-Encoding": "gzip"]),
        Press.request(.get, "/press/drafts/7?times=many"),
        Press.request(.get, "/press/drafts/404"),
        Press.request(.get, "/press/drafts/seven"),
        Press.request(.get, "/press/nothing"),
        Press.request(.delete, "/press/drafts/7"),
        Press.request(.options, "/press/drafts/7"),
        Press.request(
            .post,
            "/press/drafts",
            ["Content-Type": "application/json"],
            #"{"text":"a"}"#
        ),
        Press.request(.post, "/press/drafts", ["Content-Type": "application/json"], #"{"text":"#),
        Press.request(.post, "/press/drafts", ["Content-Type": "application/json"], #"{"text":1}"#),
        Press.request(.post, "/press/drafts", ["Content-Type": "application/json"]),
        Press.request(.post, "/press/drafts", ["Content-Type": "image/png"], "a"),
        Press.request(.post, "/press/drafts", [:], #"{"text":"a"}"#),
        Press.request(
            .post,
            "/press/drafts",
            ["Content-Type": "application/json"],
            String(repeating: " ", count: 200)
        ),
    ]

    @Test(arguments: requests)
    func `gives the same responses as an asynchronous one`(request: Request) async throws {
        let application = try Press.application()
        let response = await application.promptResponse(to: request)
        let other = try await Press.application(isImmediate: false).respond(to: request)
        #expect(response.status == other.status)
        #expect(response.fields.withoutID == other.fields.withoutID)
        #expect(response.fields.contains("X-Request-Id"))
        #expect(response.content.bytes == other.content.bytes)
        #expect(await application.respond(to: request).content.bytes == other.content.bytes)
    }

    @Test(arguments: [
        Press.request(.get, "/press/waiting"),
        Press.request(
            .put,
            "/press/drafts/7",
            ["Content-Type": "application/json", "If-Match": "*"],
            #"{"text":"a"}"#
        ),
        Press.request(.post, "/press/orders", ["Idempotency-Key": "\"a\""]),
        Shop.request(.get, "/press/own", user: "ana"),
    ])
    func `needs a task if a step of the pipeline may wait`(request: Request) async throws {
        let application = try Press.application()
        #expect(application.immediateResponse(to: request) == nil)
        #expect(await application.respond(to: request).status.code / 100 != 5)
    }

    @Test(arguments: [
        Press.request(.get, "/press/pieces"), Press.request(.get, "/health/live"),
        Press.request(
            .get,
            "/press/drafts/7",
            ["traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"]
        ),
        Press.request(.post, "/press/orders", ["Idempotency-Key": ""]),
        Press.request(.get, "/press/limited"), Press.request(.get, "/press/own"),
    ])
    func `needs no task if no step of the pipeline waits`(request: Request) throws {
        let application = try Press.application()
        #expect(application.immediateResponse(to: request) != nil)
    }

    @Test func `answers without a task behind trusted proxies, too`() async throws {
        var options = Application.Options()
        options.trustedProxies = TrustedProxies.loopback
        let application = try Press.application(options: options)
        let fields: Fields = ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Host": "a.example"]
        let request = Press.request(.get, "/press/drafts/7", fields)
        #expect(application.immediateResponse(to: request)?.status == .ok)
    }

    @Test func `is reported to observers and metrics`() async throws {
        let (seen, metrics) = (Seen(), Metrics())
        var options = Application.Options()
        options.observers.append(metrics)
        options.observers.append(seen)
        let application = try Press.application(options: options)
        for target in ["/press/drafts/7", "/press/drafts/7?times=20000", "/press/nothing"] {
            let request = Press.request(.get, target, ["Accept-Encoding": "gzip"])
            _ = await application.promptResponse(to: request)
        }
        #expect(
            application.immediateResponse(to: Press.request(.get, "/press/waiting")) == nil
        )
        #expect(seen.exchanges.map(\.status) == [.ok, .ok, .notFound])
        let template = "/press/drafts/{id}"
        #expect(seen.exchanges.map(\.template) == [template, template, nil])
        #expect(metrics.text.contains("recado_http_requests_in_progress 0\n"))
    }

    @Test func `answers pipelined requests on a connection`() async throws {
        let server = Server(.testing(), handler: try Press.application())
        let port = try await server.start()[0].port ?? 0
        let client = try TestClient(port: port)
        let get = "GET /press/drafts/7 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try client.send(get + get.replacing("7", with: "404") + get)
        #expect(try client.answer().content == #"{"text":"draft 7"}"#)
        #expect(try client.answer().status == 404)
        #expect(try client.answer().fields["etag"] != nil)
        await server.shutdown(grace: .zero)
    }
}

extension Application {
    /// Returns the response if it needs no task, and otherwise `nil`.
    fileprivate func immediateResponse(to request: Request) -> Response? {
        let pending = handle(request)
        return if case .now(let response) = pending { response } else { nil }
    }

    /// Returns the response; only one that takes long to compress may need a task.
    fileprivate func promptResponse(to request: Request) async -> Response {
        let pending = handle(request)
        if case .later = pending { #expect(request.target.contains("times=20000")) }
        return await pending.value
    }
}

extension Fields {
    /// The fields without the request ID, which differs in each response.
    fileprivate var withoutID: Fields {
        var fields = self
        fields.removeAll("X-Request-Id")
        return fields
    }
}

/// A service whose handlers mostly do not wait.
private enum Press {
    static let api = API(
        name: "press",
        title: "Press",
        version: "1",
        endpoints: [
            ShowDraft.self, AddDraft.self, EditDraft.self, ShowWaiting.self, ShowLimited.self,
            AddOrder.self, ShowPieces.self, ShowOwn.self,
        ]
    )

    static func application(
        isImmediate: Bool = true,
        options: Application.Options = Application.Options()
    ) throws -> Application {
        var service = Service(api)
        service.authenticate(Reader.self) { credentials, _ throws(ProblemDetails) in
            Reader(name: credentials.user)
        }
        if isImmediate {
            service.serve(show)
            service.serve { (call: AddDraft) in call.draft }
        } else {
            service.serve { (call: ShowDraft) async throws(ShowDraft.Failure) in try show(call) }
            service.serve { (call: AddDraft) async in call.draft }
        }
        service.serve { (call: EditDraft) in call.draft }
        service.serve { (_: ShowWaiting) async in Note(text: "waited") }
        service.serve { (_: ShowLimited) in Note(text: "limited") }
        service.serve { (_: AddOrder) in Note(text: "ordered") }
        service.serve { (_: ShowPieces) in ElementFeed(TickSequence(count: 2)) }
        service.serve { (_: ShowOwn, _: Reader) in Note(text: "own") }
        return try Application([service], options: options)
    }

    static func request(
        _ method: Method,
        _ target: String,
        _ fields: Fields = [:],
        _ content: String = ""
    ) -> Request {
        Request(method: method, target: target, fields: fields, content: Content(content))
    }

    private static func show(_ call: ShowDraft) throws(ShowDraft.Failure) -> Note {
        guard call.id != 404 else { throw .noSuchDraft }
        return Note(text: String(repeating: "draft \(call.id)", count: call.times ?? 1))
    }
}

private struct ShowDraft: Endpoint {
    static let route: Route = "GET /drafts/{id}"
    static let formats: [Format] = [.json, .xml]
    typealias Output = Note
    enum Failure: Problem, CaseIterable {
        case noSuchDraft
        var status: Status { .notFound }
        var title: String { "No such draft" }
    }

    @Path var id: Int
    @Query var times: Int?
}

private struct AddDraft: Endpoint {
    static let route: Route = "POST /drafts"
    static let contentLimit = 100
    typealias Output = Note

    @Body var draft: Note
}

private struct EditDraft: Endpoint {
    static let route: Route = "PUT /drafts/{id}"
    typealias Output = Note

    @Path var id: Int
    @Body var draft: Note
}

private struct ShowWaiting: Endpoint {
    static let route: Route = "GET /waiting"
    typealias Output = Note
}

private struct ShowLimited: Endpoint {
    static let route: Route = "GET /limited"
    static let quota: Quota? = Quota(30, per: .seconds(30))
    typealias Output = Note
}

private struct AddOrder: Endpoint {
    static let route: Route = "POST /orders"
    typealias Output = Note
}

private struct ShowPieces: Endpoint {
    static let route: Route = "GET /pieces"
    typealias Output = ElementFeed<Tick>
}

private struct ShowOwn: Endpoint {
    static let route: Route = "GET /own"
    typealias Output = Note
    typealias Caller = Reader
}
