// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoServer
import RecadoSimulation
import Synchronization
import Testing

/// Calls a counter from several clients over a network with all faults.
private func chaos(_ seed: Seed) async throws -> Timeline {
    try await Simulation.run(seed) { world in
        let server = try await world.server(named: "counter") { _ in try Counter().application() }
        world.network.faults = .chaotic
        try await world.clients(5, of: [server], at: "/counts") { client in
            for _ in 1...20 {
                _ = try? await client.client.send(AddOne(name: client.host.name))
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }
}

/// Returns the failure of a world whose test must fail.
private func failure(
    _ seed: Seed = 1,
    within limit: Duration = .seconds(3_600),
    _ body: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationFailure {
    try await #require(throws: SimulationFailure.self) {
        try await Simulation.run(seed, within: limit, body)
    }
}

extension Duration {
    /// Returns whether a duration equals another one, up to the time that programs take to react.
    func isAbout(_ other: Duration) -> Bool { self >= other && self < other + .milliseconds(50) }
}

@Suite struct `A simulated world` {
    @Test func `has its own clock`() async throws {
        try await Simulation.run(1) { world in
            let (begin, date) = (ContinuousClock.now, Date.now)
            try await Task.sleep(for: .seconds(600))
            #expect((ContinuousClock.now - begin).isAbout(.seconds(600)))
            #expect(SuspendingClock.now.duration(to: .now) == .zero)
            #expect((600..<600.05).contains(Date.now.timeIntervalSince(date)))
            #expect(world.elapsed.isAbout(.seconds(600)))
        }
    }

    @Test func `has servers that clients call`() async throws {
        let counter = Counter()
        try await Simulation.run(1) { world in
            let server = try await world.server(named: "a") { _ in try counter.application() }
            try await world.clients(3, of: [server], at: "/counts") { client in
                for number in 1...5 {
                    let count = try await client.client.send(AddOne(name: client.host.name))
                    #expect(count == Count(count: number))
                }
            }
        }
        #expect(counter.total == 15)
    }

    @Test(arguments: Simulation.seeds(1...20))
    func `is the same for the same seed`(_ seed: Seed) async throws {
        let (first, second) = (try await chaos(seed), try await chaos(seed))
        #expect(first.eventCount > 100)
        #expect(first.digest == second.digest)
        #expect(first.lines == second.lines)
    }

    @Test func `differs for another seed`() async throws {
        #expect(try await chaos(1).digest != chaos(2).digest)
    }

    @Test func `derives random numbers of programs from the seed`() async throws {
        func numbers(_ seed: Seed) async throws -> [UInt64] {
            let numbers = Mutex<[UInt64]>([])
            try await Simulation.run(seed) { world in
                for name in ["a", "b"] {
                    let host = try world.host(named: name)
                    let number = try await host.perform { UInt64.random(in: 0 ... .max) }
                    numbers.withLock { $0.append(number) }
                }
            }
            return numbers.withLock(\.self)
        }
        let first = try await numbers(1)
        #expect(try await numbers(1) == first)
        #expect(try await numbers(2) != first)
        #expect(first[0] != first[1])
    }

    @Test func `cancels a closure when its time is up`() async throws {
        try await Simulation.run(1) { world in
            let count = Mutex(0)
            try await world.run(for: .seconds(60)) {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    count.withLock { $0 += 1 }
                }
            }
            #expect(world.elapsed.isAbout(.seconds(60)))
            #expect((59...60).contains(count.withLock(\.self)))
        }
    }

    @Test func `continues at once if a closure ends before its time is up`() async throws {
        try await Simulation.run(1) { world in
            try await world.run(for: .seconds(60)) {}
            #expect(world.elapsed.isAbout(.zero))
        }
    }

    @Test func `ends all clients when one of them fails`() async throws {
        struct Failed: Error {}
        let failure = try await failure { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            try await world.clients(3, of: [server]) { client in
                if client.number == 1 { throw Failed() }
                while true { try await Task.sleep(for: .seconds(1)) }
            }
        }
        #expect(failure.error is Failed)
    }

    @Test func `reports the seed and the events before a failure`() async throws {
        struct Lost: Error {}
        let failure = try await failure(7) { world in
            let server = try await world.server(named: "a") { _ in try Counter().application() }
            try await world.clients(1, of: [server], at: "/counts") { client in
                _ = try await client.client.send(AddOne(name: "x"))
                throw Lost()
            }
        }
        #expect(failure.error is Lost)
        #expect(failure.seed == 7)
        #expect(failure.description.contains("RECADO_SEED=7 runs it again"))
        #expect(failure.description.contains("client-1 → a  send"))
        #expect(failure.description.contains("POST /counts/counts/x HTTP/1.1"))
        #expect(failure.description.contains("HTTP/1.1 200 OK"))
    }

    @Test func `reports a deadlock`() async throws {
        let failure = try await failure { _ in
            await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
        }
        #expect((failure.error as? SimulationError)?.kind == .standstill)
    }

    @Test func `reports a test that never ends, whether busy or idle`() async throws {
        let idle = try await failure { _ in
            while true { try await Task.sleep(for: .seconds(1_000)) }
        }
        let busy = try await failure(within: .seconds(1)) { _ in
            while true { await Task.yield() }
        }
        for failure in [idle, busy] {
            #expect((failure.error as? SimulationError)?.kind == .endless)
        }
    }

    @Test func `refuses two hosts with the same name`() async throws {
        let failure = try await failure { world in
            _ = try world.host(named: "a")
            _ = try world.host(named: "a")
        }
        #expect((failure.error as? SimulationError)?.kind == .nameTaken("a"))
        #expect("\(failure.error)" == "two hosts are named a; expected a name for each")
    }

    @Test func `reduces a failing test and reports a seed that repeats it`() async throws {
        struct TooMany: Error {}
        @Sendable func test(_ world: World) async throws {
            let counter = Counter()
            let server = try await world.server(named: "a") { _ in try counter.application() }
            world.network.faults = .chaotic
            try await world.clients(20, of: [server], at: "/counts") { client in
                _ = try? await client.client.send(AddOne(name: "x"))
            }
            if counter.total > 2 { throw TooMany() }
        }
        let first = try await failure(5) { try await test($0) }
        #expect(first.error is TooMany)
        let text = "\(first.seed)"
        #expect(text.hasSuffix(":clients=3:no-loss:no-cuts:no-resets:no-refusal:no-lookups"))
        let seed = try #require(Seed(text))
        #expect(seed == first.seed)
        let second = try await failure(seed) { try await test($0) }
        #expect(second.seed == seed)
        #expect(second.timeline.digest == first.timeline.digest)
    }

    @Test(arguments: ["", "x", "1:", "-1", "1:clients=0", "1:no-mercy", "1:clients=2:no-loss"])
    func `has a seed that can be parsed from text`(_ text: String) {
        #expect((Seed(text) != nil) == ["1:", "1:clients=2:no-loss"].contains(text))
    }
}
