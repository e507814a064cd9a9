// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CSV {
    /// A record together with the names of the columns.
    struct TableRow: Sendable {
        let record: Record
        /// The names of the columns, written like the names of form fields: `author[name]` for the
        /// column `author.name`.
        let names: [String]
        /// The number of the row, from 0.
        let number: Int
    }

    /// Finds the rows of a table whose first record names the columns.
    struct RowScanner: RecordScanner {
        private var records: Scanner
        /// The names of the columns; `nil` until the first record has been read.
        private var names: [String]?
        private var count = 0
        /// True if the names of the columns could not be read, so that no row can be read either.
        private var isOver = false

        init(_ csv: CSV) {
            records = Scanner(csv)
        }

        mutating func feed(_ piece: [UInt8]) { records.feed(piece) }

        mutating func finish() { records.finish() }

        /// Returns the next row; after an error in a row, the next call continues with the
        /// following row.
        mutating func next() throws(CodingError) -> TableRow? {
            if names == nil, !isOver { names = try header() }
            guard let names else { return nil }
            let number = count
            do throws(CodingError) {
                guard let record = try records.next() else { return nil }
                count += 1
                return TableRow(record: record, names: names, number: number)
            } catch {
                count += 1
                throw error.inRow(number)
            }
        }

        /// Returns the names of the columns, or `nil` until the first record has arrived.
        ///
        /// After an error in the first record no row can be read.
        private mutating func header() throws(CodingError) -> [String]? {
            do throws(CodingError) {
                return try records.next()?.columns()
            } catch {
                isOver = true
                throw error
            }
        }
    }
}

extension CSV: RecordDecoder {
    typealias StreamRecord = TableRow

    func decode<Model: Decodable>(
        _ type: Model.Type,
        from row: TableRow
    ) throws(CodingError) -> Model {
        do throws(CodingError) {
            return try row.document(self).decode(
                type,
                DecodingChoices(strategies: strategies, userInfo: userInfo)
            )
        } catch {
            let placed = CodingError(
                error.code,
                error.message,
                pointer: error.pointer,
                place: .init(line: row.record.line),
                reason: (error.detail, error.underlying)
            )
            throw placed.inRow(row.number)
        }
    }
}

extension CSV.TableRow {
    /// Returns the fields as a document in which fields without a value are absent.
    fileprivate func document(_ csv: CSV) throws(CodingError) -> Document {
        guard record.count == names.count else {
            let found = "fields as in the first record, found \(record.count)"
            throw CodingError(.malformed, "expected \(names.count) \(found)")
        }
        var pairs: [(name: String, value: String)] = []
        for (index, name) in names.enumerated() {
            if let text = try record.text(at: index) { pairs.append((name, text)) }
        }
        var limits = URLEncodedForm.Limits()
        (limits.pairs, limits.index) = (csv.limits.fields, .max)
        (limits.keyBytes, limits.valueBytes) = (csv.limits.recordBytes, csv.limits.recordBytes)
        return try Document(pairs: pairs, limits: limits)
    }
}

extension CSV.Record {
    /// Reads the names of the columns from the first record, and converts them to names of form
    /// fields (`author[name]` for `author.name`).
    fileprivate func columns() throws(CodingError) -> [String] {
        var columns: [String] = []
        var known = Set<String>()
        for index in 0..<count {
            guard let name = try text(at: index), !name.isEmpty else {
                throw malformed("expected a name of column \(index + 1)")
            }
            guard known.insert(name).inserted else {
                throw malformed("expected columns of different names, found \(name) twice")
            }
            columns.append(name)
        }
        // If there is also a column `price`, the column `price.currency` is not read as its member.
        return columns.map { ColumnName.isWithin(known, $0) ? $0 : ColumnName.field($0) }
    }

    private func malformed(_ message: String) -> CodingError {
        CodingError(.malformed, message, place: .init(line: line))
    }
}

extension CodingError {
    /// Adds the number of the row, from 0, to the failure.
    fileprivate func inRow(_ number: Int) -> CodingError {
        named("row \(number)", pointer: "/\(number)")
    }
}
