// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Recado
import RecadoHTTP
import RecadoServer

/// What the server benchmarks call: `HelloServer <port>`, on one loop.
@main
struct HelloServer {
    /// An endpoint whose answer is twelve bytes of JSON, through every step of the pipeline.
    struct Hello: Endpoint {
        static let route: Route = "GET /typed"
        typealias Output = String
    }

    static let api = API(name: "hello", title: "Hello", version: "1", endpoints: [Hello.self])

    /// A handler that answers twelve bytes, with nothing in between.
    struct Bare: Handler {
        let application: Application
        let response = Response(
            status: .ok,
            fields: [.contentType: "text/plain"],
            content: Content("Hello, world")
        )

        func respond(to request: Request) async -> Response {
            request.target == "/hello" ? response : await application.respond(to: request)
        }
    }

    nonisolated static func main() async throws {
        guard let port = CommandLine.arguments.last.flatMap({ UInt16($0) }) else { return }
        var service = Service(api)
        service.serve { (_: Hello) in "Hello, two" }
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: port)]
        configuration.loops = 1
        configuration.limits.requestsPerConnection = 1_000_000_000
        let handler = Bare(application: try Application([service]))
        try await Server(configuration, handler: handler).run()
    }
}
