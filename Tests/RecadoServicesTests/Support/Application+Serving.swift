// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer
import RecadoSockets
import Testing

extension Application {
    /// Listens on a free port while `body` runs, which gets an address such as `127.0.0.1:49152`.
    func listen(_ body: (_ address: String) async throws -> Void) async throws {
        var configuration = ServerConfiguration()
        configuration.trustsLoopback = true
        configuration.addresses = [.loopback(port: 0)]
        let server = Server(configuration, handler: self)
        let address = try #require(try await server.start().first)
        do {
            try await body("\(address)")
        } catch {
            await server.shutdown(grace: .zero)
            throw error
        }
        await server.shutdown(grace: .zero)
    }

    /// Listens on a free port while `body` runs, which gets the address and a new transport.
    func serve(_ body: (_ address: String, SocketTransport) async throws -> Void) async throws {
        try await listen { address in
            let transport = SocketTransport()
            do {
                try await body(address, transport)
            } catch {
                await transport.shutdown()
                throw error
            }
            await transport.shutdown()
        }
    }
}
