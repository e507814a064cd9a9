// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Checks that a file gives the same records however it is cut, and that written records are read
/// back unchanged.
enum CSVTarget {
    private enum Item: Equatable {
        case record(CSV.Record)
        case failure(String)
    }

    static func read(_ input: [UInt8]) {
        let items = alike(input, CSV())
        var strict = CSV()
        (strict.delimiter, strict.limits.recordBytes, strict.limits.fields) = (.semicolon, 20, 3)
        _ = alike(input, strict)
        (strict.delimiter, strict.limits.fields) = (nil, 1_000)
        _ = alike(input, strict)
        expectLines(items)
        for delimiter in CSV.Delimiter.allCases { expectRoundTrip(items, delimiter) }
    }

    private static func alike(_ input: [UInt8], _ csv: CSV) -> [Item] {
        let whole = items([input], csv)
        for cut in cuts(of: input) {
            expect(items(cut, csv), whole, "pieces differ from the whole")
        }
        return whole
    }

    private static func items(_ pieces: [[UInt8]], _ csv: CSV) -> [Item] {
        var scanner = CSV.Scanner(csv)
        var items: [Item] = []
        for piece in pieces {
            scanner.feed(piece)
            take(from: &scanner, into: &items)
        }
        scanner.finish()
        take(from: &scanner, into: &items)
        return items
    }

    /// Takes all records that are available; after a refused record the scanner continues.
    private static func take(from scanner: inout CSV.Scanner, into items: inout [Item]) {
        while true {
            do {
                guard let record = try scanner.next() else { return }
                items.append(.record(record))
            } catch {
                items.append(.failure("\(error.code) in line \(error.line ?? 0)"))
            }
        }
    }

    /// Expects the numbers and lines of records to increase.
    private static func expectLines(_ items: [Item]) {
        var last = (number: 0, line: 0)
        for case .record(let record) in items {
            let isBehind = record.number > last.number && record.line > last.line
            expect(isBehind, true, "record \(record.number) in line \(record.line) is out of order")
            last = (record.number, record.line)
        }
    }

    /// Expects written records to be read back unchanged.
    private static func expectRoundTrip(_ items: [Item], _ delimiter: CSV.Delimiter) {
        var csv = CSV()
        csv.delimiter = delimiter
        var bytes: [UInt8] = []
        var texts: [[String?]] = []
        for case .record(let record) in items {
            guard let fields = try? (0..<record.count).map({ try record.text(at: $0) }) else {
                continue
            }
            // A record whose only field has no value is an empty line, which is not read as a
            // record.
            guard fields.count > 1 || fields[0] != nil else { continue }
            texts.append(fields)
            csv.encode(fields, appendingTo: &bytes)
        }
        let again = Self.items([bytes], csv).map { item -> [String?]? in
            guard case .record(let record) = item else { return nil }
            return try? (0..<record.count).map { try record.text(at: $0) }
        }
        expect(again, texts, "what was written is read otherwise")
    }
}
