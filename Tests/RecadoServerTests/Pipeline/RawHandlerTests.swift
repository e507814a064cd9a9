// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

/// Tests services whose responses are made by a `RawHandler`.
@Suite(.timeLimit(.minutes(1)))
struct `A RawHandler of a service` {
    struct Listen: Endpoint {
        static let route: Route = "GET /echo/{id}"
        typealias Output = String
        @Path var id: String
    }

    struct Count: Endpoint {
        static let route: Route = "GET /count"
        typealias Output = Int
    }

    /// Answers with the method and target of the request.
    struct Echo: RawHandler {
        func template(of request: Request) -> String? {
            request.path.hasPrefix("/echo") ? "/echo/{id}" : nil
        }

        func respond(to request: Request) async -> Response {
            let status: Status = request.target == "/gone" ? .notFound : .ok
            return Response(status: status, content: Content("\(request.method) \(request.target)"))
        }
    }

    private func application(
        options: Application.Options = .init()
    ) throws -> Application {
        let api = API(
            name: "echo",
            title: "Echo",
            version: "1",
            prefix: "",
            endpoints: [Listen.self, Count.self]
        )
        var service = Service(api)
        service.serve(Echo(), for: [Listen.self])
        service.serve { (_: Count) async throws(Never) in 7 }
        let other = API(name: "other", title: "Other", version: "1", endpoints: [])
        return try Application([service, Service(other)], options: options)
    }

    private func text(_ method: Method, _ target: String) async throws -> String {
        let response = try await application().respond(to: Request(method: method, target: target))
        #expect(response.fields[.requestID] != nil)
        return String(decoding: try await response.content.collect(upTo: 1_000), as: UTF8.self)
    }

    @Test func `has no-store on its 404 responses`() async throws {
        let response = try await application().respond(to: Request(method: .get, target: "/gone"))
        #expect(response.status == .notFound)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.vary] == "Accept")
    }

    @Test func `answers its routes for every method`() async throws {
        #expect(try await text(.put, "/echo/7?a=b") == "PUT /echo/7?a=b")
        #expect(try await text(.options, "/echo") == "OPTIONS /echo")
    }

    @Test func `answers unknown paths but not the routes of other handlers`() async throws {
        #expect(try await text(.get, "/count") == "7")
        #expect(try await text(.get, "/nothing") == "GET /nothing")
        #expect(try await text(.get, "/other/nothing").contains("404"))
    }

    @Test func `reports its route template to observers`() async throws {
        let seen = Seen()
        var options = Application.Options()
        options.observers.append(seen)
        let application = try application(options: options)
        for target in ["/echo/7", "/nothing"] {
            _ = await application.respond(to: Request(method: .get, target: target))
        }
        #expect(seen.exchanges.map(\.template) == ["/echo/{id}", nil])
    }

    @Test func `counts as the handler of the endpoints that it is given`() {
        var service = Service(
            API(name: "echo", title: "Echo", version: "1", endpoints: [Listen.self, Count.self])
        )
        service.serve(Echo(), for: [Listen.self])
        #expect(service.check().map(\.endpoint) == ["Count"])
    }
}
