// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The time of day, which determines the expiry of cookies and the age of answers.
package enum WallClock {
    /// The current time, to the second.
    @Sendable
    package static func now() -> HTTPDate { HTTPDate(secondsSince1970: Int64(time(nil))) }
}
