// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoHTTP

/// The nonces of the Digest scheme, as a state machine that gets the time from its callers (RFC
/// 7616 §3.3).
///
/// 1. A nonce contains the time at which it was made, a random number and an HMAC of both, so that
///    unused nonces take no memory.
/// 2. Each count (`nc`) of a nonce is accepted once. Counts may arrive out of order, for example
///    over several connections, if they are at most 63 below the highest.
/// 3. No more than `capacity` nonces are remembered. When a nonce is dropped before it expires, all
///    nonces of its age or older become stale, so that no count can be used twice.
struct DigestNonces: Sendable {
    private struct Uses {
        var highest: UInt32
        /// A bit for each used count; the lowest bit is for the highest count.
        var seen: UInt64

        /// Records a count; returns false if it was used before or is too low.
        mutating func take(_ count: UInt32) -> Bool {
            if count > highest {
                let step = count - highest
                seen = step < 64 ? seen << UInt64(step) | 1 : 1
                highest = count
                return true
            }
            let back = highest - count
            guard back < 64, seen & (1 << UInt64(back)) == 0 else { return false }
            seen |= 1 << UInt64(back)
            return true
        }
    }

    private let key: [UInt8]
    private let lifetime: Duration
    private let capacity: Int
    private var uses: [String: (madeAt: Duration, uses: Uses)] = [:]
    /// The time up to which nonces are stale: nonces made at this time or earlier are refused.
    private var floor = Duration.seconds(-1)

    init(key: [UInt8], lifetime: Duration, capacity: Int) {
        self.key = key
        self.lifetime = lifetime
        self.capacity = max(1, capacity)
    }

    /// The number of used nonces that are remembered.
    var count: Int { uses.count }

    /// Makes a new nonce.
    func make(now: Duration) -> String {
        let milliseconds = UInt64(clamping: Int64(now / .milliseconds(1)))
        let time = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> ($0 * 8)) }
        let head = time + RandomBytes.make(8)
        let seal = MessageAuthentication.code(of: head, key: key)?.prefix(16) ?? []
        return Base64.encode(head + seal, alphabet: .urlSafe, padding: false)
    }

    /// Checks a nonce with its count, and records the count as used.
    ///
    /// - Returns: True if this object made the nonce, the nonce is young enough, and the count is
    ///   new.
    mutating func use(_ nonce: String, count: UInt32, now: Duration) -> Bool {
        guard count > 0, let madeAt = time(of: nonce), madeAt > floor, madeAt <= now,
            now - madeAt < lifetime
        else { return false }
        guard var entry = uses[nonce] else {
            if uses.count >= capacity { forget(now: now) }
            guard madeAt > floor else { return false }
            uses[nonce] = (madeAt, Uses(highest: count, seen: 1))
            return true
        }
        guard entry.uses.take(count) else { return false }
        uses[nonce] = entry
        return true
    }

    /// Returns the time at which a nonce was made; `nil` if this object did not make it.
    private func time(of nonce: String) -> Duration? {
        guard let bytes = Base64.decode(nonce, alphabet: .urlSafe, padding: false),
            bytes.count == 32,
            let seal = MessageAuthentication.code(of: Array(bytes.prefix(16)), key: key),
            MessageAuthentication.areEqual(Array(bytes.suffix(16)), Array(seal.prefix(16)))
        else { return nil }
        let milliseconds = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return .milliseconds(Int64(clamping: milliseconds))
    }

    private mutating func forget(now: Duration) {
        uses = uses.filter { now - $0.value.madeAt < lifetime }
        // Half of the nonces are dropped together, because dropping the oldest one for each new
        // nonce would require a search each time.
        guard uses.count >= capacity - capacity / 8 else { return }
        let times = uses.values.map(\.madeAt).sorted()
        let median = times[times.count / 2]
        floor = median
        uses = uses.filter { $0.value.madeAt > median }
    }
}
