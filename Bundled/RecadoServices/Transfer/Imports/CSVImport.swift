// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Finds the records of a CSV file with a header line.
struct CSVImport: ImportScanner {
    private(set) var columns: ImportColumns
    private var scanner = CSV.Scanner()
    /// The column of each field, or `nil` for fields to skip.
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

    mutating func next() throws(CodingError) -> ImportEntry? {
        if header == nil {
            guard let record = try scanner.next() else {
                if isFinished { throw CodingError(.malformed, "expected a header") }
                return nil
            }
            header = try readHeader(record)
        }
        guard let header else { return nil }
        let record: CSV.Record
        do throws(CodingError) {
            guard let next = try scanner.next() else { return nil }
            record = next
        } catch {
            return .refused(error, line: error.line ?? 0, place: error.line ?? 0)
        }
        guard record.count == header.count else {
            let fault = ImportError(
                "expected \(header.count) fields as in the header, found \(record.count)"
            )
            return .refused(fault, line: record.line, place: record.line)
        }
        do throws(CodingError) {
            var texts = [String?](repeating: nil, count: columns.columns.count)
            for (index, column) in header.enumerated() {
                if let column { texts[column] = try record.text(at: index) }
            }
            return columns.entry(texts, line: record.line, place: record.line)
        } catch {
            return .refused(error, line: record.line, place: record.line)
        }
    }

    private mutating func readHeader(_ record: CSV.Record) throws(CodingError) -> [Int?] {
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

    private func failure(_ message: String, _ record: CSV.Record) -> CodingError {
        CodingError(.malformed, message, place: .init(line: record.line))
    }
}
