// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoPostgreSQL
import RecadoSQLite
import RecadoServices
import RecadoStore
import TemporaryPostgreSQL
import Testing

/// The posts service with a database of its own, called without a socket.
struct Blog: Sendable {
    let store: any StoreNotifications
    let stand: Stand
    let clock: TestClock

    static let path = "/api/posts"

    /// Opens a service for posts, runs a test with it, and removes its database.
    static func open(
        over storage: Storage = .sqlite,
        _ body: (Blog) async throws -> Void
    ) async throws {
        if storage == .postgreSQL {
            let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
            let store = try await PostgreSQLStore.open(
                address,
                options: .init { $0.maximumConnections = 4 }
            )
            try await use(store, body)
            return
        }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-posts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await use(try await SQLiteStore.open(folder.appending(path: "p.sqlite").path()), body)
    }

    private static func use(
        _ store: any StoreNotifications,
        _ body: (Blog) async throws -> Void
    ) async throws {
        do {
            let clock = TestClock()
            let service = try await PostsService(store: store, now: { clock.seconds })
            let blog = Blog(store: store, stand: try Stand([service.service]), clock: clock)
            try await body(blog)
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    func send(
        _ method: RecadoHTTP.Method,
        _ rest: String = "",
        json: String? = nil,
        fields: Fields = [:]
    ) async throws -> Reply {
        try await stand.send(method, Self.path + rest, json: json, fields: fields)
    }

    /// Writes a post, and returns its identifier.
    func write(_ title: String) async throws -> String {
        let json = try JSON().encodeToString(["title": title])
        let reply = try await send(.post, json: json)
        #expect(reply.status == 201, "\(reply.text)")
        return try #require(reply.value["_id"]?.stringValue)
    }

    /// Returns the titles in a list of posts.
    func titles(_ query: String = "") async throws -> [String] {
        try await send(.get, query).films.compactMap { $0["title"]?.stringValue }
    }
}
