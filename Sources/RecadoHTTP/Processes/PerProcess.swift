// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value of which each process has one, such as what its numbers begin with.
///
/// The hosts of a simulated world share a process, and have one each: what one of them did must not
/// show in another, nor in the next world.
package struct PerProcess<Value: Sendable & AnyObject>: ~Copyable, Sendable {
    private struct Hosts {
        var world = 0
        var values: [Int64: Value] = [:]
    }

    private let own = AtomicLazyReference<Value>()
    private let make: @Sendable () -> Value
    private let hosts = Mutex(Hosts())

    /// Creates a value, which is made where it is asked for first.
    package init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
    }

    /// The value of the process that runs.
    package var value: Value {
        guard let host = SimulatedProcess.current else {
            return own.load() ?? own.storeIfNil(make())
        }
        return hosts.withLock { hosts in
            if hosts.world != host.world {
                // What belongs to a world that is over ends as a killed process does: it is not
                // released, for that would reach for what it had open.
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

/// A host of a simulated world, to the code that runs there.
package struct SimulatedProcess: Sendable {
    /// The number of the world; each has another one.
    package let world: Int
    /// The number of the host in it; another one after each start.
    package let number: Int64

    /// Names a host.
    package init(world: Int, number: Int64) { (self.world, self.number) = (world, number) }

    private static let isInUse = Atomic(false)
    private static let source = Mutex<@Sendable () -> SimulatedProcess?>({ nil })

    /// Has worlds say on whose behalf a thread runs.
    package static func ask(_ source: @escaping @Sendable () -> SimulatedProcess?) {
        self.source.withLock { $0 = source }
        isInUse.store(true, ordering: .releasing)
    }

    /// The host that code runs on; `nil` where there is no world, which costs one load.
    package static var current: SimulatedProcess? {
        guard isInUse.load(ordering: .acquiring) else { return nil }
        return source.withLock(\.self)()
    }
}
