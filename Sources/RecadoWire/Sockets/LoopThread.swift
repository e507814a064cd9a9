// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The threads that loops run on.
package enum LoopThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread that ends when its function returns.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let context = unsafe Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, main, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw SystemError(operation: "pthread_create", code: code)
        }
        pthread_detach(thread)
    }

    private static let main:
        @convention(c) @Sendable (UnsafeMutableRawPointer?)
            -> UnsafeMutableRawPointer? = { context in
                // The process's signals are for its own threads to handle.
                var signals = sigset_t()
                unsafe sigfillset(&signals)
                _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }
}
