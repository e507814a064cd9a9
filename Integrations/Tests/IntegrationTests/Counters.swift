// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoSQLite
import RecadoServer
import RecadoServerStore
import RecadoSockets
import RecadoStore

/// Reads a counter.
struct ReadCounter: Endpoint {
    static let route: Route = "GET /counters/{name}"
    typealias Output = Counter

    enum Failure: Problem, CaseIterable {
        case noSuchCounter

        var status: Status { .notFound }
        var title: String { "No such counter" }
    }

    @Path var name: String
}

/// Fails by a fault of the server.
struct FailAlways: Endpoint {
    static let route: Route = "GET /failure"
    typealias Output = Counter
}

struct Counter: Codable, Sendable, Equatable {
    var name: String
    var count: Int
}

let counters = API(
    name: "counters",
    title: "Counters",
    version: "1.0.0",
    endpoints: [ReadCounter.self, FailAlways.self]
)

/// A service over SQLite behind a socket, with whatever it is to be observed by.
struct CounterServer {
    let server: Server
    let store: SQLiteStore
    let client: Client
    private let path: String

    static let migrations = [
        Migration(
            "counters",
            [
                "CREATE TABLE counter (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT",
                "INSERT INTO counter VALUES ('visits', 7)",
            ]
        )
    ]

    init(
        middleware: ClientMiddleware = .standard,
        onRead: @escaping @Sendable () async -> Void = {},
        observe: (inout Application.Options) -> Void
    ) async throws {
        path = NSTemporaryDirectory() + "counters-\(UInt64.random(in: 0 ... .max)).sqlite"
        let store = try await SQLiteStore.open(path)
        try await store.migrate(Self.migrations)
        let films = ReportingStore(store) { _ in }
        var service = Service(counters)
        service.serve { (call: ReadCounter) async throws(HandlerError<ReadCounter.Failure>) in
            await onRead()
            let name = call.name
            return try await films.read {
                transaction throws(TransactionError<ReadCounter.Failure>) in
                let count = try transaction.value(
                    "SELECT count FROM counter WHERE name = \(name)",
                    as: Int.self
                )
                guard let count else { throw .failed(.noSuchCounter) }
                return Counter(name: name, count: count)
            }
        }
        service.serve { (_: FailAlways) async throws(HandlerError<Never>) -> Counter in
            throw .problem(ProblemDetails(status: .internalServerError))
        }
        var options = Application.Options()
        observe(&options)
        var configuration = ServerConfiguration()
        configuration.addresses = [.loopback(port: 0)]
        server = Server(configuration, handler: try Application([service], options: options))
        let addresses = try await server.start()
        self.store = store
        client = try Client(base: "http://\(addresses[0])/counters", middleware: middleware)
    }

    func end() async {
        await server.shutdown(grace: .seconds(1))
        await store.close()
        for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    }
}
