// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoStore

/// Writes records to a file in a format, through a buffer.
struct ExportWriter: ~Copyable {
    private static let bufferSize = 1 << 16

    private let columns: [TransferColumn]
    private let names: (list: String, element: String)
    private let format: TransferFormat
    private let file: TransferFile
    private let shown: (@Sendable (String) -> String)?
    private let xml: XML
    private var buffer: [UInt8] = []
    private var count = 0

    init(
        _ table: TransferTable,
        _ format: TransferFormat,
        _ descriptor: Int32,
        _ shown: (@Sendable (String) -> String)?
    ) {
        columns = table.columns
        names = table.names
        self.format = format
        file = TransferFile(descriptor)
        self.shown = shown
        var xml = XML()
        xml.root = names.element
        xml.writesDeclaration = false
        self.xml = xml
    }

    /// Writes the text before the first record.
    mutating func begin() throws(TransactionError<TransferError>) {
        switch format {
        case .csv: CSV().encode(columns.map(\.name), appendingTo: &buffer)
        case .json: buffer += Array("[".utf8)
        case .xml:
            buffer += Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<\(names.list)>\n".utf8)
        case .jsonl: break
        }
    }

    /// Writes a row of the table.
    mutating func write(_ row: borrowing Row) throws {
        var values: [SQLValue] = []
        for index in columns.indices { values.append(try row[index]) }
        do throws(CodingError) {
            try append(values)
        } catch {
            let key = columns[0].text(of: values[0]) ?? ""
            let message = "\(names.element) \(key): \(error.detail ?? error.message)"
            throw TransferError.notExpressible(message)
        }
        count += 1
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes the text after the last record, and returns the number of records.
    mutating func end() throws(TransactionError<TransferError>) -> Int {
        switch format {
        case .json: buffer += Array("\n]\n".utf8)
        case .xml: buffer += Array("</\(names.list)>\n".utf8)
        case .csv, .jsonl: break
        }
        try flush()
        return count
    }

    private mutating func append(_ values: [SQLValue]) throws(CodingError) {
        switch format {
        case .csv:
            let texts = zip(columns, values).map { column, value in column.text(of: value) }
            CSV().encode(texts, appendingTo: &buffer)
        case .json:
            buffer += Array((count == 0 ? "\n" : ",\n").utf8)
            try JSON().encode(object(values), appendingTo: &buffer)
        case .jsonl:
            try JSON().encode(object(values), appendingTo: &buffer)
            buffer.append(0x0A)
        case .xml:
            var members: [(String, Value)] = []
            for (column, value) in zip(columns, values) {
                if let text = column.text(of: value) {
                    members.append((column.name, .string(text)))
                }
            }
            buffer += try xml.encode(Value.object(Value.Object(members)))
            buffer.append(0x0A)
        }
    }

    private func object(_ values: [SQLValue]) -> Value {
        var members: [(String, Value)] = []
        for (column, value) in zip(columns, values) {
            members.append((column.name, Self.value(column, value)))
        }
        return .object(Value.Object(members))
    }

    private static func value(_ column: TransferColumn, _ value: SQLValue) -> Value {
        guard let text = column.text(of: value) else { return .null }
        guard column.isBareInJSON, case .integer(let number) = value else { return .string(text) }
        if case .boolean = column.kind { return .bool(number != 0) }
        return .number(Value.Number(number))
    }

    private mutating func flush() throws(TransactionError<TransferError>) {
        // The buffer holds only whole records, so its bytes are valid UTF-8.
        if let shown { buffer = Array(shown(String(decoding: buffer, as: UTF8.self)).utf8) }
        do throws(FileError) {
            try file.write(buffer)
        } catch {
            throw .failed(.file(error))
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
