// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Finds the records of JSON lines, or of one array.
struct JSONImport: ImportScanner {
    private(set) var columns: ImportColumns
    private var lines: JSON.LineScanner?
    private var elements: JSON.ElementScanner?

    init(_ columns: ImportColumns, isLines: Bool) {
        self.columns = columns
        var options = JSON.StreamOptions()
        options.valueBytes = 1 << 20
        if isLines {
            lines = JSON.LineScanner(options: options)
        } else {
            elements = JSON.ElementScanner(options: options)
        }
    }

    mutating func feed(_ piece: [UInt8]) {
        lines?.feed(piece)
        elements?.feed(piece)
    }

    mutating func finish() throws(CodingFailure) {
        lines?.finish()
        try elements?.finish()
    }

    mutating func next() throws(CodingFailure) -> ImportEntry? {
        guard let record = try nextRecord() else { return nil }
        let place = lines == nil ? record.number : record.line
        do throws(CodingFailure) {
            let value = try JSON().decode(Value.self, from: record.bytes)
            guard let object = value.objectValue else {
                let fault = ImportFault("expected an object")
                return .refused(fault, line: record.line, place: place)
            }
            return entry(object, line: record.line, place: place)
        } catch {
            let line = record.line + max(error.line ?? 1, 1) - 1
            return .refused(ImportFault(error.message), line: line, place: place)
        }
    }

    private mutating func nextRecord() throws(CodingFailure) -> JSON.Record? {
        if lines != nil { return try lines?.next() }
        return try elements?.next()
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
                let fault = ImportFault("expected a single value", column: key)
                return .refused(fault, line: line, place: place)
            }
        }
        return columns.entry(members, line: line, place: place)
    }
}
