// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDocumentation
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A tool whose responses have a `Last-Modified` field.
struct Tool: Codable, Sendable, Hashable, FieldCarrying {
    var name: String

    func write(to fields: inout Fields, answering request: Request) {
        fields[.lastModified] = "Sun, 06 Nov 1994 08:49:37 GMT"
    }
}

struct ListTools: Endpoint {
    static let route: Route = "GET /tools"
    typealias Output = [Tool]
}

struct ShowTool: Endpoint {
    static let route: Route = "GET /tools/{id}"
    typealias Output = Tool

    @Path var id: Int
}

struct EditTool: Endpoint {
    static let route: Route = "PUT /tools/{id}"
    typealias Output = Tool

    @Path var id: Int
    @Body var tool: Tool
}

struct WatchTools: Endpoint {
    static let route: Route = "GET /tools/live"
    typealias Output = EventFeed<Tool>
}

struct ExportTools: Endpoint {
    static let route: Route = "GET /tools/export"
    typealias Output = ElementFeed<Tool>
}

struct DiscussTools: WebSocketEndpoint {
    static let route: Route = "GET /tools/talk"
    typealias Incoming = Tool
    typealias Outgoing = Tool
}

/// A service that breaks no rule, unless a test changes its requests or responses.
struct Shed: Handler {
    typealias RequestChange = @Sendable (inout Request) -> Void
    typealias AnswerChange = @Sendable (inout Response, Request) async -> Void

    static let api = API(
        name: "shed",
        title: "Shed",
        version: "1",
        endpoints: [
            ListTools.self, ShowTool.self, EditTool.self, WatchTools.self, ExportTools.self,
            DiscussTools.self,
        ]
    )

    private let application: Application
    private let changeRequest: RequestChange
    private let changeAnswer: AnswerChange

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - request: Changes each request before the service handles it.
    ///   - answer: Changes each response before it is sent.
    /// - Throws: `InvalidServicesError` if the declaration has a mistake.
    init(
        request: @escaping RequestChange = { _ in },
        answer: @escaping AnswerChange = { _, _ in }
    ) throws {
        let saw = Tool(name: "saw")
        var service = Service(Self.api)
        service.serve { (_: ListTools) in [saw] }
        service.serve { (_: ShowTool) in saw }
        service.serve { (call: EditTool) in call.tool }
        // Neither of the two streams ever ends.
        service.serve { (_: WatchTools) async in EventFeed(of: AsyncStream<Tool> { _ in }) }
        service.serve { (_: ExportTools) async in
            ElementFeed(AsyncStream<Tool> { continuation in continuation.yield(saw) })
        }
        service.serve { (_: DiscussTools) async in WebSocketHandler { _ in } }
        application = try Application([service], pages: Documentation(of: [service]).pages)
        changeRequest = request
        changeAnswer = answer
    }

    func handle(_ request: Request) -> PendingResponse {
        .later { await self.answer(request) }
    }

    private func answer(_ request: Request) async -> Response {
        var request = request
        changeRequest(&request)
        var response = await application.respond(to: request)
        await changeAnswer(&response, request)
        return response
    }
}
