// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A simulated fault in a world, from its beginning until it is repaired.
///
/// ```swift
/// world.inject(.crash(server, for: .seconds(5)), at: .seconds(60))
/// world.inject(
///     anyOf: [.powerLoss(server, for: .seconds(5)), .partition(servers, from: clients)],
///     every: .seconds(1) ... .seconds(20)
/// )
/// ```
public struct Fault: Sendable {
    /// The name of the fault in a timeline.
    public let name: String
    let happen: @Sendable (World) async throws -> Void

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - name: The name of the fault in a timeline.
    ///   - happen: Causes the fault, and returns when the fault has been repaired.
    public init(_ name: String, _ happen: @escaping @Sendable (World) async throws -> Void) {
        (self.name, self.happen) = (name, happen)
    }

    /// Creates a fault that consists of several faults, one after the other.
    ///
    /// - Parameter faults: The faults.
    /// - Returns: A fault that is repaired when the last of them is repaired.
    public static func sequence(_ faults: [Fault]) -> Fault {
        Fault(faults.map(\.name).joined(separator: ", then ")) { world in
            for fault in faults { try await fault.happen(world) }
        }
    }

    /// Creates a fault that consists of several faults that begin together.
    ///
    /// - Parameter faults: The faults.
    /// - Returns: A fault that is repaired when all of them are repaired.
    public static func together(_ faults: [Fault]) -> Fault {
        Fault(faults.map(\.name).joined(separator: " with ")) { world in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for fault in faults { group.addTask { try await fault.happen(world) } }
                try await group.waitForAll()
            }
        }
    }

    /// Creates a fault that lasts for some time.
    ///
    /// - Parameters:
    ///   - name: The name of the fault in a timeline.
    ///   - time: The time between the fault's beginning and its repair.
    ///   - begin: Causes the fault, and returns a function that repairs it.
    private init(
        _ name: String,
        for time: Duration,
        _ begin: @escaping @Sendable (World) -> () async throws -> Void
    ) {
        self.init(name) { world in
            let mend = begin(world)
            try await Task.sleep(for: time)
            try await mend()
        }
    }

    // MARK: - Hosts

    /// Creates a fault that kills a host's programs, and starts them again after some time.
    public static func crash(_ machine: some RestartableHost, for time: Duration) -> Fault {
        Fault("\(machine.host.name) crashes", for: time) { _ in
            machine.host.crash()
            return { try await machine.restart() }
        }
    }

    /// Creates a fault in which a machine loses power, and is started again after some time.
    ///
    /// Its peers are not notified, so they find out that a connection is gone only when they send
    /// something.
    public static func powerLoss(_ machine: some RestartableHost, for time: Duration) -> Fault {
        Fault("\(machine.host.name) loses its power", for: time) { _ in
            machine.host.crash(silently: true)
            return { try await machine.restart() }
        }
    }

    /// Creates a fault that pauses all programs of a host, as happens when a virtual machine is
    /// migrated or its memory is swapped out.
    public static func pause(_ host: SimulatedHost, for time: Duration) -> Fault {
        Fault("\(host.name) stands still", for: time) { _ in
            host.pause(for: time)
            return {}
        }
    }

    /// Creates a fault that permanently moves a host's clock forward, or back for a negative time.
    public static func clock(of host: SimulatedHost, by time: Duration) -> Fault {
        Fault("\(host.name)'s clock is put by \(time)") { _ in host.clockSkew += time }
    }

    /// Creates a fault that makes a host's disk full, slow or unreliable for some time.
    public static func disk(
        of host: SimulatedHost,
        _ faults: DiskFaults,
        for time: Duration
    ) -> Fault {
        Fault("\(host.name)'s disk fails", for: time) { _ in
            let former = host.diskFaults
            host.diskFaults = faults
            return { host.diskFaults = former }
        }
    }

    /// Creates a fault that limits the number of descriptors that a host's programs may have open.
    public static func descriptorLimit(
        of host: SimulatedHost,
        _ limit: Int,
        for time: Duration
    ) -> Fault {
        Fault("\(host.name) has \(limit) descriptors", for: time) { _ in
            let former = host.descriptorLimit
            host.descriptorLimit = limit
            return { host.descriptorLimit = former }
        }
    }

    /// Creates a fault in which a server is replaced by a successor, which takes over its sockets.
    public static func handOver(_ server: SimulatedServer, grace: Duration = .seconds(30)) -> Fault
    {
        Fault("\(server.host.name) is replaced") { _ in try await server.handOver(grace: grace) }
    }

    // MARK: - The network

    /// Creates a fault that changes the network's faults for some time.
    public static func network(_ faults: NetworkFaults, for time: Duration) -> Fault {
        Fault("the network has faults", for: time) { world in
            let former = world.network.faults
            world.network.faults = faults
            return { world.network.faults = former }
        }
    }

    /// Creates a fault that separates two groups of hosts; its repair reconnects all hosts.
    public static func partition(
        _ hosts: [SimulatedHost],
        from others: [SimulatedHost],
        for time: Duration
    ) -> Fault {
        Fault("a partition", for: time) { world in
            world.network.part(hosts, from: others)
            return { world.network.heal() }
        }
    }

    /// Creates a fault that separates a host from all others; its repair reconnects all hosts.
    public static func isolation(of host: SimulatedHost, for time: Duration) -> Fault {
        Fault("\(host.name) is isolated", for: time) { world in
            world.network.part([host], from: world.hosts.filter { $0.name != host.name })
            return { world.network.heal() }
        }
    }

    /// Creates a fault that blocks one direction between hosts; its repair reconnects all hosts.
    public static func cut(
        from hosts: [SimulatedHost],
        to others: [SimulatedHost],
        for time: Duration
    ) -> Fault {
        Fault("a cut", for: time) { world in
            world.network.cut(from: hosts, to: others)
            return { world.network.heal() }
        }
    }
}

/// A host with a program that starts again after a crash.
public protocol RestartableHost: Sendable {
    /// The host on which the program runs.
    var host: SimulatedHost { get }

    /// Starts the host and its program again.
    ///
    /// - Throws: The error of the program's start.
    func restart() async throws
}
