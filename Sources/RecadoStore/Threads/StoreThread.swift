// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import Synchronization

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

/// The state of threads whose end others wait for.
package protocol StoreThreadState {
    /// Whether any of them runs.
    var isRunning: Bool { get }
    /// Those who wait, who are resumed at the end.
    var ending: [CheckedContinuation<Void, Never>] { get set }
}

extension Mutex where Value: StoreThreadState {
    /// Waits until the threads have ended.
    package func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isOver = withLock { state in
                if state.isRunning { state.ending.append(continuation) }
                return !state.isRunning
            }
            if isOver { continuation.resume() }
        }
    }
}

// A function of the file: the compiler (6.3) stops at a static method in the place of a C function.
private func runThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let pointer = unsafe pointer else { return nil }
    let work = unsafe Unmanaged<StoreThread.Work>.fromOpaque(pointer).takeRetainedValue()
    work.body()
    return nil
}
