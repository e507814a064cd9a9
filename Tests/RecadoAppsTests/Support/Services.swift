// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoApps
import RecadoClient
import RecadoHTTP
import RecadoInProcess
import RecadoSQLite
import RecadoScreens
import RecadoServer
import RecadoServices
import RecadoStore
import RecadoTestSupport
import RecadoTesting
import Testing

/// The services that the apps call without logging in, in this process and with their own database.
struct Services: Sendable {
    let application: Application
    /// The network from the apps to the services.
    let network: FaultyTransport
    /// The callers that the services have seen on that network.
    let callers: CallerLog

    /// 2026-07-15 13:20:00 UTC.
    static let july: Int64 = 1_784_121_600

    /// Opens the services, runs a test on them, and removes their database.
    static func open(_ body: (Services) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-apps-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await SQLiteStore.open(folder.appending(path: "a.sqlite").path())
        do {
            let scores = try await ScoresService(store: store, now: { july })
            let posts = try await PostsService(store: store, now: { july })
            let weather = WeatherService(now: { july })
            let application = try Application([
                weather.service, posts.service, scores.service,
            ])
            let callers = CallerLog(application)
            let inner = InProcessTransport(callers, handsValuesOver: true)
            let network = FaultyTransport(inner)
            try await body(
                Services(application: application, network: network, callers: callers)
            )
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// Returns a client of the service under `prefix`, over a transport with the faults of `plan`.
    ///
    /// Like the apps' clients, it retries nothing.
    func client(_ prefix: String = "", _ plan: FaultPlan = .always(.none)) throws -> Client {
        let transport = FaultTransport(InProcessTransport(application), plan)
        return try Self.client(transport, prefix)
    }

    /// Returns the calls of the posts service, sent by a client that is not one of the apps'.
    func posts() throws -> PostCalls { PostCalls(try client("/api")) }

    /// Returns the apps, which call these services.
    func apps() throws -> Application {
        let settings = try Apps.Settings(
            server: "http://localhost",
            transport: network,
            key: Array(0..<32)
        )
        return try Application([Apps(settings).service], pages: Apps.pages)
    }

    /// Returns a client that, like the apps' clients, retries nothing.
    static func client(_ transport: any Transport, _ prefix: String = "") throws -> Client {
        try Client(
            base: "http://services.example" + prefix,
            transport: transport,
            middleware: .standard {
                $0.retry = nil
                $0.cleartext = .everywhere
            }
        )
    }
}
