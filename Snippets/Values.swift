// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// JSON without a model, and documents that a model refuses.

import RecadoCoding

struct Film: Codable {
    var title: String
    var year: Int
}

let text = #"{"films": [{"title": "Solaris", "year": 1972}, {"title": "Stalker", "year": "1979"}]}"#

let value = try JSON().value(from: text)
print(value[path: "films.0.title"]?.stringValue ?? "")

do {
    _ = try JSON().decode([String: [Film]].self, from: text)
} catch {
    print(error)
    print(error.pointer)
}

var json = JSON()
json.isPretty = true
let film: Value = ["title": "Solaris", "year": 1972]
print(try json.encodeToString(film))
