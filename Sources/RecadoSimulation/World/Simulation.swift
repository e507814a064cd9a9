// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoSimulation
import RecadoWire
import Synchronization

/// Runs tests, each in its own world with virtual time and random choices that a seed determines.
///
/// ```swift
/// @Test(arguments: Simulation.seeds(1...100))
/// func nothingIsRentedTwice(_ seed: Seed) async throws {
///     try await Simulation.run(seed) { world in
///         let server = try await world.server(named: "videoclub") { _ in try makeApplication() }
///         world.network.faults = .chaotic
///         try await world.clients(20, of: [server]) { client in
///             try await client.client.send(ListFilms())
///         }
///     }
/// }
/// ```
public enum Simulation: Sendable {
    /// Returns the seeds of a range, unless an environment variable says otherwise.
    ///
    /// If `RECADO_SEED` has a seed, only that seed is used. If `RECADO_SEEDS` has a number, that
    /// many seeds are used, from the first one on; two numbers, such as `501-1000`, are the first
    /// and the last seed.
    public static func seeds(_ range: ClosedRange<UInt64>) -> [Seed] {
        if let seed = Environment.seed { return [seed] }
        return (Environment.seeds(from: range.lowerBound) ?? range).map { Seed($0) }
    }

    /// Runs a test once for each seed, each time in a new world, until the test fails.
    ///
    /// For the test runner this is a single test, which is faster than a test with arguments.
    ///
    /// - Parameters:
    ///   - seeds: The seeds.
    ///   - limit: The time limit of each world, by its own clock; an hour by default.
    ///   - body: The test.
    /// - Throws: ``SimulationFailure`` of the first world in which the test fails.
    public static func run(
        _ seeds: [Seed],
        within limit: Duration = .seconds(3_600),
        _ body: @escaping @Sendable (World) async throws -> Void
    ) async throws {
        for seed in seeds { try await run(seed, within: limit, body) }
    }

    /// Runs a test in a world.
    ///
    /// When everything in the world waits, its clock jumps ahead: ten simulated minutes take only
    /// as long as the computations in them. Only one world runs at a time in a process.
    ///
    /// If the test fails, it is run again for half a minute at most, with fewer clients and faults,
    /// to find the smallest test that fails with the same type of error. Counters of the test must
    /// therefore be created within the test.
    ///
    /// - Parameters:
    ///   - seed: The seed, which determines the whole run; the seed in `RECADO_SEED` replaces it.
    ///   - limit: The time limit by the world's clock; an hour by default.
    ///   - body: The test. It runs in the world, as do all tasks that it begins, and must not wait
    ///     for anything outside.
    /// - Returns: The events of the world.
    /// - Throws: ``SimulationFailure`` of the smallest test that fails, with the error of the test,
    ///   or a ``SimulationError`` if the world could not continue.
    @discardableResult
    public static func run(
        _ seed: Seed,
        within limit: Duration = .seconds(3_600),
        _ body: @escaping @Sendable (World) async throws -> Void
    ) async throws -> Timeline {
        guard SystemCalls.isInstalled else { throw SimulationError(.noExecutor, at: 0) }
        guard recado_hashes_alike() else { throw SimulationError(.randomHashing, at: 0) }
        if let mistake = Environment.mistake { throw SimulationError(.environment(mistake), at: 0) }
        await turns.take()
        defer { turns.release() }
        do throws(SimulationFailure) {
            return try await runOnce(Environment.seed ?? seed, limit, body)
        } catch {
            throw await smallest(error, limit, body)
        }
    }

    /// The longest time of the search for smaller tests.
    private static let patience = Duration.seconds(30)
    /// The number of seeds that are tried for each smaller version of the test.
    private static let seedsOfEach: UInt64 = 50

    private static func smallest(
        _ first: SimulationFailure,
        _ limit: Duration,
        _ body: @escaping @Sendable (World) async throws -> Void
    ) async -> SimulationFailure {
        let end = ContinuousClock.now + patience
        var best = first
        func fails(_ reduction: Reduction) async -> Bool {
            for offset in 0..<seedsOfEach where ContinuousClock.now < end {
                let seed = Seed(first.seed.number &+ offset, reduction)
                do throws(SimulationFailure) {
                    _ = try await runOnce(seed, limit, body)
                } catch {
                    guard error.isLike(first) else { continue }
                    best = error
                    return true
                }
            }
            return false
        }
        for smaller in first.seed.reduction.withFewerClients(than: first.clientCount)
        where await fails(smaller) { break }
        for fault in Reduction.Fault.allCases where first.faults[keyPath: fault.probability] > 0 {
            _ = await fails(best.seed.reduction.without(fault))
        }
        for smaller in best.seed.reduction.withFewerFaults(than: first.faultCount)
        where await fails(smaller) { break }
        // The last faults are omitted first, because earlier faults may have caused the state that
        // later faults need.
        let count = best.seed.reduction.faultLimit ?? first.faultCount
        for number in (1...max(1, count)).reversed() where number <= count {
            _ = await fails(best.seed.reduction.without(faultNumber: number))
        }
        return best
    }

    private static func runOnce(
        _ seed: Seed,
        _ limit: Duration,
        _ body: @escaping @Sendable (World) async throws -> Void
    ) async throws(SimulationFailure) -> Timeline {
        let kernel = Kernel(seed: seed)
        let outcome = Outcome()
        kernel.fail = { outcome.set(.failure($0)) }
        kernel.acting(as: kernel.hosts[0].id) {
            _ = Task {
                let world = World(kernel)
                do {
                    try await body(world)
                    await world.endFaults()
                    await world.shutDown()
                    outcome.set(.success(()))
                } catch {
                    outcome.set(.failure(error))
                }
            }
        }
        await run(kernel, for: limit.inNanoseconds, until: outcome)
        kernel.timeline.set(names: kernel.hosts.map(\.name))
        Environment.traces.map { File.append("\(seed) \(kernel.timeline.digest)\n", to: $0) }
        do {
            try outcome.value?.get()
        } catch {
            throw SimulationFailure(
                seed: seed,
                error: error,
                timeline: kernel.timeline,
                clientCount: kernel.clientCount,
                faultCount: kernel.faultCount,
                faults: kernel.faults
            )
        }
        return kernel.timeline
    }

    private static func run(
        _ kernel: Kernel,
        for limit: Int64,
        until outcome: Outcome
    ) async {
        await withCheckedContinuation { end in
            do {
                try LoopThread.start {
                    recado_forget_chance()
                    if Environment.hasTraps, !recado_trap_calls() {
                        outcome.set(.failure(SimulationError(.noTraps, at: 0)))
                    }
                    do throws(SimulationError) {
                        try kernel.run(for: limit) { outcome.value != nil }
                    } catch {
                        outcome.set(.failure(error))
                    }
                    kernel.close()
                    end.resume()
                }
            } catch {
                // The system could not create a thread for the world.
                outcome.set(.failure(error))
                end.resume()
            }
        }
    }

    private static let turns = Turns()
}

/// The result of a test, which is set once.
private final class Outcome: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)

    var value: Result<Void, any Error>? { result.withLock(\.self) }

    func set(_ value: Result<Void, any Error>) {
        result.withLock { if $0 == nil { $0 = value } }
    }
}

/// Makes worlds run one after the other.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take() async {
        await withCheckedContinuation { waiter in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiters.append(waiter)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { waiter.resume() }
        }
    }

    func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiters.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
