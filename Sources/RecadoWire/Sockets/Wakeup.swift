// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import CRecadoLinux
import Glibc

/// Wakes a waiting thread; any thread may use it.
package final class Wakeup: Sendable {
    let descriptor: Int32

    /// Creates a wake-up.
    package init() throws(SystemError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw SystemError(operation: "eventfd", code: errno) }
    }

    deinit { _ = close(descriptor) }

    /// Wakes the thread, or keeps it from sleeping the next time that it waits.
    package func wake() {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, 8)
    }

    /// Waits until the thread has been woken since the last wait.
    ///
    /// This is for a thread that waits for nothing else; a ``Poller`` waits for its own wake-up.
    package func wait() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
        clear()
    }

    /// Resets the wake-up.
    func clear() {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, 8)
    }
}
