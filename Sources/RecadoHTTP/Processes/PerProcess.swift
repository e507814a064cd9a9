// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value of which each process has its own, such as the prefix of its numbers.
///
/// The hosts of a simulated world share a process, yet each has its own value: the actions of one
/// host must not show in another, nor in the next world.
package struct PerProcess<Value: Sendable & AnyObject>: ~Copyable, Sendable {
    private struct Hosts {
        var world = 0
        var values: [Int64: Value] = [:]
    }

    private let own = AtomicLazyReference<Value>()
    private let make: @Sendable () -> Value
    private let hosts = Mutex(Hosts())

    /// Creates a value, which is made when it is first asked for.
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
                // The values of a past world end as those of a killed process do: they are not
                // released, because that would touch the resources that they had open.
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

/// A host of a simulated world, as the code that runs on it sees it.
package struct SimulatedProcess: Sendable {
    /// The number of the world; each world has another one.
    package let world: Int
    /// The number of the host in the world; each start of the host gives another one.
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

    /// The host that the current code runs on; `nil` if there is no world, which costs one load.
    package static var current: SimulatedProcess? {
        guard isInUse.load(ordering: .acquiring) else { return nil }
        return source.withLock(\.self)()
    }
}
