// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP

/// Ticks of a tenth of a second, the unit of deadlines.
enum Ticks {
    static let perSecond = 10

    /// A tick that is never reached.
    static let never = Int.max

    /// The current tick, on a monotonic clock.
    static var now: Int {
        let time = Self.time(CLOCK_MONOTONIC_COARSE)
        return time.tv_sec * perSecond + time.tv_nsec / 100_000_000
    }

    /// Returns the tick that contains a time, which is given as a value of ``nanoseconds``.
    static func tick(at nanoseconds: Int64) -> Int { Int(nanoseconds / 100_000_000) }

    /// The current time in nanoseconds on a monotonic clock, accurate to a few milliseconds.
    static var nanoseconds: Int64 {
        let time = Self.time(CLOCK_MONOTONIC_COARSE)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The current time in microseconds on an exact monotonic clock.
    static var microseconds: Int64 {
        let time = Self.time(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    /// Returns the nanoseconds in a duration, with an upper limit for very long ones.
    static func nanoseconds(in duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        guard seconds < 1_000_000_000 else { return 1_000_000_000_000_000_000 }
        return max(0, seconds) * 1_000_000_000 + max(0, attoseconds) / 1_000_000_000
    }

    /// Returns the ticks in a duration, rounded up, at least one.
    static func count(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        let whole = min(max(seconds, 0), 1_000_000_000)
        let part = (max(attoseconds, 0) + 99_999_999_999_999_999) / 100_000_000_000_000_000
        return max(1, Int(whole) * perSecond + Int(part))
    }

    /// The seconds since 1970 on the wall clock.
    static var wallSeconds: Int { time(CLOCK_REALTIME_COARSE).tv_sec }

    private static func time(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return time
    }
}

/// The Date field of responses, made once a second (RFC 9110 §6.6.1).
struct DateLine {
    private var second = -1
    /// The whole line: `Date: Sun, 06 Nov 1994 08:49:37 GMT` and the line's end.
    private(set) var bytes: [UInt8] = []
    /// The status line with which most answers begin, followed by the Date line.
    private(set) var bytesAfterOK: [UInt8] = []

    init() { update(to: 0) }

    /// Makes the lines for a second of the wall clock, unless they are already up to date.
    mutating func update(to wallSeconds: Int) {
        guard wallSeconds != second else { return }
        second = wallSeconds
        let date = HTTPDate(secondsSince1970: Int64(wallSeconds))
        bytes = Array("Date: \(date)\r\n".utf8)
        bytesAfterOK = Array("HTTP/1.1 200 OK\r\n".utf8) + bytes
    }
}
