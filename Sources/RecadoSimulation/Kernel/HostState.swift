// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The identity of a host: its number, and the number of its starts, so that it differs after a
/// crash.
struct HostID: Hashable, Sendable {
    let number: Int
    let start: Int

    init(number: Int, start: Int) { (self.number, self.start) = (number, start) }

    /// The identity as a number, which the threads of the world store.
    var code: Int64 { Int64(start) << 32 | Int64(number) }

    init(code: Int64) {
        number = Int(code & 0xFFFF_FFFF)
        start = Int(code >> 32)
    }
}

/// A machine of a world: an address, a clock, random numbers, and programs that run.
final class HostState {
    let number: Int
    let name: String
    private(set) var start = 0
    var isUp = true
    /// The nanoseconds by which its wall clock is ahead.
    var skew: Int64 = 0
    /// The generator of its programs' random numbers.
    var random: Chance
    /// Its disk, once it has been used, and whether data that was not synced is lost.
    var disk: SimulatedDisk?
    var hasLostPower = false
    /// The time until which its programs are paused.
    var pauseEnd: Int64 = 0
    /// The greatest number of descriptors that its programs may have open together.
    var descriptorLimit: Int?
    /// The next port for a connection from here.
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

    /// The functions that wait for the results of the host's programs, by number.
    private var waiters: [Int: () -> Void] = [:]
    private var lastWaiter = 0

    /// The number of programs that were started from outside and have not ended.
    var programCount: Int { waiters.count }

    /// Adds a function that is called when the host crashes.
    func add(_ waiter: @escaping () -> Void) -> Int {
        lastWaiter += 1
        waiters[lastWaiter] = waiter
        return lastWaiter
    }

    /// Removes a function; returns true if it was there, and so has not been called.
    func remove(_ number: Int) -> Bool { waiters.removeValue(forKey: number) != nil }

    /// Ends all programs, and calls the functions that wait for them.
    func crash() {
        isUp = false
        pauseEnd = 0
        let all = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in all { waiter() }
    }

    /// Starts the host again under a new identity, without any tasks.
    func restart() {
        start += 1
        isUp = true
    }
}

/// A direction from one host to another.
struct Path: Hashable, Sendable {
    let from: Int
    let to: Int
}
