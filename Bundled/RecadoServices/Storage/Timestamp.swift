// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A point in time in UTC, in the notation of the iOS course's server: `2017-01-31 10:20:30`.
enum Timestamp {
    /// Returns the current Unix time of the system's clock.
    static func now() -> Int64 { Int64(time(nil)) }

    /// Returns a Unix time in this notation.
    static func text(secondsSince1970 seconds: Int64) -> String {
        HTTPDate(secondsSince1970: seconds).iso8601(separator: " ", zone: "")
    }
}
