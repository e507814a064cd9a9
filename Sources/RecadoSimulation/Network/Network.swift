// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The simulated network of a world.
public struct Network: Sendable {
    let kernel: Kernel

    /// The current faults; none at first.
    public var faults: NetworkFaults {
        get { kernel.faults }
        nonmutating set { kernel.faults = kernel.reduction.applied(to: newValue) }
    }

    /// Blocks everything between two groups of hosts, in both directions, until ``heal()``.
    ///
    /// As with TCP, lost bytes are sent again, so they arrive if ``heal()`` is called in time.
    public func part(_ hosts: [SimulatedHost], from others: [SimulatedHost]) {
        cut(from: hosts, to: others)
        cut(from: others, to: hosts)
    }

    /// Blocks everything from some hosts to others; the opposite direction stays open.
    public func cut(from hosts: [SimulatedHost], to others: [SimulatedHost]) {
        for host in hosts {
            for other in others {
                let path = Path(from: host.number, to: other.number)
                if kernel.cuts.insert(path).inserted { kernel.note(.cut, path, "") }
            }
        }
    }

    /// Removes all blocks, so that every host can reach every other host.
    public func heal() {
        kernel.note(.heal, nil, "")
        kernel.cuts = []
    }
}
