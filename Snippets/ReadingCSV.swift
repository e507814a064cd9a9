// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Comma-separated values, record by record.

import RecadoCoding

struct Guest: Codable {
    struct Address: Codable { var city: String }
    var name: String
    var total: Int?
    var address: Address
}

let guests: [Guest] = try CSV().decode(
    from: "total,name,address.city\n12,\"Smith, J.\",Vigo\n,Ana,Lugo\n"
)
print(guests[0].address.city, guests[1].total ?? 0)
print(String(decoding: try CSV().encode(guests), as: UTF8.self))

let pieces = ["name;total\r\n\"Smith; J.\";", "12\r\nAna;\r\nE\"va;3\r\nLuis;4"]

var scanner = CSV.Scanner()

func take(_ scanner: inout CSV.Scanner) {
    while true {
        do {
            guard let record = try scanner.next() else { return }
            let texts = try (0..<record.count).map { try record.text(at: $0) ?? "–" }
            print(record.line, texts)
        } catch {
            print(error)
        }
    }
}

for piece in pieces {
    scanner.feed(Array(piece.utf8))
    take(&scanner)
}
scanner.finish()
take(&scanner)

var bytes: [UInt8] = []
CSV().encode(["name", "total"], appendingTo: &bytes)
CSV().encode(["Smith, J.", nil], appendingTo: &bytes)
CSV().encode(["", "4"], appendingTo: &bytes)
print(String(decoding: bytes, as: UTF8.self))
