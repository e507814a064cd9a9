// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Dates in header fields` {
    private static let now = HTTPDate(secondsSince1970: 1_790_000_000)  // September 2026

    private func read(_ text: String, now: HTTPDate = Self.now) -> Int64? {
        HTTPDate(text, now: now)?.secondsSince1970
    }

    @Test(
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ]
    )
    func `the three date formats of HTTP are parsed`(_ text: String) {
        #expect(read(text) == 784_111_777)
    }

    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func `dates are written as text and parsed back`(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
        #expect(read(text) == seconds)
    }

    @Test func `dates out of range become the earliest or latest date`() {
        #expect(HTTPDate(secondsSince1970: .max).description == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate(secondsSince1970: .min).description == "Mon, 01 Jan 0001 00:00:00 GMT")
    }

    @Test(
        arguments: [
            "", "Sun, 06 Nov 1994 08:49:37", "Mon, 06 Nov 1994 08:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt",
            "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Thu, 31 Nov 1994 08:49:37 GMT",
            "Wed, 29 Feb 1995 08:49:37 GMT", "Mon, 29 Feb 1900 00:00:00 GMT",
            "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
            "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Saturday, 06-Nov-94 08:49:37 GMT", "Sun Nov 06 08:49:37 94", "Sun Nov 6 08:49:37 1994",
            "Sat Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z", "784111777",
            "Sun, 06 Nov 0000 08:49:37 GMT",
            "Sun, 06 Nov 19a4 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
            ",,,,,,,,,,,,,,,,,,,,,,,,",
            "áSu Nov  6 08:49:37 1994",
        ]
    )
    func `malformed dates are refused`(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func `a leap second is read as the following second`() {
        #expect(read("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_800)
    }

    @Test(
        arguments: [
            ("Monday, 21-Sep-76 14:13:20 GMT", "Mon, 21 Sep 2076 14:13:20 GMT"),
            ("Tuesday, 21-Sep-76 14:13:21 GMT", "Tue, 21 Sep 1976 14:13:21 GMT"),
            ("Saturday, 01-Jan-77 00:00:00 GMT", "Sat, 01 Jan 1977 00:00:00 GMT"),
            ("Monday, 30-Dec-75 00:00:00 GMT", "Mon, 30 Dec 2075 00:00:00 GMT"),
            ("Wednesday, 21-Oct-26 00:00:00 GMT", "Wed, 21 Oct 2026 00:00:00 GMT"),
        ]
    )
    func `a two-digit year is at most 50 years in the future`(_ text: String, _ meant: String) {
        #expect(HTTPDate(text, now: Self.now)?.description == meant)
    }

    @Test func `at the end of 1999, the year 00 means 2000`() throws {
        let turn = try #require(HTTPDate("Fri, 31 Dec 1999 23:59:59 GMT", now: Self.now))
        #expect(
            HTTPDate("Saturday, 01-Jan-00 00:00:00 GMT", now: turn)?.description
                == "Sat, 01 Jan 2000 00:00:00 GMT"
        )
    }

    @Test(arguments: [15, 16] as [UInt64])
    func `random dates survive writing and parsing`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &generator)
            let date = HTTPDate(secondsSince1970: seconds)
            #expect(HTTPDate(date.description, now: Self.now) == date)
        }
    }

    @Test func `consecutive day numbers yield consecutive dates for 800 years`() {
        var previous = CivilDate(daysSince1970: -146_098)
        for day in -146_097...146_097 {
            let date = CivilDate(daysSince1970: day)
            guard date.daysSince1970 == day else {
                Issue.record("day \(day) became \(date)")
                return
            }
            let last = CivilDate.days(inMonth: previous.month, of: previous.year)
            let isNext = date.day == previous.day + 1 || (date.day == 1 && previous.day == last)
            guard isNext else {
                Issue.record("\(date) follows \(previous)")
                return
            }
            previous = date
        }
        #expect(previous == CivilDate(year: 2370, month: 1, day: 1))
    }

    @Test(
        arguments: [
            "Wed, 09 Jun 2021 10:18:14 GMT", "Wed, 09-Jun-2021 10:18:14 GMT", "9 June 21 10:18:14",
            "10:18:14 2021 jun 9", "Wednesday, 09-Jun-21 10:18:14 GMT", "Sun Jun  9 10:18:14 2021",
            "Wed; 9/Jun/2021 10:18:14.5",
        ]
    )
    func `a cookie's expiry date is parsed leniently`(_ text: String) {
        #expect(HTTPDate(cookieExpires: text)?.secondsSince1970 == 1_623_233_894)
    }

    @Test(
        arguments: [
            "", "never", "09 Jun 2021", "09 Jun 10:18:14", "31 Jun 2021 10:18:14",
            "9 Jun 1600 10:18:14",
            "9 Jun 2021 24:18:14", "9 Jun 2021 10:18:60", "9 Jun 2021 10:18",
            "99 Jun 2021 10:18:14",
        ]
    )
    func `malformed cookie dates are refused`(_ text: String) {
        #expect(HTTPDate(cookieExpires: text) == nil)
    }

    @Test func `in a cookie, the year 69 means 2069 and 70 means 1970`() {
        #expect(
            HTTPDate(cookieExpires: "1 Jan 69 0:0:0")?.description
                == "Tue, 01 Jan 2069 00:00:00 GMT"
        )
        #expect(HTTPDate(cookieExpires: "1 Jan 70 0:0:0")?.secondsSince1970 == 0)
    }
}
