// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Comma-separated values, record by record.

import RecadoCoding

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
