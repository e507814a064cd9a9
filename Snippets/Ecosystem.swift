// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/ecosystem.md, which needs the traits:
// `swift run --package-path Integrations Ecosystem`.

#if SwiftLog && SwiftMetrics && DistributedTracing && ServiceLifecycle && HTTPTypes
import HTTPTypes
import Logging
import Recado
import RecadoSQLite
import RecadoServer
import RecadoServerStore
import ServiceLifecycle
import Tracing

struct BookSeat: Endpoint {
    static let route: Route = "POST /seats/{number}"
    typealias Output = String

    @Path var number: Int
}

let api = API(name: "cinema", title: "Cinema", version: "1", endpoints: [BookSeat.self])
var service = Service(api)
service.serve { (call: BookSeat) async throws(HandlerError<Never>) in
    Logger.current.info("booked", metadata: ["seat": "\(call.number)"])
    return "Seat \(call.number) is yours."
}

// MARK: - Observing

let logger = Logger(label: "cinema")

var options = Application.Options()
options.observers.append(RequestLogger(logger))
options.observers.append(RequestMetrics())
options.middleware.insert(LoggerMiddleware(logger), at: 0)
options.middleware.insert(TracingMiddleware(), at: 0)

// MARK: - Calling

let middleware = ClientMiddleware.standard { middleware in
    middleware.log = CallLog(logger, level: .info)
    middleware.tracing = .all
}

func book(_ number: Int, at address: SocketAddress) async throws {
    let client = try Client(base: "http://\(address)/cinema", middleware: middleware)
    let tracer = RecadoHTTP.Tracer(InstrumentationSystem.tracer)
    try await RecadoHTTP.Tracer.$current.withValue(tracer) {
        print(try await client.send(BookSeat(number: number)))
    }
}

// MARK: - Running

var configuration = ServerConfiguration()
configuration.addresses = [.loopback(port: 0)]
let application = try Application([service], options: options)
let server = Server(configuration, handler: application)
let addresses = try await server.start()
let store = try await SQLiteStore.open("cinema.sqlite")

let group = ServiceGroup(
    configuration: ServiceGroupConfiguration(
        services: [StoreService(store), server],
        gracefulShutdownSignals: [.sigterm],
        logger: logger
    )
)
let run = Task { try await group.run() }
for address in addresses.prefix(1) { try await book(7, at: address) }
await group.triggerGracefulShutdown()
try await run.value

// MARK: - Messages

let head = HTTPRequest(method: .get, scheme: "https", authority: "example.org", path: "/films")
if let request = Request(head) { print(request.method, request.target) }
#else
print("Needs the traits: swift run --package-path Integrations Ecosystem")
#endif
