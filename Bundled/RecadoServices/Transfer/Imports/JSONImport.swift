// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Finds the records of a JSON array or of JSON lines.
struct JSONImport: ImportScanner {
    private(set) var columns: ImportColumns
    private var scanner: any RecordScanner<JSON.Record>
    private let isLines: Bool

    init(_ columns: ImportColumns, isLines: Bool) {
        (self.columns, self.isLines) = (columns, isLines)
        var options = JSON.StreamOptions()
        options.valueBytes = 1 << 20
        scanner =
            isLines ? JSON.LineScanner(options: options) : JSON.ElementScanner(options: options)
    }

    mutating func feed(_ piece: [UInt8]) { scanner.feed(piece) }

    mutating func finish() throws(CodingError) { try scanner.finish() }

    mutating func next() throws(CodingError) -> ImportEntry? {
        guard let record = try scanner.next() else { return nil }
        let place = isLines ? record.line : record.number
        do throws(CodingError) {
            let value = try JSON().decode(Value.self, from: record.bytes)
            guard let object = value.objectValue else {
                let fault = ImportError("expected an object")
                return .refused(fault, line: record.line, place: place)
            }
            return entry(object, line: record.line, place: place)
        } catch {
            let line = record.line + max(error.line ?? 1, 1) - 1
            return .refused(ImportError(error.message), line: line, place: place)
        }
    }

    private mutating func entry(_ object: Value.Object, line: Int, place: Int) -> ImportEntry {
        var members: [(name: String, text: String?)] = []
        for key in object.keys {
            switch object[key] ?? .null {
            case .null: members.append((key, nil))
            case .bool(let value): members.append((key, value ? "true" : "false"))
            case .number(let number): members.append((key, number.description))
            case .string(let text): members.append((key, text))
            case .array, .object:
                guard columns.index(of: key) != nil else { continue }
                let fault = ImportError("expected a single value", column: key)
                return .refused(fault, line: line, place: place)
            }
        }
        return columns.entry(members, line: line, place: place)
    }
}
