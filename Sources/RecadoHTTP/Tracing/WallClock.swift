// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Duration {
    /// The time since 1970-01-01 00:00 UTC on the wall clock, in nanoseconds.
    package static var since1970: Duration {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
    }
}
