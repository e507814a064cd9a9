// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoServer
import RecadoSimulation
import RecadoThreads
import Synchronization
import Testing

@Suite struct `A simulated host` {
    @Test(arguments: [true, false])
    func `answers again after a crash and a restart`(isSilent: Bool) async throws {
        try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            try await world.clients(1, of: [server], at: "/counts") { client in
                let call = AddOne(name: "x")
                #expect(try await client.client.send(call) == Count(count: 1))
                server.crash(silently: isSilent)
                #expect(!server.host.isUp)
                await #expect(throws: (any Error).self) { try await client.client.send(call) }
                try await server.restart()
                // The number begins again, as the crash lost what was in memory.
                #expect(try await client.client.send(call) == Count(count: 1))
            }
        }
    }

    @Test func `throws an error to waiting callers when it crashes`() async throws {
        try await Simulation.run(1) { world in
            let host = try world.host(named: "a")
            let crash = Task {
                try await Task.sleep(for: .seconds(5))
                host.crash()
            }
            await #expect(throws: HostCrash.self) {
                try await host.perform { try await Task.sleep(for: .seconds(10)) }
            }
            #expect(world.elapsed.isAbout(.seconds(5)))
            await #expect(throws: HostCrash.self) { try await host.perform {} }
            try await crash.value
        }
    }

    @Test func `has a wall clock that can be set wrong`() async throws {
        try await Simulation.run(1) { world in
            let host = try world.host(named: "a")
            host.clockSkew = .seconds(400)
            let begin = ContinuousClock.now
            let date = try await host.perform { Date.now }
            #expect((399.9...400).contains(date.timeIntervalSince(.now)))
            let time = try await host.perform { ContinuousClock.now }
            #expect((time - begin).isAbout(.zero))
        }
    }

    @Test func `keeps the event loop turns of its threads separate`() async throws {
        try await Simulation.run(1) { world in
            let host = try world.host(named: "a")
            let areOwn = try await host.perform {
                let found = Found()
                for _ in 1...2 {
                    #expect(SystemThread.start { ThreadTurns.run { found.look(in: $0) } } == nil)
                }
                try await Task.sleep(for: .milliseconds(100))
                #expect(ThreadTurns.current == nil)
                return found.areOwn.withLock(\.self)
            }
            #expect(areOwn == [true, true])
        }
    }

    @Test func `ends a program when its task is cancelled`() async throws {
        try await Simulation.run(1) { world in
            let host = try world.host(named: "a")
            try await world.run(for: .seconds(1)) {
                try await host.perform { try await Task.sleep(for: .seconds(3_600)) }
            }
            #expect(world.elapsed.isAbout(.seconds(1)))
        }
    }

    @Test func `makes a call fail if it crashes while it handles the request`() async throws {
        struct Ends: Handler {
            let host: SimulatedHost
            func handle(_ request: Request) -> PendingResponse {
                host.crash()
                return .now(Response(status: .ok))
            }
        }
        try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { Ends(host: $0) }
            try await world.clients(1, of: [server]) { client in
                await #expect(throws: (any Error).self) {
                    try await client.client.get("x") as Count
                }
                #expect(!server.host.isUp)
                try await server.restart()
                #expect(server.host.isUp)
            }
        }
    }

    @Test func `can be restarted alone, and runs programs afterwards`() async throws {
        try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            try await world.clients(1, of: [server], at: "/counts") { client in
                _ = try await client.client.send(AddOne(name: "x"))
            }
            server.host.restart()
            let host = try world.host(named: "b")
            host.restart()
            #expect(try await host.perform { 7 } == 7)
        }
    }
}

/// Records whether `ThreadTurns.current` is each thread's own object while other threads run.
private final class Found: Sendable {
    let areOwn = Mutex<[Bool]>([])

    func look(in turns: ThreadTurns) {
        Thread.sleep(forTimeInterval: 0.01)
        areOwn.withLock { $0.append(ThreadTurns.current === turns) }
    }
}
