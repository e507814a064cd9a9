// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PoolState {
    /// Takes all actions that the current state allows.
    mutating func settle(_ now: Duration, _ actions: inout [Action]) {
        refuseLate(now, &actions)
        retire(now, &actions)
        serve(now, &actions)
        displace(now, &actions)
        check(now, &actions)
        connect(now, &actions)
        if isClosing, connections.isEmpty, waiting.isEmpty, !isFinished {
            isFinished = true
            actions.append(.finished)
        }
    }

    private mutating func refuseLate(_ now: Duration, _ actions: inout [Action]) {
        guard waiting.contains(where: { $0.deadline <= now }) else { return }
        for waiter in waiting where waiter.deadline <= now {
            actions.append(.refuse(waiter.id, .waitedTooLong))
        }
        waiting.removeAll { $0.deadline <= now }
    }

    /// Closes idle connections: those that are too old, those above the minimum that were unused
    /// for too long, and all of them once the pool is closing and no call waits.
    private mutating func retire(_ now: Duration, _ actions: inout [Action]) {
        for id in idle {
            guard let connection = connections[id] else { continue }
            let isOld = now - connection.bornAt >= settings.maximumAge
            let isUnused = now - connection.usedAt >= settings.idleTimeout
            let isWanted = !isClosing || !waiting.isEmpty
            guard isOld || !isWanted || isUnused && open > settings.minimum else { continue }
            connections[id]?.phase = .closing
            idle.removeAll { $0 == id }
            actions.append(.close(id))
        }
    }

    private mutating func serve(_ now: Duration, _ actions: inout [Action]) {
        while let place = nextWaiter, let id = idle.popLast() {
            let waiter = waiting.remove(at: place)
            connections[id]?.phase = .busy
            connections[id]?.use = waiter.use
            connections[id]?.usedAt = now
            actions.append(.run(waiter.id, on: id))
        }
    }

    private mutating func check(_ now: Duration, _ actions: inout [Action]) {
        for id in idle {
            guard let connection = connections[id],
                now - connection.heardAt >= settings.keepAliveInterval
            else { continue }
            connections[id]?.phase = .checking
            idle.removeAll { $0 == id }
            actions.append(.check(id))
        }
    }

    /// Opens connections for the calls that wait, and further ones until the minimum is reached.
    private mutating func connect(_ now: Duration, _ actions: inout [Action]) {
        guard retryAt.map({ $0 <= now }) ?? true else { return }
        while connections.count < settings.maximum, wantedConnections > 0 {
            actions.append(.connect(newConnection(now)))
            // After a failure only one connection is attempted; the others follow once it has
            // succeeded.
            if failures > 0 { return }
        }
    }

    private var wantedConnections: Int {
        let connecting = connections.values.count { $0.phase == .connecting }
        if failures > 0, connecting > 0 { return 0 }
        let forWaiting = servableWaiters - connecting
        guard !isClosing else { return forWaiting }
        // The minimum applies after the first success, so that an absent server is not asked
        // repeatedly.
        let forMinimum = hasEverConnected ? settings.minimum - open : 0
        return max(forWaiting, forMinimum)
    }

    /// The number of connections that are open or being opened.
    private var open: Int { connections.values.count { $0.phase != .closing } }

    // MARK: - Time

    /// The next time at which there is something to do without another event; `nil` if there is
    /// none.
    var nextMoment: Duration? {
        var moment = waiting.map(\.deadline).min()
        func consider(_ other: Duration) { moment = moment.map { min($0, other) } ?? other }
        for id in idle {
            guard let connection = connections[id] else { continue }
            consider(connection.bornAt + settings.maximumAge)
            consider(connection.heardAt + settings.keepAliveInterval)
            if open > settings.minimum { consider(connection.usedAt + settings.idleTimeout) }
        }
        if let retryAt, wantedConnections > 0, connections.count < settings.maximum {
            consider(retryAt)
        }
        if let nextDisplacement { consider(nextDisplacement) }
        return moment
    }
}
