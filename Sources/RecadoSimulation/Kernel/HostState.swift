// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The identity of a host between two crashes: its number, and the number of times it was
/// restarted.
struct HostID: Hashable, Sendable {
    let number: Int
    let start: Int

    init(number: Int, start: Int) { (self.number, self.start) = (number, start) }

    /// The identity as one integer, which each thread stores to record the host that it runs for.
    var code: Int64 { Int64(start) << 32 | Int64(number) }

    init(code: Int64) {
        number = Int(code & 0xFFFF_FFFF)
        start = Int(code >> 32)
    }
}

/// The state of a simulated machine: an address, a clock, random numbers and running programs.
final class HostState {
    let number: Int
    let name: String
    private(set) var start = 0
    var isUp = true
    /// The nanoseconds by which the host's wall clock is ahead.
    var skew: Int64 = 0
    /// The generator of random numbers for the host's programs.
    var random: Chance
    /// The host's disk; `nil` until it is used.
    var disk: SimulatedDisk?
    /// True if the machine lost power, so that data that was not synced may be lost.
    var hasLostPower = false
    /// The time until which the host's programs are paused.
    var pauseEnd: Int64 = 0
    /// The most descriptors that the host's programs may have open; `nil` for no limit.
    var descriptorLimit: Int?
    /// The next port for an outgoing connection.
    var nextPort: UInt16 = 49_152

    init(number: Int, name: String, seed: UInt64) {
        (self.number, self.name) = (number, name)
        random = Chance(seed: seed, part: UInt64(16 + number))
    }

    var id: HostID { HostID(number: number, start: start) }

    /// The address in 10.0.0.0/8 (RFC 1918).
    var address: UInt32 { 10 << 24 | UInt32(truncatingIfNeeded: number + 1) }

    var addressText: String { "10.0.\((number + 1) >> 8 & 255).\((number + 1) & 255)" }

    // MARK: - Programs

    /// The functions to call if the host crashes, one for each running program, by number.
    private var waiters: [Int: () -> Void] = [:]
    private var lastWaiter = 0

    /// The number of programs that `SimulatedHost.perform` has started and that have not ended.
    var programCount: Int { waiters.count }

    /// Adds a function that is called if the host crashes, and returns its number.
    func add(_ waiter: @escaping () -> Void) -> Int {
        lastWaiter += 1
        waiters[lastWaiter] = waiter
        return lastWaiter
    }

    /// Removes a function; returns true if it has not been called.
    func remove(_ number: Int) -> Bool { waiters.removeValue(forKey: number) != nil }

    /// Stops the host, and calls the functions that wait for its programs.
    func crash() {
        isUp = false
        pauseEnd = 0
        let all = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in all { waiter() }
    }

    /// Starts the host again under a new identity, without programs.
    func restart() {
        start += 1
        isUp = true
    }
}

/// The direction from one host to another.
struct Path: Hashable, Sendable {
    let from: Int
    let to: Int
}
