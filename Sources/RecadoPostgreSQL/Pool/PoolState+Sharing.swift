// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The shares of the pool for reads, slow reads and writes.
extension PoolState {
    /// True if a connection is idle, or may be made, for a call.
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

    /// The number of further calls that may run without touching the reserve.
    private var unreserved: Int {
        let used = connections.values.count { $0.use?.leavesReserve == true }
        return max(0, settings.maximum - settings.reserve - used)
    }

    /// The number of further slow reads that may run.
    private var furtherSlowReads: Int {
        min(unreserved, max(0, settings.slowReads - count(ofServed: .slowRead)))
    }

    /// True if one more call of a kind may get a connection.
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

    /// The number of calls that may be served as soon as there are connections.
    var servableWaiters: Int {
        guard waiting.contains(where: \.use.leavesReserve) else { return waiting.count }
        let (writes, slowReads) = (count(ofWaiting: .write), count(ofWaiting: .slowRead))
        let servable = min(writes + min(slowReads, furtherSlowReads), unreserved)
        let least = mayServe(.write) ? min(writes, 1) : 0
        return waiting.count - writes - slowReads + max(servable, least)
    }

    // MARK: - Reads that take long

    /// The number of waiting reads that will get no connection soon; zero while a connection is
    /// idle or can be made, or the pool is closing.
    private var crowdedReads: Int {
        let mayGrow = connections.count < settings.maximum && failures == 0
        guard idle.isEmpty, !mayGrow, !isClosing else { return 0 }
        let coming = connections.values.count { $0.isDisplaced || $0.phase != .busy }
        return count(ofWaiting: .read) - coming
    }

    /// The number of reads that are to make room: a few at a time, because each costs its
    /// connection.
    private var readsToDisplace: Int {
        let displaced = connections.values.count { $0.isDisplaced }
        return min(crowdedReads, max(1, settings.maximum / 4) - displaced)
    }

    /// The connections whose reads take long, the longest first.
    private func slowReaders(_ now: Duration) -> [ConnectionID] {
        connections.filter { _, connection in
            connection.use == .read && !connection.isDisplaced
                && now - connection.usedAt >= settings.patience
        }
        .sorted { ($0.value.usedAt, $0.key.number) < ($1.value.usedAt, $1.key.number) }
        .map(\.key)
    }

    /// Interrupts long reads in favour of waiting ones; as many as the limit of slow reads allows
    /// go on.
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

    /// The time at which the next read has taken so long that it is to make room; `nil` if none has
    /// to.
    var nextDisplacement: Duration? {
        guard waiting.contains(where: { $0.use == .read }), readsToDisplace > 0 else { return nil }
        return connections.values.filter { $0.use == .read && !$0.isDisplaced }
            .map { $0.usedAt + settings.patience }.min()
    }
}
