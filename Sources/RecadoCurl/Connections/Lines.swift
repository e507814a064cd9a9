// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The connections of a loop that others than HTTP use, and their sockets.
struct Lines: ~Copyable {
    private var active: [ObjectIdentifier: ActiveLine] = [:]
    private var owners: [Int32: ActiveLine] = [:]
    /// Lines that libcurl connects, and wants to be called about.
    private var connecting: [ObjectIdentifier: ActiveLine] = [:]
    /// Lines to see to in the next round.
    private var postponed: [ActiveLine] = []

    /// All lines, whichever their state.
    var all: [ActiveLine] { Array(active.values) }

    subscript(line: Line) -> ActiveLine? { active[ObjectIdentifier(line)] }

    mutating func add(_ line: ActiveLine) {
        active[ObjectIdentifier(line.line)] = line
        connecting[ObjectIdentifier(line.line)] = line
    }

    mutating func remove(_ line: ActiveLine) {
        active[ObjectIdentifier(line.line)] = nil
        connecting[ObjectIdentifier(line.line)] = nil
        owners = owners.filter { $0.value !== line }
    }

    // MARK: - Sockets

    func owner(of socket: Int32) -> ActiveLine? { owners[socket] }

    mutating func setOwner(of socket: Int32, to line: ActiveLine?) {
        owners[socket] = line
    }

    // MARK: - Time

    /// When a line has to be seen to though no socket has an event.
    func wakeUp(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        postponed.isEmpty ? connecting.values.compactMap(\.wakeUp).min() : now
    }

    mutating func postpone(_ line: ActiveLine) {
        postponed.append(line)
    }

    /// Takes the lines that have to be seen to now.
    mutating func takeDue() -> (connecting: [ActiveLine], postponed: [ActiveLine]) {
        connecting = connecting.filter { !$0.value.isConnected }
        defer { postponed = [] }
        return (Array(connecting.values), postponed)
    }
}
