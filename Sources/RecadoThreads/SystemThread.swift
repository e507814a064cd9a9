// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Starts threads of the system, which may block for any time.
package enum SystemThread {
    fileprivate final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Starts a thread, which ends when the closure returns.
    ///
    /// - Parameter body: The work of the thread; no signal to the process interrupts it.
    /// - Returns: The system's error number if the thread could not be started; `nil` if it runs.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Int32? {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let code = unsafe launch(work)
        guard code != 0 else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(work).release()
        return code
    }

    private static func launch(_ work: UnsafeMutableRawPointer) -> Int32 {
        #if canImport(Darwin)
        var thread: pthread_t?
        let code = unsafe pthread_create(&thread, nil, runThread, work)
        if code == 0, let thread = unsafe thread { unsafe pthread_detach(thread) }
        #else
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, runThread, work)
        if code == 0 { pthread_detach(thread) }
        #endif
        return code
    }
}

// A global function is needed, because the compiler (6.3) does not accept a static method where C
// code expects a function.
private func runThread(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Blocks all signals except those of a crash, because other threads of the process handle them.
    var signals = sigset_t()
    unsafe sigfillset(&signals)
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] {
        unsafe sigdelset(&signals, signal)
    }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    guard let pointer = unsafe pointer else { return nil }
    let work = unsafe Unmanaged<SystemThread.Work>.fromOpaque(pointer).takeRetainedValue()
    work.body()
    return nil
}
