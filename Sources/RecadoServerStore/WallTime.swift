// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The time of day, as servers have in common.
package struct WallTime: Sendable {
    /// The microseconds since 1970.
    package let microseconds: @Sendable () -> Int64

    /// Creates a clock that reads the time in a way of its own.
    package init(microseconds: @escaping @Sendable () -> Int64) {
        self.microseconds = microseconds
    }

    /// Creates the clock of this machine.
    init() {
        self.init {
            var time = timespec()
            _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
            return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        }
    }
}

extension Duration {
    /// The whole microseconds.
    var inMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
