// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoPasswords
import RecadoPostgreSQL
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoStore
import Synchronization
import TemporaryPostgreSQL
import Testing

/// The kinds of stores that the videoclub is tested with.
enum Storage: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    var testDescription: String { rawValue }

    /// The kinds of stores that are installed on this machine.
    static let all: [Storage] =
        TemporaryPostgreSQL.programs == nil ? [.sqlite] : [.sqlite, .postgreSQL]
}

/// A videoclub with a database of its own, called without a socket.
struct Club: Sendable {
    /// The path of the database file, or the address of the database.
    let path: String
    let store: any StoreNotifications
    let service: VideoclubService
    let application: Application
    let passwords: PasswordHasher
    let clock: TestClock
    let reports: Reports

    static let catalog = "/videoclub/api/v1/catalog"
    static let base = "https://club.example"

    /// Opens a videoclub, runs a test in it, and removes its database.
    static func open(
        over storage: Storage = .sqlite,
        hasher: PasswordHasher = .quick,
        options: SQLiteStore.Options = .init(),
        manner: Videoclub.Manner = .declared,
        _ body: (Club) async throws -> Void
    ) async throws {
        if storage == .postgreSQL {
            let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
            return try await reopen(address, hasher: hasher, manner: manner, body)
        }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-videoclub-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "club.sqlite").path()
        try await reopen(path, hasher: hasher, options: options, manner: manner, body)
    }

    /// Opens a videoclub at a path, whose database may already exist.
    static func reopen(
        _ path: String,
        hasher: PasswordHasher = .quick,
        options: SQLiteStore.Options = .init(),
        manner: Videoclub.Manner = .declared,
        _ body: (Club) async throws -> Void
    ) async throws {
        let store: any StoreNotifications =
            path.hasPrefix("postgresql:")
            ? try await PostgreSQLStore.open(path, options: .init { $0.maximumConnections = 4 })
            : try await SQLiteStore.open(path, options: options)
        do {
            let clock = TestClock()
            let reports = Reports()
            let service = try await VideoclubService(
                store: store,
                passwords: hasher,
                publicBase: base + "/",
                manner: manner,
                now: { clock.seconds },
                report: { reports.add($0) }
            )
            let club = Club(
                path: path,
                store: store,
                service: service,
                application: try Application([service.service], pages: VideoclubService.pages),
                passwords: hasher,
                clock: clock,
                reports: reports
            )
            try await body(club)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    // MARK: - Calling

    /// Sends a request without a socket.
    func send(
        _ method: RecadoHTTP.Method,
        _ target: String,
        as user: User? = nil,
        json: String? = nil,
        fields: Fields = [:]
    ) async throws -> Reply {
        var fields = fields
        if let user { fields[.authorization] = try user.authorization }
        if json != nil, !fields.contains(.contentType) {
            fields[.contentType] = "application/json"
        }
        let request = Request(
            method: method,
            authority: "club.example",
            target: target.hasPrefix("/")
                ? target : Self.catalog + (target.isEmpty ? "" : "/" + target),
            fields: fields,
            content: json.map { Content($0) } ?? .empty
        )
        return try await Reply(application.respond(to: request))
    }

    /// Lists the films that match a query.
    func list(_ query: String = "") async throws -> Reply {
        try await send(.get, query.isEmpty ? Self.catalog : "\(Self.catalog)?\(query)")
    }

    /// Returns the titles of the films that match a query.
    func titles(_ query: String) async throws -> [String] {
        let reply = try await list(query)
        #expect(reply.status == 200, "\(reply.value)")
        return reply.films.compactMap { $0["title"]?.stringValue }
    }

    /// Adds a film, and returns its number.
    func add(
        _ title: String,
        year: String = "2001",
        director: String = "Ana",
        synopsis: String = "",
        as user: User = .guest
    ) async throws -> Int {
        let film: Value = [
            "title": .string(title), "year": .string(year), "director": .string(director),
            "synopsis": .string(synopsis),
        ]
        let json = String(decoding: try JSON().encode(film), as: UTF8.self)
        let reply = try await send(.post, "", as: user, json: json)
        #expect(reply.status == 201, "\(reply.value)")
        return try #require(reply.value["id"]?.intValue)
    }

    /// Returns every column of every film, to see whether anything has changed.
    func snapshot() async throws -> [String] {
        try await store.read { transaction in
            try transaction.all("SELECT * FROM film ORDER BY id") { row in
                try (0..<row.count).map { "\(try row[$0] as SQLValue)" }.joined(separator: "|")
            }
        }
    }
}

/// A caller's credentials.
enum User: Sendable, Hashable {
    case named(String, password: String)
    /// The exact value of the `Authorization` field.
    case raw(String)

    static let guest = User.named("test123", password: "test123")
    static let other = User.named("marta", password: "un secreto")

    var authorization: String {
        get throws {
            switch self {
            case .named(let name, let password):
                try BasicCredentials(user: name, password: password).authorization
            case .raw(let value): value
            }
        }
    }
}

/// A response of the service.
struct Reply: Sendable {
    let status: Int
    let fields: Fields
    let text: String
    /// The content as JSON, or null for other content.
    let value: Value

    init(_ response: Response) async throws {
        let bytes = try await response.content.collect(upTo: 1 << 24)
        status = response.status.code
        fields = response.fields
        text = String(decoding: bytes, as: UTF8.self)
        value = (try? JSON().decode(Value.self, from: bytes)) ?? .null
    }

    /// The number of films in the whole list, from the field `X-Total-Count`.
    var total: String? { fields["X-Total-Count"] }

    /// The elements of an array.
    var films: [Value] { value.arrayValue ?? [] }

    /// Expects the members and fields that every problem must have.
    func expectProblem(
        _ expected: Int,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(status == expected, "\(value)", sourceLocation: location)
        #expect(fields[.contentType] == "application/problem+json", sourceLocation: location)
        #expect(value["status"]?.intValue == expected, sourceLocation: location)
        #expect(value["error"]?.boolValue == true, sourceLocation: location)
        #expect(value["msg"] == value["title"], sourceLocation: location)
        #expect(value["title"]?.stringValue?.isEmpty == false, sourceLocation: location)
        #expect(fields[.contentTypeOptions] == "nosniff", sourceLocation: location)
        #expect(fields[.cacheControl] == "no-store", sourceLocation: location)
    }
}

/// A clock that stands still until a test advances it.
final class TestClock: Sendable {
    private let time = Mutex<Int64>(1_485_858_030)

    /// The time in seconds since 1970, at first 2017-01-31 10:20:30 UTC.
    var seconds: Int64 { time.withLock { $0 } }

    func advance(by seconds: Int64) {
        time.withLock { $0 += seconds }
    }
}

/// The errors that the service has reported.
final class Reports: Sendable {
    private let errors = Mutex<[StoreError]>([])

    var codes: [StoreError.Code] { errors.withLock { $0.map(\.code) } }

    func add(_ error: StoreError) {
        errors.withLock { $0.append(error) }
    }
}

extension PasswordHasher {
    /// A hasher with the lowest cost, which is fast and insecure.
    static var quick: PasswordHasher {
        PasswordHasher(options: .init { $0.cost = .insecureForTests })
    }
}
