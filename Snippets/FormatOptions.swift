// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/format-options.md: `swift run FormatOptions`.

import Foundation
import RecadoCoding

struct Guest: Codable {
    var name: String
    var since: Date
}

var json = JSON()
json.strategies.dates = .secondsSince1970
json.limits.depth = 20
let guests = try json.decode([Guest].self, from: #"[{"name": "Ana", "since": 1400000000}]"#)
print(guests.count, guests[0].since.timeIntervalSince1970)
