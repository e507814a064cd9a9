// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoHTTP
import RecadoPasswords
import RecadoSQLite
import RecadoServer
import RecadoServices

/// Serves the videoclub to clients by other authors.
enum VideoclubServer {
    /// Serves a new videoclub while `body` runs, and removes it afterwards.
    static func with(_ body: (_ base: String) async throws -> Void) async throws {
        let folder = try Peer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await SQLiteStore.open(folder.appending(path: "club.sqlite").path())
        let hasher = PasswordHasher(options: .init { $0.cost = .insecureForTests })
        let club = try await VideoclubService(
            store: store,
            passwords: hasher,
            publicBase: "http://127.0.0.1"
        )
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: try Application([club.service]))
        let port = try await server.start()[0].port ?? 0
        do {
            try await body("http://127.0.0.1:\(port)/videoclub/")
        } catch {
            await server.shutdown(grace: .zero)
            await store.close()
            throw error
        }
        await server.shutdown(grace: .zero)
        await store.close()
    }
}
