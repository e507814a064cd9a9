// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The connections of a loop by host, those that are idle, and the transfers that wait for one.
struct ConnectionPool: ~Copyable {
    private struct Host {
        /// Those that nobody uses, the latest last.
        var idle: [HostConnection] = []
        /// All of them, those that are being opened included.
        var count = 0
        var waiting: [ActiveTransfer] = []
        /// How many of these have been taken.
        var takenCount = 0

        /// Lets a transfer wait; now and then those that have ended meanwhile are forgotten.
        mutating func add(_ transfer: ActiveTransfer) {
            waiting.append(transfer)
            guard waiting.count.isMultiple(of: 1_024) else { return }
            waiting = waiting[takenCount...].filter { $0.end == nil }
            takenCount = 0
        }

        /// Takes the transfer that has waited longest, unless it has ended meanwhile.
        mutating func takeWaiting() -> ActiveTransfer? {
            while takenCount < waiting.count {
                let next = waiting[takenCount]
                takenCount += 1
                if takenCount > 64, takenCount > waiting.count / 2 {
                    waiting.removeFirst(takenCount)
                    takenCount = 0
                }
                if next.end == nil { return next }
            }
            (waiting, takenCount) = ([], 0)
            return nil
        }
    }

    private var hosts: [String: Host] = [:]
    /// How many connections nobody uses.
    private(set) var idleCount = 0

    /// Takes the connection to a host that has been idle for the shortest time.
    mutating func takeIdle(_ authority: String) -> HostConnection? {
        guard idleCount > 0, let connection = hosts[authority]?.idle.popLast() else { return nil }
        idleCount -= 1
        return connection
    }

    /// Takes the connection that has been idle for the longest time.
    mutating func takeOldest() -> HostConnection? {
        let oldest = hosts.values.compactMap(\.idle.first).min { $0.idleSince < $1.idleSince }
        guard let oldest else { return nil }
        hosts[oldest.authority]?.idle.removeFirst()
        idleCount -= 1
        return oldest
    }

    /// Keeps a connection that nobody uses.
    mutating func keep(_ connection: HostConnection) {
        hosts[connection.authority, default: Host()].idle.append(connection)
        idleCount += 1
    }

    /// Counts a connection that is to be opened; `false` when there are too many.
    mutating func reserve(_ authority: String, limit: Int) -> Bool {
        guard hosts[authority]?.count ?? 0 < limit else { return false }
        hosts[authority, default: Host()].count += 1
        return true
    }

    /// Counts a connection no more that could not be opened.
    mutating func giveBack(_ authority: String) {
        hosts[authority]?.count -= 1
        if let host = hosts[authority], host.count == 0, host.waiting.count == host.takenCount {
            hosts[authority] = nil
        }
    }

    /// Forgets a connection that is closed.
    mutating func remove(_ connection: HostConnection) {
        let authority = connection.authority
        if let index = hosts[authority]?.idle.firstIndex(where: { $0 === connection }) {
            hosts[authority]?.idle.remove(at: index)
            idleCount -= 1
        }
        giveBack(authority)
    }

    // MARK: - Waiting

    mutating func wait(_ transfer: ActiveTransfer) {
        hosts[transfer.transfer.request.authority, default: Host()].add(transfer)
    }

    /// Whether transfers may wait for a connection to a host.
    func isWaited(for authority: String) -> Bool { hosts[authority]?.waiting.isEmpty == false }

    /// Takes the transfer that has waited longest.
    mutating func takeWaiting(_ authority: String) -> ActiveTransfer? {
        hosts[authority]?.takeWaiting()
    }

    // MARK: - Time

    /// When the oldest idle connection has been idle for long enough.
    var expiry: ContinuousClock.Instant? {
        let oldest = hosts.values.compactMap(\.idle.first?.idleSince).min()
        return oldest.map { $0 + HostConnection.idleTime }
    }
}
