// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPostgreSQL
import RecadoStore
import TemporaryPostgreSQL
import Testing

@Suite(.needsServer, .timeLimit(.minutes(1)))
struct `The first connection of a store` {
    /// Returns an address in a new database, for a user who may have only one connection.
    private func addressOfOne(_ name: String) async throws -> String {
        let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
        let store = try await PostgreSQLStore.open(address)
        try await store.execute("CREATE ROLE \(identifier: name) LOGIN CONNECTION LIMIT 1")
        await store.close()
        return address.replacing("user=recado", with: "user=\(name)")
    }

    @Test func `waits until the server has a free connection`() async throws {
        let address = try await addressOfOne("waiting")
        let first = try await PostgreSQLStore.open(address)
        async let second = PostgreSQLStore.open(address)
        try await Task.sleep(for: .milliseconds(600))
        await first.close()
        let store = try await second
        #expect(try await store.read { try $0.value("SELECT 1", as: Int.self) } == 1)
        await store.close()
    }

    @Test func `fails if the server has no free connection within the time limit`() async throws {
        let address = try await addressOfOne("refused")
        let first = try await PostgreSQLStore.open(address)
        let options = PostgreSQLStore.Options { $0.acquisitionTimeout = .milliseconds(300) }
        let error = await storeError { try await PostgreSQLStore.open(address, options: options) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.sqlState == "53300")
        #expect(
            error?.message.hasSuffix("FATAL:  too many connections for role \"refused\"") == true
        )
        await first.close()
    }

    @Test func `fails for unknown databases and users with the SQLSTATE`() async throws {
        let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
        for (wrong, state) in [
            (address.replacing("///test", with: "///nowhere"), "3D000"),
            (address.replacing("user=recado", with: "user=nobody"), "28000"),
        ] {
            let error = await storeError { try await PostgreSQLStore.open(wrong) }
            #expect(error?.code == .cannotOpen)
            #expect(error?.sqlState == state)
            #expect(error?.message.contains("LOCATION") == false)
            #expect(error?.message.contains(state) == false)
        }
        let absent = address.replacing("host=/tmp/", with: "host=/tmp/nowhere/")
        let error = await storeError { try await PostgreSQLStore.open(absent) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.sqlState == nil)
    }
}
