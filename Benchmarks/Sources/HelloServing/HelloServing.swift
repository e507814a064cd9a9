// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// The service that the server benchmarks call, on a port of this machine.
public enum HelloServing: Sendable {
    /// An endpoint that answers with twelve bytes of JSON, through every step of the pipeline.
    struct Hello: Endpoint {
        static let route: Route = "GET /typed"
        typealias Output = String
    }

    /// An endpoint with the same response and an asynchronous handler.
    struct HelloLater: Endpoint {
        static let route: Route = "GET /later"
        typealias Output = String
    }

    /// An endpoint with the same response inside three middlewares that do nothing.
    struct HelloInside: Endpoint {
        static let route: Route = "GET /inside"
        typealias Output = String
    }

    private struct Nothing: Middleware {
        func handle(_ request: Request, context: RequestContext, next: Next) -> PendingResponse {
            next(request)
        }
    }

    /// A handler that answers with twelve bytes directly.
    struct Bare: Handler {
        let application: Application
        let response = Response(
            status: .ok,
            fields: [.contentType: "text/plain"],
            content: Content("Hello, world")
        )
        let allocations: (@Sendable () -> UInt)?

        func handle(_ request: Request) -> PendingResponse {
            if request.target == "/hello" { return .later { response } }
            if request.target == "/allocations", let allocations {
                return .now(Response(status: .ok, content: Content("\(allocations())")))
            }
            return application.handle(request)
        }
    }

    /// The application with the typed endpoints and films.
    public static var application: Application {
        get throws {
            let api = API(
                name: "hello",
                title: "Hello",
                version: "1",
                endpoints: [Hello.self, HelloLater.self, HelloInside.self]
            )
            var service = Service(api)
            service.serve { (_: Hello) in "Hello, two" }
            service.serve { (_: HelloLater) async in "Hello, two" }
            service.serve { (_: HelloInside) in "Hello, two" }
            for _ in 0..<3 { service.use(Nothing(), on: HelloInside.self) }
            return try Application([service, Films.service])
        }
    }

    /// Serves until the process is ended.
    ///
    /// - Parameters:
    ///   - port: The port, as an argument of a program.
    ///   - loops: The number of event loops.
    ///   - certificate: The path of a certificate; without one, the server uses no TLS.
    ///   - key: The path of the certificate's key.
    ///   - allocations: Returns the number of memory allocations so far, for `GET /allocations`.
    /// - Throws: An error if the server cannot start.
    public nonisolated static func run(
        port: String?,
        loops: Int = 1,
        certificate: String? = nil,
        key: String? = nil,
        allocations: (@Sendable () -> UInt)? = nil
    ) async throws {
        guard let port = port.flatMap({ UInt16($0) }) else { return }
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: port)]
        configuration.loops = loops
        if let certificate, let key {
            configuration.tls = TLSConfiguration(chain: .file(certificate), key: .file(key))
        }
        configuration.limits.requestsPerConnection = 1_000_000_000
        let handler = Bare(application: try application, allocations: allocations)
        try await Server(configuration, handler: handler).run()
    }
}
