// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Finds the records of a file with a header.
struct CSVImport: ImportScanner {
    private(set) var columns: ImportColumns
    private var scanner = CSV.Scanner()
    /// The column of each field, or `nil` for those that are passed over.
    private var header: [Int?]?
    private var isFinished = false

    init(_ columns: ImportColumns) {
        self.columns = columns
    }

    mutating func feed(_ piece: [UInt8]) { scanner.feed(piece) }

    mutating func finish() {
        scanner.finish()
        isFinished = true
    }

    mutating func next() throws(CodingFailure) -> ImportEntry? {
        if header == nil {
            guard let record = try scanner.next() else {
                if isFinished { throw CodingFailure(.malformed, "expected a header") }
                return nil
            }
            header = try readHeader(record)
        }
        guard let header else { return nil }
        let record: CSV.Record
        do throws(CodingFailure) {
            guard let next = try scanner.next() else { return nil }
            record = next
        } catch {
            return ImportColumns.refusal(error, line: error.line ?? 0, place: error.line ?? 0)
        }
        guard record.count == header.count else {
            let fault = ImportFault(
                nil,
                nil,
                "expected \(header.count) fields as in the header, found \(record.count)"
            )
            return .refusal(ImportRefusal(fault, line: record.line), place: record.line)
        }
        do throws(CodingFailure) {
            var texts = [String?](repeating: nil, count: columns.columns.count)
            for (index, column) in header.enumerated() {
                if let column { texts[column] = try record.text(at: index) }
            }
            return columns.entry(texts, line: record.line, place: record.line)
        } catch {
            return ImportColumns.refusal(error, line: record.line, place: record.line)
        }
    }

    private mutating func readHeader(_ record: CSV.Record) throws(CodingFailure) -> [Int?] {
        var header: [Int?] = []
        for index in 0..<record.count {
            let column = columns.index(of: try record.text(at: index) ?? "")
            if let column, header.contains(column) {
                let name = columns.columns[column].name
                throw failure("the header has the column \(name) twice", record)
            }
            header.append(column)
        }
        for (index, column) in columns.columns.enumerated()
        where column.isRequired && !header.contains(index) {
            throw failure("the header has no column \(column.name), which is needed", record)
        }
        guard header.contains(where: { $0 != nil }) else {
            let names = columns.columns.map(\.name).joined(separator: ", ")
            throw failure("the header has no column of the table, which are \(names)", record)
        }
        return header
    }

    private func failure(_ message: String, _ record: CSV.Record) -> CodingFailure {
        let place = CodingFailure.Place(offset: 0, line: record.line, column: 1, snippet: "")
        return CodingFailure(.malformed, message, place: place)
    }
}

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
                let fault = ImportFault(nil, nil, "expected an object")
                return .refusal(ImportRefusal(fault, line: record.line), place: place)
            }
            return entry(object, line: record.line, place: place)
        } catch {
            let line = record.line + max(error.line ?? 1, 1) - 1
            let fault = ImportFault(nil, nil, error.message)
            return .refusal(ImportRefusal(fault, line: line), place: place)
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
                let fault = ImportFault(key, nil, "expected a single value")
                return .refusal(ImportRefusal(fault, line: line), place: place)
            }
        }
        return columns.entry(members, line: line, place: place)
    }
}

/// Finds the records of an XML document: the elements within its root.
struct XMLImport: ImportScanner {
    private(set) var columns: ImportColumns
    private var scanner: XMLElementScanner
    private let xml = XML()

    /// The members of an element, whatever their names.
    private struct Members: Decodable {
        var texts: [(name: String, text: String?)] = []

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys {
                let isNil = try container.decodeNil(forKey: key)
                let text = isNil ? nil : try container.decode(String.self, forKey: key)
                texts.append((key.stringValue, text))
            }
        }
    }

    init(_ columns: ImportColumns) {
        self.columns = columns
        var options = XML.StreamOptions()
        options.elementBytes = 1 << 20
        scanner = XMLElementScanner(xml, named: nil, at: "", options: options)
    }

    mutating func feed(_ piece: [UInt8]) { scanner.feed(piece) }

    mutating func finish() { scanner.finish() }

    mutating func next() throws(CodingFailure) -> ImportEntry? {
        guard let (model, number, line) = try scanner.next(Members.self, xml) else { return nil }
        switch model {
        case .success(let members):
            return columns.entry(members.texts, line: line, place: number)
        case .failure(let failure):
            return ImportColumns.refusal(failure, line: line, place: number)
        }
    }
}
