// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The clock on the wall, by which cookies expire and answers grow old.
enum WallClock {
    /// The present, to the second.
    @Sendable
    static func now() -> HTTPDate { HTTPDate(secondsSince1970: Int64(time(nil))) }
}
