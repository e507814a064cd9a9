// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Rules that divide the pool among reads, slow reads and writes.
extension PoolState {
    /// True if a connection is idle, or can be opened, for a call with the given use.
    func hasRoom(for use: Use) -> Bool {
        (!idle.isEmpty || connections.count < settings.maximum) && mayServe(use)
    }

    func isFull(for use: Use) -> Bool {
        if !idle.isEmpty, mayServe(use) { return false }
        let limit =
            switch use {
            case .read, .bare: settings.waitingLimit
            case .write: settings.waitingLimit - settings.waitingReserve
            case .slowRead: settings.waitingSlowReads
            }
        return waiting.count >= settings.waitingLimit
            || waiting.count >= limit && count(ofWaiting: use) >= limit
    }

    private func count(ofWaiting use: Use) -> Int { waiting.count { $0.use == use } }

    private func count(ofServed use: Use) -> Int { connections.values.count { $0.use == use } }

    /// The number of further writes or slow reads that may run without using the reserve.
    private var unreserved: Int {
        let used = connections.values.count { $0.use?.leavesReserve == true }
        return max(0, settings.maximum - settings.reserve - used)
    }

    /// The number of further slow reads that may run.
    private var furtherSlowReads: Int {
        min(unreserved, max(0, settings.slowReads - count(ofServed: .slowRead)))
    }

    /// True if one more call with the given use may get a connection.
    private func mayServe(_ use: Use) -> Bool {
        switch use {
        case .read, .bare: true
        case .write: unreserved > 0 || count(ofServed: .write) == 0
        case .slowRead: furtherSlowReads > 0
        }
    }

    /// The position of the call that is served next; `nil` if none may be served.
    var nextWaiter: Int? {
        guard let first = waiting.first else { return nil }
        if !first.use.leavesReserve { return 0 }
        let (mayWrite, mayReadSlowly) = (mayServe(.write), mayServe(.slowRead))
        return waiting.firstIndex { waiter in
            switch waiter.use {
            case .read, .bare: true
            case .write: mayWrite
            case .slowRead: mayReadSlowly
            }
        }
    }

    /// The number of waiting calls that may run once there are enough connections.
    var servableWaiters: Int {
        guard waiting.contains(where: \.use.leavesReserve) else { return waiting.count }
        let (writes, slowReads) = (count(ofWaiting: .write), count(ofWaiting: .slowRead))
        let servable = min(writes + min(slowReads, furtherSlowReads), unreserved)
        let least = mayServe(.write) ? min(writes, 1) : 0
        return waiting.count - writes - slowReads + max(servable, least)
    }

    // MARK: - Reads that take long

    /// The number of waiting reads that will get no connection soon; zero while a connection is
    /// idle or can be opened, or the pool is closing.
    ///
    /// The number is negative if more connections will soon be free than reads wait.
    private var crowdedReads: Int {
        let mayGrow = connections.count < settings.maximum && failures == 0
        guard idle.isEmpty, !mayGrow, !isClosing else { return 0 }
        let coming = connections.values.count { $0.isDisplaced || $0.phase != .busy }
        return count(ofWaiting: .read) - coming
    }

    /// The number of slow reads to interrupt: only a few at a time, because each interruption costs
    /// a connection.
    private var readsToDisplace: Int {
        let displaced = connections.values.count { $0.isDisplaced }
        return min(crowdedReads, max(1, settings.maximum / 4) - displaced)
    }

    /// Returns the connections whose reads are slow, the slowest first.
    private func slowReaders(_ now: Duration) -> [ConnectionID] {
        connections.filter { _, connection in
            connection.use == .read && !connection.isDisplaced
                && now - connection.usedAt >= settings.patience
        }
        .sorted { ($0.value.usedAt, $0.key.number) < ($1.value.usedAt, $1.key.number) }
        .map(\.key)
    }

    /// Interrupts slow reads in favor of waiting reads; the limit on slow reads decides how many
    /// may continue.
    mutating func displace(_ now: Duration, _ actions: inout [Action]) {
        guard waiting.contains(where: { $0.use == .read }) else { return }
        var count = readsToDisplace
        guard count > 0 else { return }
        for id in slowReaders(now) {
            if furtherSlowReads > 0 {
                connections[id]?.use = .slowRead
            } else if count > 0 {
                connections[id]?.isDisplaced = true
                actions.append(.displace(id))
                count -= 1
            }
        }
    }

    /// The time at which the next running read counts as slow and is interrupted; `nil` if there is
    /// none.
    var nextDisplacement: Duration? {
        guard waiting.contains(where: { $0.use == .read }), readsToDisplace > 0 else { return nil }
        return connections.values.filter { $0.use == .read && !$0.isDisplaced }
            .map { $0.usedAt + settings.patience }.min()
    }
}
