// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A pool of the addresses of idle objects.
///
/// The objects are never freed; there are as many as were ever in use at the same time.
final class IdlePool: Sendable {
    /// The address that was released last, or 0.
    private let latest = Atomic<UInt>(0)
    /// The addresses of the other idle objects.
    private let others = Mutex<[UInt]>([])

    /// Takes an address from the pool; returns 0 if all objects are in use.
    @inline(__always)
    func take() -> UInt {
        let address = latest.exchange(0, ordering: .acquiring)
        return address == 0 ? takeOther() : address
    }

    @inline(never)
    private func takeOther() -> UInt { others.withLock { $0.popLast() ?? 0 } }

    /// Returns an address to the pool.
    @inline(__always)
    func release(_ address: UInt) {
        let (isDone, _) = latest.compareExchange(
            expected: 0,
            desired: address,
            ordering: .releasing
        )
        if !isDone { others.withLock { $0.append(address) } }
    }
}
