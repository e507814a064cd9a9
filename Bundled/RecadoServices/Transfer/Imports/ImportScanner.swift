// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoStore

/// A record of a file, with a valid value for each column.
struct ImportRow: Sendable {
    /// The line in which the record begins.
    let line: Int
    /// The position at which to resume an import: the line, or the number of the element in JSON
    /// and XML.
    let place: Int
    /// A value for each column of the table.
    let values: [SQLValue]
}

/// An entry of a file: a valid or an invalid record.
enum ImportEntry: Sendable {
    case row(ImportRow)
    /// An invalid record; the records after it can still be read.
    case refusal(ImportRefusal, place: Int)

    var place: Int {
        switch self {
        case .row(let row): row.place
        case .refusal(_, let place): place
        }
    }

    /// Returns a record that is invalid for the table.
    static func refused(_ error: ImportError, line: Int, place: Int) -> ImportEntry {
        .refusal(ImportRefusal(error, line: line), place: place)
    }

    /// Returns a record that is invalid in the format.
    static func refused(_ failure: CodingError, line: Int, place: Int) -> ImportEntry {
        let fault = ImportError(failure.detail ?? failure.message)
        return refused(fault, line: failure.line ?? line, place: place)
    }
}

/// The columns of a table, matched with the names in a file.
struct ImportColumns: Sendable {
    let columns: [TransferColumn]
    /// The names in the file that are not columns, in order.
    private(set) var unknown: [String] = []
    private let indices: [String: Int]

    init(_ columns: [TransferColumn]) {
        self.columns = columns
        var indices: [String: Int] = [:]
        for (index, column) in columns.enumerated() { indices[column.name] = index }
        self.indices = indices
    }

    /// Returns the index of the column with a name, and records an unknown name.
    ///
    /// Case is ignored; hyphens and blanks count as underscores.
    mutating func index(of name: String) -> Int? {
        if let index = indices[name] { return index }
        let simple = String(name.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 })
        let trimmed = simple.drop { $0 == "_" }
        if let index = indices[simple] ?? indices[String(trimmed)] { return index }
        // The limit prevents a file with different names in every record from filling the memory.
        if unknown.count < 100, !unknown.contains(name) { unknown.append(name) }
        return nil
    }

    /// Checks the texts of a record, one for each column of the table.
    func entry(_ texts: [String?], line: Int, place: Int) -> ImportEntry {
        do throws(ImportError) {
            var values: [SQLValue] = []
            values.reserveCapacity(columns.count + 3)
            for (index, column) in columns.enumerated() {
                values.append(try column.value(of: texts[index]))
            }
            return .row(ImportRow(line: line, place: place, values: values))
        } catch {
            return .refused(error, line: line, place: place)
        }
    }

    /// Checks the named members of a record, which may be in any order.
    mutating func entry(
        _ members: [(name: String, text: String?)],
        line: Int,
        place: Int
    ) -> ImportEntry {
        var texts = [String?](repeating: nil, count: columns.count)
        for member in members {
            if let index = index(of: member.name) { texts[index] = member.text }
        }
        return entry(texts, line: line, place: place)
    }
}

/// Finds the records of a file in one format.
protocol ImportScanner: RecordScanner<ImportEntry> {
    var columns: ImportColumns { get }
}
