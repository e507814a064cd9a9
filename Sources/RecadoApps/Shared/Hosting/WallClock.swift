// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The clock on the wall, by which what browsers keep expires.
enum WallClock {
    /// The seconds since 1970-01-01 00:00:00 UTC.
    @Sendable
    static func now() -> Int { Int(time(nil)) }
}
