// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Checks that a value is the same after it was written and read again, with and without pretty
/// printing and sorted keys.
enum JSONTarget {
    static func read(_ input: [UInt8]) {
        _ = try? JSON().decode(Untidy.self, from: input)
        var strict = JSON()
        strict.duplicateKeys = .refuse
        var last = JSON()
        last.duplicateKeys = .last
        guard let value = try? JSON().value(from: input) else {
            if (try? strict.value(from: input)) != nil { fail("only the strict reader accepts it") }
            return
        }
        guard let other = try? last.value(from: input) else { fail("refused for its last keys") }
        if let unique = try? strict.value(from: input) {
            expect(unique, value, "no key is twice, yet the values differ")
            expect(other, value, "no key is twice, yet first and last differ")
        }
        for (isPretty, sortsKeys) in [(false, false), (true, false), (false, true), (true, true)] {
            var json = JSON()
            (json.isPretty, json.sortsKeys) = (isPretty, sortsKeys)
            let again = (try? json.encode(value)).flatMap { try? strict.value(from: $0) }
            expect(again, value, "the value changed on the way")
        }
    }
}

/// A model with a member of each kind that is decoded in its own way.
struct Untidy: Codable {
    var a: Int?
    var b: [Double]?
    var c: [String: Bool]?
    var d: String?
    indirect enum Choice: Codable {
        case one(Int)
        case two(next: Choice)
    }
    var e: Choice?
    var f: [Int8?]?
    var g: [UInt64: Float]?
}
