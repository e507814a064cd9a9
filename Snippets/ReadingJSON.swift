// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// JSON and its traps: dates, names, duplicates, numbers, streams.

import Foundation
import RecadoCoding

struct Film: Codable {
    var title: String
    var releasedAt: Date
    var price: Decimal
}

var json = JSON()
json.keys = .snakeCase
json.isPretty = true
let film = Film(
    title: "Solaris",
    releasedAt: Date(timeIntervalSince1970: 69_638_400),
    price: Decimal(string: "9.95") ?? 0
)
print(try json.encodeToString(film))

json.dates = .day
json.isPretty = false
print(try json.encodeToString(film))

func failure(of body: () throws -> Void) {
    do { try body() } catch { print(error) }
}

failure { _ = try JSON().decode([String: Int].self, from: "{\n  \"a\": 1,\n  \"b\": \"2\"\n}") }
failure { _ = try JSON().decode([Int8].self, from: "[1, 200]") }
failure { _ = try JSON().decode([Int].self, from: "[1, 2,]") }

let twice = #"{"role": "guest", "role": "admin"}"#
print(try JSON().decode([String: String].self, from: twice))
json.duplicateKeys = .refuse
failure { _ = try json.decode([String: String].self, from: twice) }

print(try JSON().decode([UInt64].self, from: "[18446744073709551615]"))
print(try JSON().decode([Decimal].self, from: "[0.1234567890123456789012345678901234567]"))
let huge = try JSON().value(from: "[1234567890123456789012345678901234567890]")
print(try JSON().encodeToString(huge))

let lines = AsyncStream<[UInt8]> { stream in
    stream.yield(Array(#"{"title": "Solaris"}"#.utf8 + [0x0A]))
    stream.yield(Array(#"{"title": "Stalker"}"#.utf8 + [0x0A]))
    stream.finish()
}
for try await line in JSON().lines(of: [String: String].self, in: lines) {
    print(line["title"] ?? "")
}
