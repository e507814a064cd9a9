// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that each process has for itself, such as its shared transport.
///
/// A simulation runs the hosts of a simulated world in one process. Each of these hosts has its own
/// value, so that its actions affect neither another host nor the next world.
package struct PerProcess<Value: Sendable & AnyObject>: ~Copyable, Sendable {
    private struct Hosts {
        var world = 0
        var values: [Int64: Value] = [:]
    }

    private let own = AtomicLazyReference<Value>()
    private let make: @Sendable () -> Value
    private let hosts = Mutex(Hosts())

    /// Creates a holder for a value, which `make` creates when it is first requested.
    package init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
    }

    /// The value of the current process.
    package var value: Value {
        guard let host = SimulatedProcess.current else {
            return own.load() ?? own.storeIfNil(make())
        }
        return hosts.withLock { hosts in
            if hosts.world != host.world {
                // The values of a past world are leaked, as if their process had been killed:
                // releasing them would access resources of a world that has ended.
                for value in hosts.values.values { _ = unsafe Unmanaged.passRetained(value) }
                hosts = Hosts(world: host.world)
            }
            if let value = hosts.values[host.number] { return value }
            let value = make()
            hosts.values[host.number] = value
            return value
        }
    }
}

/// The identity of the simulated host that some code runs on.
package struct SimulatedProcess: Sendable {
    /// The number of the world, which is unique in this process.
    package let world: Int
    /// The number of the host in the world; each start of the host has a new number.
    package let number: Int64

    /// Creates the identity of a host.
    package init(world: Int, number: Int64) { (self.world, self.number) = (world, number) }

    private static let isInUse = Atomic(false)
    private static let source = Mutex<@Sendable () -> SimulatedProcess?>({ nil })

    /// Sets the closure that returns the host on whose behalf the current thread runs.
    package static func ask(_ source: @escaping @Sendable () -> SimulatedProcess?) {
        self.source.withLock { $0 = source }
        isInUse.store(true, ordering: .releasing)
    }

    /// The host that the current code runs on; `nil` outside of a simulation.
    ///
    /// Outside of a simulation, it costs only one atomic load.
    package static var current: SimulatedProcess? {
        guard isInUse.load(ordering: .acquiring) else { return nil }
        return source.withLock(\.self)()
    }
}
