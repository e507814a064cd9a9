// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The addresses of objects that wait for their next call.
///
/// The objects are never freed; there are as many as were ever in use at once.
final class IdlePool: Sendable {
    /// The address that was released last, or 0.
    private let latest = Atomic<UInt>(0)
    /// The other addresses.
    private let others = Mutex<[UInt]>([])

    /// An address, or 0 if all are in use.
    @inline(__always)
    func take() -> UInt {
        let address = latest.exchange(0, ordering: .acquiring)
        return address == 0 ? takeOther() : address
    }

    @inline(never)
    private func takeOther() -> UInt { others.withLock { $0.popLast() ?? 0 } }

    /// Takes back an address whose call has ended.
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
