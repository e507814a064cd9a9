// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoServer
import RecadoSimulation
import Synchronization
import Testing

/// An overload can sustain itself: clients repeat calls, and the server works for callers that
/// left.
///
/// Such an overload lasts after its cause is gone. The calls of this test are sent at random times,
/// even while earlier calls are still running, and amount to 70 percent of what the service can
/// handle.
@Suite struct `A service after an overload` {
    /// The time at which the cause of the overload begins.
    private static let trigger: Duration = .seconds(5)
    private static let triggerTime: Duration = .seconds(4)
    /// The time after the cause ends by which every call must succeed again.
    private static let grace: Duration = .seconds(10)
    private static let end: Duration = .seconds(25)

    @Test func `answers every call in time ten seconds after the cause has ended`() async throws {
        let failures = Mutex(0)
        try await Simulation.run(Simulation.seeds(1...120)) { world in
            let calls = try await Self.calls(in: world, isCareful: true)
            if calls.contains(where: \.isFailed) { failures.withLock { $0 += 1 } }
            guard
                let call = calls.first(where: {
                    $0.isLate && ($0.isFailed || $0.time > .seconds(1))
                })
            else { return }
            throw BrokenProperty("all is as before", "a call at \(call.begin): \(call)")
        }
        // The causes must make at least one call fail; otherwise the test shows nothing.
        #expect(failures.withLock { $0 } > 0)
    }

    /// Without the retry budget and without dropping lost callers, the overload lasts.
    @Test func `stays overloaded if retries and abandoned calls are not limited`() async throws {
        let lasting = Mutex(0)
        // Twelve worlds are enough, because the test needs only one lasting overload.
        try await Simulation.run((1...12).map { Seed($0) }) { world in
            let late = try await Self.calls(in: world, isCareful: false).filter(\.isLate)
            let failures = late.count(where: \.isFailed)
            if failures > late.count / 2 { lasting.withLock { $0 += 1 } }
        }
        #expect(lasting.withLock { $0 } > 0)
    }

    // MARK: - A world

    private struct Sent: Sendable {
        var begin: Duration
        var time: Duration
        var isFailed: Bool

        /// True if the call began after the time by which every call must succeed.
        var isLate: Bool { begin > trigger + triggerTime + grace }
    }

    private final class Log: Sendable {
        private let start = ContinuousClock.now
        private let sent = Mutex<[Sent]>([])

        var time: Duration { start.duration(to: .now) }
        var calls: [Sent] { sent.withLock(\.self) }

        func add(_ call: Sent) { sent.withLock { $0.append(call) } }
    }

    private static func calls(in world: World, isCareful: Bool) async throws -> [Sent] {
        var configuration = ServerConfiguration()
        if isCareful, world.seed.number.isMultiple(of: 2) { configuration.limits.requests = 20 }
        let server = try await world.server(named: "server", configuration) { _ in
            try Bottleneck(isCareful: isCareful).application()
        }
        let isBurst = world.seed.number % 3 == 0
        if let fault = fault(of: world.seed.number, server) { world.inject(fault, at: trigger) }
        let log = Log()
        try await world.clients(7, of: [server], at: Works.path) { client in
            let careful = client.client
            let sender = isCareful ? careful : careful.withMiddleware { $0.retry = .eager }
            try await send(by: sender, isBurst: isBurst, log)
        }
        return log.calls
    }

    /// Sends calls at random times, without waiting for earlier ones to end.
    private static func send(by sender: Client, isBurst: Bool, _ log: Log) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            while log.time < end {
                let isMore = isBurst && log.time > trigger && log.time < trigger + triggerTime
                let pause = Int.random(in: 1...1_000) / (isMore ? 5 : 1)
                try await Task.sleep(for: .milliseconds(pause))
                group.addTask {
                    let begin = log.time
                    let options = CallOptions(timeouts: Timeouts(total: .seconds(2)))
                    let look = Look(number: 1, milliseconds: 100)
                    let isFailed = (try? await sender.send(look, with: options)) == nil
                    log.add(Sent(begin: begin, time: log.time - begin, isFailed: isFailed))
                }
            }
            try await group.waitForAll()
        }
    }

    /// Returns the fault that causes the overload, or `nil` where a burst of calls causes it.
    private static func fault(of number: UInt64, _ server: SimulatedServer) -> Fault? {
        switch number % 6 {
        case 1: .pause(server.host, for: triggerTime)
        case 2: .isolation(of: server.host, for: triggerTime)
        case 4: .crash(server, for: triggerTime)
        case 5: .network(.chaotic, for: triggerTime)
        default: nil
        }
    }
}

extension RetryPolicy {
    /// A policy that does not limit how many repetitions it sends.
    fileprivate static var eager: RetryPolicy {
        var policy = RetryPolicy.attempts(8)
        (policy.firstDelay, policy.budget) = (.milliseconds(50), nil)
        policy.attemptTimeout = .milliseconds(500)
        return policy
    }
}

/// A resource that each response needs, such as one of two processors.
private final class Bottleneck: Sendable {
    private struct State {
        var free = 2
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var last = 0
    }

    /// True if callers that have left are removed from the queue.
    private let isCareful: Bool
    private let state = Mutex(State())

    init(isCareful: Bool) { self.isCareful = isCareful }

    func application() throws -> Application {
        let api = API(name: "works", title: "Works", version: "1", endpoints: [Look.self])
        var service = Service(api)
        service.serve { [self] (call: Look) async -> Done in
            if await take() {
                let work = Task { try await Task.sleep(for: .milliseconds(call.milliseconds)) }
                _ = await work.result
                giveBack()
            }
            return Done(number: call.number, text: "")
        }
        return try Application([service], options: Application.Options())
    }

    /// Waits for its turn, and returns `false` if the caller has left.
    private func take() async -> Bool {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free > 0 else {
                        state.waiting.append((number, continuation))
                        return false
                    }
                    state.free -= 1
                    return true
                }
                if isFree { continuation.resume(returning: true) }
            }
        } onCancel: {
            guard isCareful else { return }
            let left = state.withLock { state in
                let place = state.waiting.firstIndex { $0.number == number }
                return place.map { state.waiting.remove(at: $0).continuation }
            }
            left?.resume(returning: false)
        }
    }

    private func giveBack() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return Optional<CheckedContinuation<Bool, Never>>.none
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
