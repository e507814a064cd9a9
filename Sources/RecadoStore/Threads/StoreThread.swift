// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread of the system, on which a connection may block for as long as it likes.
package enum StoreThread {
    fileprivate final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Starts a thread that ends with the closure; `false` when the system has none to give.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        guard unsafe launch(work) else {
            unsafe Unmanaged<Work>.fromOpaque(work).release()
            return false
        }
        return true
    }

    /// Waits until threads have ended.
    ///
    /// - Parameter register: Keeps the continuation, which is resumed at their end; `false` when
    ///   they have ended already.
    package static func waitForEnd(
        _ register: (CheckedContinuation<Void, Never>) -> Bool
    ) async {
        await withCheckedContinuation { continuation in
            if !register(continuation) { continuation.resume() }
        }
    }

    private static func launch(_ work: UnsafeMutableRawPointer) -> Bool {
        #if canImport(Darwin)
        var thread: pthread_t?
        let code = unsafe pthread_create(&thread, nil, runThread, work)
        guard code == 0, let thread = unsafe thread else { return false }
        unsafe pthread_detach(thread)
        #else
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, runThread, work)
        guard code == 0 else { return false }
        pthread_detach(thread)
        #endif
        return true
    }
}

// A function of the file: the compiler (6.3) stops at a static method in the place of a C function.
private func runThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer = unsafe pointer else { return nil }
    let work = unsafe Unmanaged<StoreThread.Work>.fromOpaque(pointer).takeRetainedValue()
    work.body()
    return nil
}
