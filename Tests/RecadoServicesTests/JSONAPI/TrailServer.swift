// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoInProcess
import RecadoPostgreSQL
import RecadoSQLite
import RecadoServer
import RecadoStore
import RecadoTesting
import TemporaryPostgreSQL
import Testing

/// A server of trails over a database of its own, called without a socket.
struct TrailServer: Sendable {
    let database: TrailDatabase
    let application: Application

    /// The kinds of databases that are installed on this machine.
    static let databases =
        TemporaryPostgreSQL.programs == nil ? ["SQLite"] : ["SQLite", "PostgreSQL"]

    init(
        trails: Int = 5,
        over name: String = "SQLite",
        languages: [Language] = []
    ) async throws {
        let store: any Store
        if name == "SQLite" {
            store = try await SQLiteStore.inMemory()
        } else {
            store = try await PostgreSQLStore.open(
                try #require(TemporaryPostgreSQL.shared).makeDatabase()
            )
        }
        database = try await TrailDatabase(store)
        try await database.fill(trails)
        var service = Self.service(database)
        service.languages = languages
        application = try Application([service])
        _ = database.statements()
    }

    static func service(_ database: TrailDatabase) -> Service {
        let api = API(
            name: "trails",
            title: "Trails",
            version: "1.0.0",
            prefix: "/api",
            endpoints: []
        )
        var service = Service(api)
        var trails = ResourceCollection(
            Trail.self,
            at: "/trails",
            in: TrailStorage(database: database)
        )
        trails.sorts = ["title", "metres"]
        trails.filters = ["title"]
        trails.pageSize = 2
        trails.toOne("category", \.category)
        trails.toMany("stops", \.stops)
        service.serve(trails)
        service.serve(
            ResourceCollection(
                TrailCategory.self,
                at: "/categories",
                in: TrailCategoryStorage(database: database)
            )
        )
        var stops = ResourceCollection(
            TrailStop.self,
            at: "/stops",
            in: TrailStopStorage(database: database)
        )
        stops.toOne("trail", \.trail)
        service.serve(stops)
        return service
    }

    /// Sends a request, and returns the response and its document.
    func call(
        _ method: RecadoHTTP.Method,
        _ target: String,
        _ content: String? = nil,
        fields: Fields = [:]
    ) async throws -> (response: Response, document: Value) {
        var request = Request(
            method: method,
            scheme: "http",
            authority: "trails.example",
            target: target
        )
        if let content {
            request.content = Content(Array(content.utf8))
            request.fields[.contentType] = "application/vnd.api+json"
        }
        for field in fields { request.fields[field.name] = field.value }
        let response = await application.respond(to: request)
        let bytes = try await response.content.collect(upTo: 1 << 20)
        let document = bytes.isEmpty ? .null : try JSON().value(from: bytes)
        if !bytes.isEmpty {
            // Every response must follow the rules of JSON:API.
            var strict = JSONAPI()
            strict.isStrict = true
            _ = try strict.decode(Value.self, from: bytes, at: .root)
        }
        return (response, document)
    }

    /// Returns a client of the server.
    func client() throws -> Client {
        try Client(
            base: "https://trails.example/api",
            transport: InProcessTransport(application)
        )
    }
}
