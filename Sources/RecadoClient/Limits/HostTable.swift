// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A table that keeps one value of `State` for each host.
///
/// Its size stays bounded even if a client calls more and more hosts: when it holds many states,
/// those that are idle are removed.
struct HostTable<State: Sendable>: Sendable {
    /// The number of states below which none is removed, more than most programs need.
    private static var limit: Int { 1024 }

    private var states: [String: State] = [:]
    /// The number of states at which idle ones are removed.
    ///
    /// It is at least twice the number that the last removal left, so that the cost per call does
    /// not grow with the number of hosts.
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

    /// Removes idle states if the table is large.
    mutating func makeRoom(isIdle: (State) -> Bool) {
        guard states.count >= threshold else { return }
        states = states.filter { !isIdle($0.value) }
        threshold = max(Self.limit, states.count * 2)
    }
}
