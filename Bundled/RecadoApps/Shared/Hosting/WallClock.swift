// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The system's clock for the time of day.
enum WallClock {
    /// Returns the seconds since 1970-01-01 00:00:00 UTC.
    static func now() -> Int64 { Int64(time(nil)) }
}
