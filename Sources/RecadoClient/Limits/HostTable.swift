// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A table with a state for each of the hosts that are called.
///
/// It does not grow without limit in clients that call ever new hosts: when there are many states,
/// those without information are removed.
struct HostTable<State: Sendable>: Sendable {
    /// The number of states before any is removed: far more hosts than most programs call.
    private static var limit: Int { 1024 }

    private var states: [String: State] = [:]
    /// The number of states at which idle ones are removed: at least twice the number that remained
    /// last time, so that the cost per host does not depend on the number of hosts.
    private var threshold = Self.limit

    /// The state of a host.
    subscript(host: String, default initial: @autoclosure () -> State) -> State {
        get { states[host] ?? initial() }
        _modify {
            yield &states[host, default: initial()]
        }
    }

    /// The state of a host, if there is one.
    subscript(host: String) -> State? {
        get { states[host] }
        set { states[host] = newValue }
    }

    var count: Int { states.count }

    /// Removes states without information, if there are many states.
    mutating func makeRoom(isIdle: (State) -> Bool) {
        guard states.count >= threshold else { return }
        states = states.filter { !isIdle($0.value) }
        threshold = max(Self.limit, states.count * 2)
    }
}
