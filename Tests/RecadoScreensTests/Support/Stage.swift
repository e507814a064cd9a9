// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import RecadoInProcess
import RecadoPasswords
import RecadoSQLite
import RecadoScreens
import RecadoServer
import RecadoServices
import RecadoSockets
import RecadoStore
import RecadoTestSupport
import Testing

/// The services behind the five apps with a database of their own, and the clients that apps use.
struct Stage: Sendable {
    let application: Application
    let network: FaultyTransport
    let clients: ServiceClients

    /// 2026-07-15 13:20:00 UTC.
    static let july: Int64 = 1_784_121_600
    /// The member who owns films 7 to 20.
    static let member = "test123"

    init() async throws {
        application = try await Self.services()
        network = FaultyTransport(InProcessTransport(application))
        clients = try ServiceClients(server: "https://services.example", transport: network)
    }

    var films: VideoclubCalls {
        VideoclubCalls(catalog: clients.videoclub, titles: clients.films)
    }

    /// Returns the services that `recado serve` offers.
    static func services() async throws -> Application {
        let store = try await SQLiteStore.inMemory()
        let club = try await VideoclubService(
            store: store,
            passwords: PasswordHasher(options: .init { $0.cost = .insecureForTests }),
            publicBase: "https://services.example"
        )
        return try Application([
            club.service,
            FilmDatabaseService().service,
            WeatherService(now: { july }).service,
            try await ScoresService(store: store, now: { july }).service,
            try await PostsService(store: store, now: { july }).service,
            PlaygroundService().service,
        ])
    }

    /// Serves the services on a free port while `body` calls them over a new transport.
    static func serve(_ body: (ServiceClients, Server) async throws -> Void) async throws {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: try await services())
        let address = try #require(try await server.start().first)
        let transport = SocketTransport()
        do {
            try await body(
                try ServiceClients(server: "http://\(address)/", transport: transport),
                server
            )
        } catch {
            await transport.shutdown()
            await server.shutdown(grace: .zero)
            throw error
        }
        await transport.shutdown()
        await server.shutdown(grace: .zero)
    }
}

/// Waits until a condition is true; if it never is, the suite's time limit ends the test.
@MainActor
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}

extension MemberSession {
    /// Waits for the login form, fills it in and submits it.
    func enter(_ user: String = Stage.member, _ password: String = Stage.member) async {
        await until { state.purpose != nil && !state.isChecking }
        self.user = user
        self.password = password
        submit()
    }
}
