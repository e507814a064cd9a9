// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoServer
import TestLibrary

/// Serves the library to clients by other authors.
enum LibraryServer {
    /// Serves the library while `body` runs.
    static func with(_ body: (_ port: Int) async throws -> Void) async throws {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let service = BookLibrary.service(scores: [BookLibrary.Score("Pedro", 125)])
        let server = Server(configuration, handler: try Application([service]))
        let port = try await server.start()[0].port ?? 0
        do {
            try await body(Int(port))
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }
}
