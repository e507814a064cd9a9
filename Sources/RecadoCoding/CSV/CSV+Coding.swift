// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CSV {
    // MARK: - Reading

    /// Reads a table, of which the first record names the columns.
    ///
    /// A column is a member of its name, `author.name` a member of a member, and `tags.0` an element of a list. Columns that
    /// the model does not have are passed over; a field without a value is `nil`.
    ///
    /// - Parameters:
    ///   - type: The type of the rows, as an array; inferred where the result's type is known.
    ///   - bytes: The table.
    /// - Returns: The rows; none of a table without a record.
    /// - Throws: ``CodingFailure`` with the line and the column that are wrong: the first part of its pointer is the
    ///   number of the row, from 0.
    public func decode<Row: Decodable>(
        _ type: [Row].Type = [Row].self,
        from bytes: some Collection<UInt8>
    ) throws(CodingFailure) -> [Row] {
        var reader = RowReader<Row>(self)
        reader.feed(Array(bytes))
        reader.finish()
        var rows: [Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    /// Reads a table in a string, of which the first record names the columns.
    ///
    /// - Parameters:
    ///   - type: The type of the rows, as an array; inferred where the result's type is known.
    ///   - text: The table.
    /// - Returns: The rows.
    /// - Throws: ``CodingFailure`` with the line and the column that are wrong.
    public func decode<Row: Decodable>(
        _ type: [Row].Type = [Row].self,
        from text: String
    ) throws(CodingFailure) -> [Row] {
        try decode(type, from: text.utf8)
    }

    /// Reads the rows of a table that may be larger than memory.
    ///
    /// - Parameters:
    ///   - type: The type of the rows.
    ///   - pieces: The table, in pieces of any size.
    /// - Returns: The rows; only one is held in memory at a time.
    public func rows<Row: Decodable, Pieces: AsyncSequence>(
        of type: Row.Type,
        in pieces: Pieces
    ) -> Rows<Row, Pieces> where Pieces.Element == [UInt8] {
        Rows(csv: self, pieces: pieces)
    }

    // MARK: - Writing

    /// Writes a table: a record with the names of the columns, and one for each row.
    ///
    /// Members of a member have its name before theirs, as in `author.name`, and elements of a list their number, as in
    /// `tags.0`. `nil` is written as nothing.
    ///
    /// - Parameters:
    ///   - rows: Values with named members.
    ///   - columns: The columns in their order; if left out, those of all rows as they first occur.
    /// - Returns: The table in UTF-8; empty without columns.
    /// - Throws: ``CodingFailure`` for a row that is no object, for a member that is none of the columns, and as
    ///   ``JSON/encode(_:)`` does.
    public func encode<Row: Encodable>(
        _ rows: some Sequence<Row>,
        columns: [String]? = nil
    ) throws(CodingFailure) -> [UInt8] {
        var table: [[String: String]] = []
        var names = columns ?? []
        var known = Set(names)
        for (index, row) in rows.enumerated() {
            var record: [String: String] = [:]
            for (name, text) in try fields(of: row, index) {
                if known.insert(name).inserted {
                    guard columns == nil else { throw Self.unknown(name, index) }
                    names.append(name)
                }
                record[name] = text
            }
            table.append(record)
        }
        var bytes: [UInt8] = []
        if !names.isEmpty { encode(names, appendingTo: &bytes) }
        for record in table where !names.isEmpty {
            encode(names.map { record[$0] }, appendingTo: &bytes)
        }
        return bytes
    }

    /// The columns of a row that have a value, in the order in which the model writes them.
    private func fields<Row: Encodable>(
        of row: Row,
        _ index: Int
    ) throws(CodingFailure) -> [(name: String, text: String)] {
        var form = URLEncodedForm()
        (form.strategies, form.userInfo, form.arrays) = (strategies, userInfo, .indexes)
        do throws(CodingFailure) {
            var fields: [(name: String, text: String)] = []
            for pair in try form.encode(row).split(separator: UInt8(ascii: "&")) {
                let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
                let name = String(decoding: FormTree.decoded(pair[..<mark]), as: UTF8.self)
                let text = FormTree.decoded(pair[mark...].dropFirst())
                fields.append((ColumnName.column(name), String(decoding: text, as: UTF8.self)))
            }
            return fields
        } catch {
            throw error.named("row \(index)", pointer: "/\(index)")
        }
    }

    private static func unknown(_ name: String, _ index: Int) -> CodingFailure {
        let message = "row \(index): expected no member but the columns, found \(name)"
        return CodingFailure(.unsupported, message, pointer: "/\(index)")
    }
}

/// The names of columns, in which points stand for the brackets of forms.
enum ColumnName {
    /// The name of a column as a form has it: `author.name` is `author[name]`.
    static func field(_ column: String) -> String {
        guard column.utf8.contains(UInt8(ascii: ".")), !column.utf8.contains(UInt8(ascii: "["))
        else { return column }
        let steps = column.split(separator: ".", omittingEmptySubsequences: false)
        guard steps.allSatisfy({ !$0.isEmpty }), let first = steps.first else { return column }
        return first + steps.dropFirst().map { "[\($0)]" }.joined()
    }

    /// The name of a field of a form as a column has it.
    static func column(_ field: String) -> String {
        guard field.hasSuffix("]"), field.contains("[") else { return field }
        return String(field.dropLast()).replacing("][", with: ".").replacing("[", with: ".")
    }
}
