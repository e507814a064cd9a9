// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding

/// Fuzzes texts with rules of their own: paths into documents, and dates.
enum TextTarget {
    /// Checks that a written path is read as the same path, and that looking up any path does no
    /// harm.
    static func readPath(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        let path = CodingPath(text)
        expect(CodingPath(path.description), path, "the path changed on the way")
        let sample: Value = ["a": [["b": 1, "": [nil]], ["b": 2.5], "c"], "0": ["*": "d"]]
        _ = sample[path: path]
        _ = sample[path: CodingPath(text, delimiter: "/")]
        _ = sample[path: CodingPath(text, delimiter: nil)]
    }

    /// Checks that a date is the same, up to a second, after it was written and read again.
    ///
    /// Some formats, such as that of a day and that of HTTP, keep no fractions.
    static func readDate(_ input: [UInt8]) {
        let strategies: [DateStrategy] = [
            .rfc3339, .rfc3339(fraction: .microseconds, utcOffset: -570), .local(utcOffset: 60),
            .day, .sql, .rails, .http, .secondsSince1970, .millisecondsSince1970,
        ]
        let text = String(decoding: input, as: UTF8.self)
        for strategy in strategies {
            var json = JSON()
            json.dates = strategy
            // The input is tried as a text and as a number.
            for document in [(try? json.encode([text])) ?? [], [0x5B] + input + [0x5D]] {
                guard let dates = try? json.decode([Date].self, from: document),
                    let written = try? json.encode(dates)
                else { continue }
                guard let again = try? json.decode([Date].self, from: written) else {
                    fail(
                        "\(strategy) refuses what it wrote: \(String(decoding: written, as: UTF8.self))"
                    )
                }
                expect(dates.count, again.count, "the number of dates")
                for (one, other) in zip(dates, again) where abs(one.timeIntervalSince(other)) >= 1 {
                    fail("\(strategy) reads \(other) for \(one)")
                }
            }
        }
    }
}
