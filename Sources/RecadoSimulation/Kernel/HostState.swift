// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A host's number, and how many times it was started; after a crash it is another one.
struct HostID: Hashable, Sendable {
    let number: Int
    let start: Int

    init(number: Int, start: Int) { (self.number, self.start) = (number, start) }

    /// As the threads of the world know it.
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
    /// The nanoseconds by which its clock on the wall is ahead.
    var skew: Int64 = 0
    /// The random numbers that its programs are given.
    var random: Chance
    /// Its disk, once it was asked for, and whether what was not synced is lost.
    var disk: SimulatedDisk?
    var hasLostPower = false
    /// The time until which its programs stand still.
    var pauseEnd: Int64 = 0
    /// The descriptors that its programs may have open together.
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

    /// Those who wait for what the host's programs come to, by number.
    private var waiters: [Int: () -> Void] = [:]
    private var lastWaiter = 0

    /// The programs that were begun from outside and have not ended.
    var programCount: Int { waiters.count }

    /// Adds a function that is called when the host crashes.
    func add(_ waiter: @escaping () -> Void) -> Int {
        lastWaiter += 1
        waiters[lastWaiter] = waiter
        return lastWaiter
    }

    /// Takes a function back; returns whether it was there and was not called.
    func remove(_ number: Int) -> Bool { waiters.removeValue(forKey: number) != nil }

    /// Ends all that runs, and tells those who wait for it.
    func crash() {
        isUp = false
        pauseEnd = 0
        let all = waiters.sorted { $0.key < $1.key }
        waiters = [:]
        for (_, waiter) in all { waiter() }
    }

    /// Becomes another host, of whose tasks none has begun.
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
