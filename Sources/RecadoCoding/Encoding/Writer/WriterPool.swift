// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The writers of a format that wait for their next call.
final class WriterPool<Target: Sink>: Sendable {
    private let idle = IdlePool()

    /// A writer, created by the given function if all are in use.
    @inline(__always)
    func take(_ make: () -> Writer<Target>) -> Writer<Target> {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: idle.take()) else {
            return unsafe Unmanaged.passRetained(make()).takeUnretainedValue()
        }
        return unsafe Unmanaged<Writer<Target>>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Takes back a writer whose call has ended.
    @inline(__always)
    func release(_ writer: Writer<Target>) {
        idle.release(unsafe UInt(bitPattern: Unmanaged.passUnretained(writer).toOpaque()))
    }
}
