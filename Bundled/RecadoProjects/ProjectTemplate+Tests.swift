// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The templates of the tests of a new service.
extension ProjectTemplate {
    /// The tests of a service that uses a store.
    static let tests = #"""
        import __TYPE__API
        import __TYPE__Client
        import Recado
        import RecadoSQLite
        import RecadoServer
        import Testing

        @testable import __MODULE__

        @Suite struct `The service` {
            /// Runs a test with a client over a socket, and a store of its own in memory.
            private func withClient(
                _ test: (__TYPE__Client) async throws -> Void
            ) async throws {
                let store = try await SQLiteStore.inMemory()
                var configuration = ServerConfiguration()
                configuration.addresses = [.loopback(port: 0)]
                let application = try await __TYPE__Service(store).application()
                let server = Server(configuration, handler: application)
                let address = try #require(try await server.start().first)
                try await test(__TYPE__Client("http://\(address)"))
                await server.shutdown(grace: .zero)
                await store.close()
            }

            @Test func `keeps what is added`() async throws {
                try await withClient { client in
                    let added = try await client.add("A table for two")
                    #expect(try await client.item(added.id) == added)
                    #expect(try await client.items() == [added])
                }
            }

            @Test func `knows no item that was removed`() async throws {
                try await withClient { client in
                    let added = try await client.add("A table for two")
                    #expect(try await client.remove(added.id))
                    #expect(try await client.item(added.id) == nil)
                    #expect(try await client.remove(added.id) == false)
                }
            }

            @Test func `refuses an item without a name`() async throws {
                try await withClient { client in
                    let error = await #expect(throws: CallError<Never>.self) {
                        try await client.add("")
                    }
                    #expect(error?.status == .unprocessableContent)
                    let items = try await client.items()
                    #expect(items.isEmpty)
                }
            }

            @Test func `is declared without a mistake`() {
                #expect(api.check().isEmpty)
            }
        }
        """#

    /// The tests of a service without a store.
    static let memoryTests = #"""
        import __TYPE__API
        import __TYPE__Client
        import Recado
        import RecadoServer
        import Testing

        @testable import __MODULE__

        @Suite struct `The service` {
            /// Runs a test with a client over a socket, and a service of its own.
            private func withClient(
                _ test: (__TYPE__Client) async throws -> Void
            ) async throws {
                var configuration = ServerConfiguration()
                configuration.addresses = [.loopback(port: 0)]
                let application = try __TYPE__Service().application()
                let server = Server(configuration, handler: application)
                let address = try #require(try await server.start().first)
                try await test(__TYPE__Client("http://\(address)"))
                await server.shutdown(grace: .zero)
            }

            @Test func `keeps what is added`() async throws {
                try await withClient { client in
                    let added = try await client.add("A table for two")
                    #expect(try await client.item(added.id) == added)
                    #expect(try await client.items() == [added])
                }
            }

            @Test func `knows no item that was removed`() async throws {
                try await withClient { client in
                    let added = try await client.add("A table for two")
                    #expect(try await client.remove(added.id))
                    #expect(try await client.item(added.id) == nil)
                    #expect(try await client.remove(added.id) == false)
                }
            }

            @Test func `refuses an item without a name`() async throws {
                try await withClient { client in
                    let error = await #expect(throws: CallError<Never>.self) {
                        try await client.add("")
                    }
                    #expect(error?.status == .unprocessableContent)
                    let items = try await client.items()
                    #expect(items.isEmpty)
                }
            }

            @Test func `is declared without a mistake`() {
                #expect(api.check().isEmpty)
            }
        }
        """#
}
