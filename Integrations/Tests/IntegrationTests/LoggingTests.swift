// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import InMemoryLogging
import Logging
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoSockets
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Loggers of swift-log` {
    private let handler = InMemoryLogHandler()
    private var logger: Logger { Logger(label: "counters") { _ in handler } }

    @Test func `have each request with its route, and a handler's lines have its number`()
        async throws
    {
        let (logger, handler) = (logger, handler)
        let running = try await CounterServer(
            onRead: { Logger.current.info("reading") },
            observe: {
                $0.observers.append(RequestLogger(logger))
                $0.middleware.insert(LoggerMiddleware(logger), at: 0)
            }
        )
        let reply = try await running.client.get("counters/visits?token=hidden", as: Counter.self)
        #expect(reply.count == 7)
        await running.end()
        let entries = handler.entries
        #expect(
            entries.map { "\($0.message)" } == ["reading", "GET /counters/counters/{name} 200"]
        )
        let ids = entries.map { $0.metadata["request-id"] }
        #expect(ids[0] != nil && ids[0] == ids[1])
        #expect(entries[0].metadata["route"] == "/counters/counters/{name}")
        #expect(!"\(entries)".contains("hidden"))
    }

    @Test func `have failures of the server as errors, and those of callers as any answer`()
        async throws
    {
        let (logger, handler) = (logger, handler)
        let running = try await CounterServer { $0.observers.append(RequestLogger(logger)) }
        await #expect(throws: (any Error).self) { try await running.client.send(FailAlways()) }
        await #expect(throws: (any Error).self) {
            try await running.client.send(ReadCounter(name: "none"))
        }
        await running.end()
        #expect(handler.entries.map(\.level) == [.error, .info])
    }

    @Test func `have the calls of a client, without secrets`() async throws {
        let (logger, handler) = (logger, handler)
        let middleware = ClientMiddleware.standard { $0.log = CallLog(logger, level: .info) }
        let running = try await CounterServer(middleware: middleware) { _ in }
        _ = try await running.client.get("counters/visits?token=hidden", as: Counter.self)
        await running.end()
        #expect(handler.entries.count == 2)
        #expect(!"\(handler.entries)".contains("hidden"))
    }
}
