// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The hosts of an address: a primary, which accepts writes, and its standbys.
///
/// libpq would let the first host use up the time for all hosts. Here each host has its own time
/// limit, and the host of the last connection is tried first.
final class ServerHosts: Sendable {
    private struct Host: Sendable {
        var host: String?
        var address: String?
        var port: String?
    }

    private let hosts: [Host]
    private let isReplica: Bool
    private let last = Atomic(0)
    private let hasAskedAll = Atomic(false)
    /// The hosts that have not answered, with the start of the last long wait for each.
    private let silences = Mutex<[Int: ContinuousClock.Instant]>([:])
    /// The last known primary.
    private let primary = Mutex<ServerIdentity?>(nil)

    /// Reads the hosts from the parts of an address.
    ///
    /// If the parts list different numbers of hosts, or standbys are preferred, the choice is left
    /// to libpq.
    init(_ parts: [String: String], isReplica: Bool) {
        self.isReplica = isReplica
        func list(_ name: String) -> [String] {
            parts[name]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                ?? []
        }
        let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(names.count, addresses.count)
        let isEven = [names.count, addresses.count].allSatisfy { $0 == 0 || $0 == count }
        guard count > 1, isEven, ports.count <= 1 || ports.count == count,
            parts["target_session_attrs"] != "prefer-standby"
        else {
            hosts = [Host()]
            return
        }
        hosts = (0..<count).map { index in
            Host(
                host: names.isEmpty ? nil : names[index],
                address: addresses.isEmpty ? nil : addresses[index],
                port: ports.count > 1 ? ports[index] : nil
            )
        }
    }

    var count: Int { hosts.count }

    /// The default settings of a connection, which the address may override.
    ///
    /// If the network drops packets, the connection fails within about half a minute. With several
    /// hosts or standbys it fails within three to five seconds, because another host may have taken
    /// over. A connection to standbys skips all other hosts. Any other connection skips hosts that
    /// accept no writes, if the address names several hosts.
    var settings: [(name: String, value: String)] {
        guard count > 1 || isReplica else {
            return [
                ("keepalives_idle", "15"), ("keepalives_interval", "5"),
                ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
            ]
        }
        return [
            ("keepalives_idle", "2"), ("keepalives_interval", "1"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "3000"),
            ("target_session_attrs", isReplica ? "standby" : "read-write"),
        ]
    }

    /// The longest pause between attempts to connect; short if another host may take over.
    var longestBackOff: Duration { count > 1 ? .milliseconds(100) : .seconds(2) }

    /// The settings that make libpq connect to one of the hosts.
    subscript(index: Int) -> [(String, String)] {
        let host = hosts[index]
        return [("host", host.host), ("hostaddr", host.address), ("port", host.port)]
            .compactMap { name, value in value.map { (name, $0) } }
    }

    /// Returns the hosts in the order in which they are tried, each with its time limit.
    ///
    /// In a first round each host gets at most a second, so that a silent host does not delay the
    /// others. A second round divides the remaining time equally, if that gives each host longer.
    ///
    /// A host that did not answer in an earlier second round comes last in the first round, and
    /// gets at most a quarter of a second there. It is left out of the second round until `time`
    /// has passed since the attempt that it did not answer. Another host may become the primary in
    /// the meantime, and a long wait for the silent host would delay the discovery of that primary.
    func attempts(
        within time: Duration,
        now: ContinuousClock.Instant = .now
    ) -> [(host: Int, time: Duration)] {
        guard count > 1 else { return [(0, time)] }
        let first = last.load(ordering: .relaxed)
        let order = (0..<count).map { (first + $0) % count }
        let short = min(.seconds(1), time / count)
        let rest = (time - short * count) / count
        return silences.withLock { silences in
            let answering = order.filter { silences[$0] == nil }.map { ($0, short) }
            let silent = order.filter { silences[$0] != nil }.map { ($0, min(short, Self.glance)) }
            let again = order.filter { silences[$0].map { now - $0 >= time } ?? true }
            return answering + silent + (rest > short ? again.map { ($0, rest) } : [])
        }
    }

    /// The time limit in the first round for a host that did not answer in an earlier second round.
    private static let glance = Duration.milliseconds(250)

    /// Records the host of a new connection, which is tried first the next time.
    func note(_ host: Int) {
        last.store(host, ordering: .relaxed)
        silences.withLock { $0[host] = nil }
    }

    /// Records that a host did not answer in a second round that began at a time.
    func noteSilence(of host: Int, since start: ContinuousClock.Instant) {
        silences.withLock { $0[host] = start }
    }

    // MARK: - Primaries

    /// True if all hosts must still be asked once.
    var asksAll: Bool { !isReplica && !hasAskedAll.load(ordering: .relaxed) }

    /// Records that all hosts have been asked.
    func noteAllAsked() { hasAskedAll.store(true, ordering: .relaxed) }

    /// Compares a primary with the last known one, and records it unless it is refused.
    ///
    /// - Returns: The reason to refuse the server; `nil` if it may be used.
    func refusal(of server: ServerIdentity) -> String? {
        primary.withLock { primary in
            defer { if primary == nil { primary = server } }
            guard let last = primary, last != server else { return nil }
            if last.system != server.system {
                if count > 1 { return "the server is of another cluster than the one before" }
            } else if server.timeline < last.timeline {
                return "another server has taken this one's place: its timeline is "
                    + "\(server.timeline), and \(last.timeline) has begun"
            }
            primary = server
            return nil
        }
    }

    /// True if another server has become the primary in place of the given one.
    func haveReplaced(_ server: ServerIdentity) -> Bool {
        primary.withLock { primary in
            guard let primary else { return false }
            return primary.system != server.system || primary.timeline > server.timeline
        }
    }
}
