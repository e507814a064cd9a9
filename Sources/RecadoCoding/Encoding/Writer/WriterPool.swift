// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The writers of a format that no call uses; as many as there ever were calls at the same time.
///
/// They are never freed, so that a container which a model has kept beyond its call finds one, and is refused.
final class WriterPool<Target: Sink>: Sendable {
    /// The address of the writer that was used last, or 0.
    private let latest = Atomic<UInt>(0)
    /// Those of the others.
    private let others = Mutex<[UInt]>([])

    /// A writer, made by the given function if all are in use.
    @inline(__always)
    func take(_ make: () -> Writer<Target>) -> Writer<Target> {
        var address = latest.exchange(0, ordering: .acquiring)
        if address == 0 { address = others.withLock { $0.popLast() ?? 0 } }
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
            return unsafe Unmanaged.passRetained(make()).takeUnretainedValue()
        }
        return unsafe Unmanaged<Writer<Target>>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Takes back a writer whose call has ended.
    @inline(__always)
    func giveBack(_ writer: Writer<Target>) {
        let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(writer).toOpaque())
        let (isDone, _) = latest.compareExchange(
            expected: 0,
            desired: address,
            ordering: .releasing
        )
        if !isDone { others.withLock { $0.append(address) } }
    }
}
