// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The pool of a format's idle writers.
final class WriterPool<Target: Sink>: Sendable {
    private let idle = IdlePool()

    /// Takes an idle writer, or creates one by the given function.
    @inline(__always)
    func take(_ make: () -> Writer<Target>) -> Writer<Target> {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: idle.take()) else {
            return unsafe Unmanaged.passRetained(make()).takeUnretainedValue()
        }
        return unsafe Unmanaged<Writer<Target>>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Returns a writer to the pool after its encode call.
    @inline(__always)
    func release(_ writer: Writer<Target>) {
        idle.release(unsafe UInt(bitPattern: Unmanaged.passUnretained(writer).toOpaque()))
    }
}
