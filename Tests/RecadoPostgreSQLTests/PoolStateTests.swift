// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RecadoPostgreSQL

/// A pool without real connections, whose time the test sets.
private struct Mock {
    var state: PoolState
    var now: Duration = .zero

    init(_ change: (inout PoolState.Settings) -> Void = { _ in }) {
        var settings = PoolState.Settings()
        settings.maximum = 2
        change(&settings)
        state = PoolState(settings)
    }

    mutating func request(_ number: Int, within time: Duration = .seconds(5)) -> [Action] {
        state.handle(.requested(.init(number: number), until: now + time), at: now)
    }

    mutating func write(_ number: Int) -> [Action] {
        let id = PoolState.RequestID(number: number)
        return state.handle(.requested(id, until: now + .seconds(5), for: .write), at: now)
    }

    mutating func readSlowly(_ number: Int) -> [Action] {
        let id = PoolState.RequestID(number: number)
        return state.handle(.requested(id, until: now + .seconds(5), for: .slowRead), at: now)
    }

    mutating func handle(_ event: PoolState.Event) -> [Action] {
        state.handle(event, at: now)
    }

    mutating func pass(_ time: Duration) -> [Action] {
        now += time
        return state.handle(.timePassed, at: now)
    }

    /// Connects for the first time and leaves the connection idle.
    mutating func warmUp() {
        _ = request(1_000)
        _ = handle(.connected(connection(1)))
        _ = handle(.released(connection(1)))
    }
}

private typealias Action = PoolState.Action

private func request(_ number: Int) -> PoolState.RequestID { .init(number: number) }
private func connection(_ number: Int) -> PoolState.ConnectionID { .init(number: number) }

@Suite
struct `The connection pool` {
    @Test func `the first request opens a connection and runs on it`() {
        var pool = Mock()
        #expect(pool.request(1) == [.connect(connection(1))])
        let actions = pool.handle(.connected(connection(1)))
        #expect(actions == [.run(request(1), on: connection(1))])
        #expect(pool.handle(.released(connection(1))) == [])
        #expect(pool.request(2) == [.run(request(2), on: connection(1))])
    }

    @Test func `at most the maximum of connections is opened, and requests run in order`() {
        var pool = Mock()
        #expect(pool.request(1) == [.connect(connection(1))])
        #expect(pool.request(2) == [.connect(connection(2))])
        #expect(pool.request(3) == [])
        #expect(pool.request(4) == [])
        #expect(pool.handle(.connected(connection(2))) == [.run(request(1), on: connection(2))])
        #expect(pool.handle(.connected(connection(1))) == [.run(request(2), on: connection(1))])
        #expect(pool.handle(.released(connection(1))) == [.run(request(3), on: connection(1))])
        #expect(pool.handle(.released(connection(2))) == [.run(request(4), on: connection(2))])
    }

    @Test func `the connection used last is used next`() {
        var pool = Mock()
        _ = pool.request(1)
        _ = pool.request(2)
        _ = pool.handle(.connected(connection(1)))
        _ = pool.handle(.connected(connection(2)))
        _ = pool.handle(.released(connection(2)))
        _ = pool.handle(.released(connection(1)))
        #expect(pool.request(3) == [.run(request(3), on: connection(1))])
    }

    @Test func `a request that waits too long is refused`() {
        var pool = Mock { $0.maximum = 1 }
        pool.warmUp()
        _ = pool.request(1)
        #expect(pool.request(2, within: .seconds(2)) == [])
        #expect(pool.pass(.seconds(1)) == [])
        #expect(pool.state.nextMoment == .seconds(2))
        #expect(pool.pass(.seconds(1)) == [.refuse(request(2), .waitedTooLong)])
        #expect(pool.handle(.released(connection(1))) == [])
    }

    @Test func `a withdrawn request leaves the queue`() {
        var pool = Mock { $0.maximum = 1 }
        pool.warmUp()
        _ = pool.request(1)
        _ = pool.request(2)
        _ = pool.request(3)
        #expect(pool.handle(.withdrawn(request(2))) == [])
        #expect(pool.handle(.released(connection(1))) == [.run(request(3), on: connection(1))])
    }

    @Test func `a request beyond the queue limit is refused at once`() {
        var pool = Mock {
            $0.maximum = 1
            $0.waitingLimit = 2
        }
        pool.warmUp()
        _ = pool.request(1)
        _ = pool.request(2)
        _ = pool.request(3)
        #expect(pool.request(4) == [.refuse(request(4), .overloaded)])
    }

    @Test func `an ended connection is replaced for waiting requests and not reused`() {
        var pool = Mock { $0.maximum = 1 }
        pool.warmUp()
        _ = pool.request(1)
        _ = pool.request(2)
        #expect(pool.handle(.ended(connection(1))) == [.connect(connection(2))])
        #expect(pool.handle(.released(connection(1))) == [])
        #expect(pool.handle(.connected(connection(2))) == [.run(request(2), on: connection(2))])
    }

    @Test func `an idle connection that ended is removed`() {
        var pool = Mock { $0.minimum = 0 }
        pool.warmUp()
        #expect(pool.handle(.ended(connection(1))) == [])
        #expect(pool.request(1) == [.connect(connection(2))])
    }

    @Test func `an idle connection is checked after half a minute`() {
        var pool = Mock()
        pool.warmUp()
        #expect(pool.state.nextMoment == .seconds(30))
        #expect(pool.pass(.seconds(30)) == [.check(connection(1))])
        // A connection that is being checked serves no request.
        #expect(pool.request(1) == [.connect(connection(2))])
        #expect(pool.handle(.released(connection(1))) == [.run(request(1), on: connection(1))])
    }

    @Test func `an unused connection above the minimum is closed`() {
        var pool = Mock { $0.keepAliveInterval = .seconds(1_000) }
        _ = pool.request(1)
        _ = pool.request(2)
        _ = pool.handle(.connected(connection(1)))
        _ = pool.handle(.connected(connection(2)))
        _ = pool.handle(.released(connection(1)))
        _ = pool.handle(.released(connection(2)))
        #expect(pool.pass(.seconds(300)) == [.close(connection(1))])
        // The connection counts as one of the maximum until it is closed.
        _ = pool.request(3)
        #expect(pool.request(4) == [])
        #expect(pool.handle(.ended(connection(1))) == [.connect(connection(3))])
    }

    @Test func `checks do not count as use of a connection`() {
        var pool = Mock()
        _ = pool.request(1)
        _ = pool.request(2)
        for number in [1, 2] { _ = pool.handle(.connected(connection(number))) }
        for number in [1, 2] { _ = pool.handle(.released(connection(number))) }
        var actions: [Action] = []
        for _ in 0..<10 {
            let now = pool.pass(.seconds(30))
            actions += now
            for case .check(let id) in now { actions += pool.handle(.released(id)) }
        }
        let closed = actions.filter { [.close(connection(1)), .close(connection(2))].contains($0) }
        #expect(closed.count == 1)
    }

    @Test func `a connection is replaced at its maximum age, even the last one`() {
        var pool = Mock { $0.keepAliveInterval = .seconds(9_000) }
        pool.warmUp()
        #expect(pool.pass(.seconds(3_600)) == [.close(connection(1)), .connect(connection(2))])
    }

    @Test func `all connections are replaced when the server becomes read-only`() {
        var pool = Mock { $0.minimum = 2 }
        pool.warmUp()
        _ = pool.handle(.connected(connection(2)))
        _ = pool.request(7)
        let actions = pool.handle(.demoted)
        #expect(actions.filter { if case .close = $0 { true } else { false } }.count == 1)
        let next = pool.handle(.ended(connection(1)))
        #expect(next.contains { if case .connect = $0 { true } else { false } })
        // The busy connection finishes its request, and is then closed.
        #expect(pool.handle(.released(connection(2))).contains(.close(connection(2))))
    }

    @Test func `a failure of the very first connection is reported at once`() {
        var pool = Mock()
        _ = pool.request(1)
        let actions = pool.handle(.failedToConnect(connection(1)))
        #expect(actions == [.refuse(request(1), .unreachable)])
    }

    @Test func `repeated failures lead to longer pauses and then to refusals`() {
        var pool = Mock()
        pool.warmUp()
        _ = pool.handle(.ended(connection(1)))
        #expect(pool.handle(.failedToConnect(connection(2))) == [])
        #expect(pool.request(1) == [])
        #expect(pool.state.nextMoment == .milliseconds(100))
        #expect(pool.pass(.milliseconds(100)) == [.connect(connection(3))])
        #expect(pool.handle(.failedToConnect(connection(3))) == [])
        #expect(pool.pass(.milliseconds(100)) == [])
        #expect(pool.pass(.milliseconds(100)) == [.connect(connection(4))])
        // The third failure opens the circuit breaker.
        let actions = pool.handle(.failedToConnect(connection(4)))
        #expect(actions == [.refuse(request(1), .unreachable)])
        #expect(pool.request(2) == [.refuse(request(2), .unreachable)])
        // After the rest the pool makes one attempt; when it succeeds, the pool works as before.
        #expect(pool.pass(.milliseconds(400)) == [.connect(connection(5))])
        #expect(pool.request(3) == [])
        #expect(pool.request(4) == [])
        let served = pool.handle(.connected(connection(5)))
        #expect(served == [.run(request(3), on: connection(5)), .connect(connection(6))])
    }

    @Test func `a failed connection refuses no request while another works`() {
        var pool = Mock { $0.breakerLimit = 1 }
        pool.warmUp()
        _ = pool.request(1)
        #expect(pool.request(2) == [.connect(connection(2))])
        #expect(pool.handle(.failedToConnect(connection(2))) == [])
        #expect(pool.handle(.released(connection(1))) == [.run(request(2), on: connection(1))])
    }

    @Test func `a request that has lost its connection is served first`() {
        var pool = Mock { $0.maximum = 1 }
        pool.warmUp()
        _ = pool.request(1)
        _ = pool.request(2)
        _ = pool.handle(.ended(connection(1)))
        _ = pool.handle(.requested(request(3), until: .seconds(5), isFirst: true))
        #expect(pool.handle(.connected(connection(2))) == [.run(request(3), on: connection(2))])
    }

    @Test func `writes leave a quarter of connections and queue slots to reads`() {
        var pool = Mock { ($0.maximum, $0.waitingLimit) = (4, 4) }
        for number in 1...3 {
            #expect(pool.write(number) == [.connect(connection(number))])
            let run = Action.run(request(number), on: connection(number))
            #expect(pool.handle(.connected(connection(number))) == [run])
        }
        for number in 4...6 { #expect(pool.write(number) == []) }
        #expect(pool.write(7) == [.refuse(request(7), .overloaded)])
        #expect(pool.request(8) == [.connect(connection(4))])
        // A waiting write does not block the read behind it, and the last connection is kept for
        // reads.
        let run = Action.run(request(8), on: connection(4))
        #expect(pool.handle(.connected(connection(4))) == [run])
        #expect(pool.handle(.released(connection(4))) == [])
        #expect(pool.request(9) == [.run(request(9), on: connection(4))])
        #expect(pool.handle(.released(connection(2))) == [.run(request(4), on: connection(2))])
        #expect(pool.handle(.ended(connection(1))) == [.connect(connection(5))])
        #expect(pool.handle(.released(connection(4))) == [.run(request(5), on: connection(4))])
    }

    /// Returns a pool with eight connections, each of which serves a read.
    private static func crowded() -> Mock {
        var pool = Mock { ($0.maximum, $0.waitingLimit) = (8, 16) }
        for number in 1...8 {
            _ = pool.request(number)
            _ = pool.handle(.connected(connection(number)))
            _ = pool.pass(.milliseconds(1))
        }
        return pool
    }

    @Test func `slow reads on over half of the connections make room for other reads`() {
        var pool = Self.crowded()
        #expect(pool.request(9) == [])
        // Up to four reads may take long, and at this time four do.
        #expect(pool.pass(.milliseconds(245)) == [])
        #expect(pool.pass(.milliseconds(1)) == [.displace(connection(5))])
        #expect(pool.pass(.seconds(1)) == [])
        #expect(pool.request(10) == [.displace(connection(6))])
        // At most a quarter of the connections are displaced at a time.
        #expect(pool.request(11) == [])
        #expect(pool.state.nextMoment == .milliseconds(5_008))
        #expect(pool.handle(.ended(connection(5))) == [.connect(connection(9))])
        let run = Action.run(request(9), on: connection(9))
        let actions = pool.handle(.connected(connection(9)))
        #expect(actions == [run, .displace(connection(7))])
        let next = Action.run(request(10), on: connection(6))
        #expect(pool.handle(.released(connection(6))) == [next])
    }

    @Test func `waiting reads that prove to be slow get at most half of the connections`() {
        var pool = Self.crowded()
        for number in 9...14 { _ = pool.request(number) }
        #expect(pool.handle(.slowed(Set((9...13).map(request)))) == [])
        for (number, next) in [(1, 9), (2, 10), (3, 11), (4, 12), (5, 14)] {
            let run = Action.run(request(next), on: connection(number))
            #expect(pool.handle(.released(connection(number))) == [run])
        }
        #expect(pool.handle(.released(connection(6))) == [])
    }

    @Test func `a displaced read is queued again even if the queue is full`() {
        var pool = Mock { ($0.maximum, $0.waitingLimit) = (1, 1) }
        _ = pool.request(1)
        _ = pool.handle(.connected(connection(1)))
        #expect(pool.request(2) == [])
        #expect(pool.request(3) == [.refuse(request(3), .overloaded)])
        let again = PoolState.Event.requested(
            request(1),
            until: .seconds(5),
            isFirst: true,
            for: .slowRead
        )
        #expect(pool.handle(again) == [])
        let run = Action.run(request(1), on: connection(1))
        #expect(pool.handle(.released(connection(1))) == [run])
    }

    @Test func `one write runs beside slow reads even with only two connections`() {
        var pool = Mock { $0.maximum = 2 }
        #expect(pool.readSlowly(1) == [.connect(connection(1))])
        _ = pool.handle(.connected(connection(1)))
        #expect(pool.write(2) == [.connect(connection(2))])
        let run = Action.run(request(2), on: connection(2))
        #expect(pool.handle(.connected(connection(2))) == [run])
    }

    @Test func `slow reads continue while no fast read waits`() {
        var pool = Self.crowded()
        #expect(pool.pass(.seconds(4)) == [])
        // No read is displaced for the sake of waiting writes.
        #expect(pool.write(9) == [])
        #expect(pool.readSlowly(10) == [])
    }

    @Test func `a timer is set for the moment at which a running read becomes slow`() {
        var pool = Self.crowded()
        let moment = pool.state.nextMoment
        _ = pool.request(9)
        #expect(moment == nil)
        #expect(pool.state.nextMoment == .milliseconds(250))
    }

    @Test func `slow reads get half of the connections, and writes leave a reserve`() {
        var pool = Mock { ($0.maximum, $0.waitingLimit) = (8, 16) }
        for number in 1...4 {
            #expect(pool.readSlowly(number) == [.connect(connection(number))])
            _ = pool.handle(.connected(connection(number)))
        }
        for number in 5...8 { #expect(pool.readSlowly(number) == []) }
        #expect(pool.readSlowly(9) == [.refuse(request(9), .overloaded)])
        for number in 5...6 {
            #expect(pool.write(number + 10) == [.connect(connection(number))])
            let run = Action.run(request(number + 10), on: connection(number))
            #expect(pool.handle(.connected(connection(number))) == [run])
        }
        #expect(pool.write(17) == [])
        #expect(pool.request(18) == [.connect(connection(7))])
        let run = Action.run(request(5), on: connection(1))
        #expect(pool.handle(.released(connection(1))) == [run])
    }

    @Test func `closing serves waiting requests, refuses new ones and ends`() {
        var pool = Mock { $0.maximum = 1 }
        pool.warmUp()
        _ = pool.request(1)
        _ = pool.request(2)
        #expect(pool.handle(.closed) == [])
        #expect(pool.request(3) == [.refuse(request(3), .closed)])
        #expect(pool.handle(.released(connection(1))) == [.run(request(2), on: connection(1))])
        #expect(pool.handle(.released(connection(1))) == [.close(connection(1))])
        #expect(pool.handle(.ended(connection(1))) == [.finished])
        #expect(pool.handle(.timePassed) == [])
        // A request that lost its connection is not served again once the pool is closed.
        let late = pool.handle(.requested(request(4), until: .seconds(9), isFirst: true))
        #expect(late == [.refuse(request(4), .closed)])
    }

    @Test func `a pool without connections closes at once`() {
        var pool = Mock()
        #expect(pool.handle(.closed) == [.finished])
    }

    @Test(arguments: 0..<50)
    func `random events answer each request once and never exceed the maximum`(seed: Int) {
        var chance = Chance(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
        var pool = Mock {
            $0.maximum = 3
            $0.waitingLimit = 8
        }
        var world = World()
        for number in 0..<400 {
            pool.now += .milliseconds(chance.next(below: 400))
            let event = world.event(number, now: pool.now, &chance)
            world.take(pool.handle(event), maximum: 3)
        }
        world.take(pool.handle(.closed), maximum: 3)
        for _ in 0..<200 where !world.isFinished {
            pool.now += .seconds(1)
            let event = world.ending()
            world.take(pool.handle(event), maximum: 3)
        }
        #expect(world.isFinished)
        #expect(world.unanswered.isEmpty)
        #expect(world.faults == [])
    }
}

/// Random numbers that are the same in every run.
private struct Chance {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}

/// Connections and requests in the state in which the pool's actions leave them.
private struct World {
    var connecting: [PoolState.ConnectionID] = []
    var busy: [PoolState.ConnectionID] = []
    var resting: [PoolState.ConnectionID] = []
    var closing: [PoolState.ConnectionID] = []
    var unanswered: Set<PoolState.RequestID> = []
    var isFinished = false
    var faults: [String] = []

    mutating func event(
        _ number: Int,
        now: Duration,
        _ chance: inout Chance
    ) -> PoolState.Event {
        switch chance.next(below: 10) {
        case 0...2:
            unanswered.insert(request(number))
            let time = Duration.milliseconds(chance.next(below: 3_000))
            let uses: [PoolState.Use] = [.read, .read, .slowRead, .write, .write, .bare]
            let use = uses[chance.next(below: uses.count)]
            return .requested(request(number), until: now + time, for: use)
        case 3:
            guard let id = unanswered.first else { return .timePassed }
            unanswered.remove(id)
            return .withdrawn(id)
        case 4, 5:
            guard let id = connecting.popLast() else { return .timePassed }
            guard chance.next(below: 4) > 0 else { return .failedToConnect(id) }
            resting.append(id)
            return .connected(id)
        case 6:
            guard let id = closing.popLast() ?? busy.popLast() ?? resting.popLast() else {
                return .timePassed
            }
            return .ended(id)
        default:
            guard let id = busy.popLast() else { return .timePassed }
            resting.append(id)
            return .released(id)
        }
    }

    mutating func ending() -> PoolState.Event {
        if let id = closing.popLast() { return .ended(id) }
        if let id = busy.popLast() {
            resting.append(id)
            return .released(id)
        }
        guard let id = connecting.popLast() else { return .timePassed }
        return .failedToConnect(id)
    }

    mutating func take(_ actions: [Action], maximum: Int) {
        for action in actions {
            switch action {
            case .connect(let id): connecting.append(id)
            case .run(let request, let id):
                if unanswered.remove(request) == nil { faults.append("\(request) served twice") }
                use(id)
            case .check(let id): use(id)
            case .displace(let id):
                if !busy.contains(id) { faults.append("\(id) serves nobody who could make room") }
            case .close(let id):
                resting.removeAll { $0 == id }
                closing.append(id)
            case .refuse(let request, _):
                if unanswered.remove(request) == nil { faults.append("\(request) refused twice") }
            case .finished:
                if isFinished { faults.append("finished twice") }
                isFinished = true
            }
        }
        let count = connecting.count + busy.count + resting.count + closing.count
        if count > maximum { faults.append("\(count) connections") }
    }

    private mutating func use(_ id: PoolState.ConnectionID) {
        if !resting.contains(id) { faults.append("\(id) was not free") }
        resting.removeAll { $0 == id }
        busy.append(id)
    }
}
