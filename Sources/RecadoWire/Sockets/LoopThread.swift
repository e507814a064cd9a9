// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoThreads

/// Starts the threads on which event loops run.
package enum LoopThread {
    /// Starts a thread that ends when its function returns.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        guard let code = SystemThread.start(body) else { return }
        throw SystemError(operation: "pthread_create", code: code)
    }
}
