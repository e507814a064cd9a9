// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Logging
import RecadoClient
import RecadoEndpoints
import RecadoServer
import RecadoStore
import ServiceLifecycle
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Services of swift-service-lifecycle` {
    @Test func `end after the answers in progress, the server before its store`() async throws {
        let (began, mayGoOn) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let running = try await CounterServer(
            onRead: {
                began.continuation.yield()
                for await _ in mayGoOn.stream { break }
            },
            observe: { _ in }
        )
        let logger = Logger(label: "group") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(
            services: [StoreService(running.store), running.server],
            logger: logger
        )
        let run = Task { try await group.run() }
        let client = running.client
        let call = Task { try await client.send(ReadCounter(name: "visits")) }
        for await _ in began.stream { break }
        await group.triggerGracefulShutdown()
        // The store is still there for the handler.
        mayGoOn.continuation.yield()
        #expect(try await call.value == Counter(name: "visits", count: 7))
        try await run.value
        await #expect(throws: StoreError.self) {
            _ = try await running.store.read { try $0.value("SELECT 1", as: Int.self) }
        }
        await #expect(throws: (any Error).self) {
            _ = try await client.send(ReadCounter(name: "visits"))
        }
        await running.end()
    }
}
