// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CSV {
    // MARK: - Reading

    /// Reads a table whose first record names the columns.
    ///
    /// A column is read as the member of the same name, `author.name` as a member of `author`, and
    /// `tags.0` as an element of the list `tags`. Columns that the model does not have are skipped;
    /// an empty field without quotation marks is `nil`.
    ///
    /// - Parameters:
    ///   - type: The type of the rows, as an array; inferred where the result's type is known.
    ///   - bytes: The table.
    /// - Returns: The rows; empty for a table without a record.
    /// - Throws: ``CodingError`` with the line; its pointer consists of the number of the row, from
    ///   0, and the column.
    public func decode<Row: Decodable>(
        _ type: [Row].Type = [Row].self,
        from bytes: some Collection<UInt8>
    ) throws(CodingError) -> [Row] {
        var scanner = RowScanner(self)
        scanner.feed(Array(bytes))
        scanner.finish()
        var rows: [Row] = []
        while let row = try scanner.next() { rows.append(try decode(Row.self, from: row)) }
        return rows
    }

    /// Reads a table from a string; the first record of the table names the columns.
    ///
    /// - Parameters:
    ///   - type: The type of the rows, as an array; inferred where the result's type is known.
    ///   - text: The table.
    /// - Returns: The rows.
    /// - Throws: ``CodingError`` with the line; its pointer consists of the number of the row, from
    ///   0, and the column.
    public func decode<Row: Decodable>(
        _ type: [Row].Type = [Row].self,
        from text: String
    ) throws(CodingError) -> [Row] {
        try decode(type, from: text.utf8)
    }

    /// Reads the rows of a table that may be larger than memory.
    ///
    /// An error states the number of the row, from 0, and the line in which the row begins. After
    /// an error, iteration can continue with the next row, unless the names of the columns could
    /// not be read.
    ///
    /// - Parameters:
    ///   - type: The type of the rows.
    ///   - pieces: The table, in pieces of any size.
    /// - Returns: The rows; only one is held in memory at a time.
    public func rows<Row: Decodable, Pieces: AsyncSequence>(
        of type: Row.Type,
        in pieces: Pieces
    ) -> DecodedSequence<Row, Pieces> where Pieces.Element == [UInt8] {
        DecodedSequence(pieces, DecodingScanner(records: RowScanner(self), format: self))
    }

    // MARK: - Writing

    /// Writes a table: a record with the names of the columns, then a record for each row.
    ///
    /// The members of a member are columns such as `author.name`, and the elements of a list are
    /// columns such as `tags.0`. `nil` is written as an empty field, so a nested member whose own
    /// members are all `nil` cannot be distinguished from a missing one.
    ///
    /// - Parameters:
    ///   - rows: Values with named members.
    ///   - columns: The names of the columns, in order; by default, all columns for which any row
    ///     has a value, in the order of their first occurrence.
    /// - Returns: The table in UTF-8; empty without columns.
    /// - Throws: ``CodingError`` for a row that is not an object, for a member whose name contains
    ///   a point or a bracket or is not among the columns, for rows without any value if no columns
    ///   are given, and for the same reasons as ``JSON/encode(_:)``.
    public func encode<Row: Encodable>(
        _ rows: some Sequence<Row>,
        columns: [String]? = nil
    ) throws(CodingError) -> [UInt8] {
        var table: [[String: String]] = []
        var names = columns ?? []
        var known = Set(names)
        for (index, row) in rows.enumerated() {
            var record: [String: String] = [:]
            for (name, text) in try fields(of: row, index) {
                if known.insert(name).inserted {
                    guard columns == nil else {
                        throw Self.unwritable("no member but the columns, found \(name)", index)
                    }
                    names.append(name)
                }
                guard record.updateValue(text, forKey: name) == nil else {
                    throw Self.unwritable("one value for the column \(name), found two", index)
                }
            }
            table.append(record)
        }
        guard !names.isEmpty || table.isEmpty else {
            throw Self.unwritable("a value in one of the rows, or names of columns", 0)
        }
        var bytes: [UInt8] = []
        if !names.isEmpty { encode(names, appendingTo: &bytes) }
        for record in table where !names.isEmpty {
            encode(names.map { record[$0] }, appendingTo: &bytes)
        }
        return bytes
    }

    /// Returns the fields to which a row gives a value, in the order in which the model writes
    /// them.
    private func fields<Row: Encodable>(
        of row: Row,
        _ index: Int
    ) throws(CodingError) -> [(name: String, text: String)] {
        var form = URLEncodedForm()
        (form.strategies, form.userInfo, form.arrays) = (strategies, userInfo, .indexes)
        do throws(CodingError) {
            var fields: [(name: String, text: String)] = []
            for (name, text) in try form.pairs(of: row) {
                let column = ColumnName.column(name)
                guard !column.isEmpty, ColumnName.field(column) == name else {
                    let message = "expected a name without points and brackets, found \(name)"
                    throw CodingError(.unsupported, message)
                }
                fields.append((column, text))
            }
            return fields
        } catch {
            throw error.named("row \(index)", pointer: "/\(index)")
        }
    }

    private static func unwritable(_ expected: String, _ index: Int) -> CodingError {
        let message = "row \(index): expected \(expected)"
        return CodingError(.unsupported, message, pointer: "/\(index)")
    }
}

/// Converts between column names, which nest with points, and form field names, which nest with
/// brackets.
enum ColumnName {
    /// Returns the form field name of a column: `author[name]` for `author.name`.
    ///
    /// A name with white space stays unchanged, and brackets in a name nest as in forms.
    static func field(_ column: String) -> String {
        let steps = column.split(separator: ".", omittingEmptySubsequences: false)
        guard steps.count > 1, let first = steps.first,
            steps.allSatisfy({ !$0.isEmpty && !$0.contains { $0.isWhitespace } }),
            !column.contains("["), !column.contains("]")
        else { return column }
        return first + steps.dropFirst().map { "[\($0)]" }.joined()
    }

    /// Returns the column name of a form field: `author.name` for `author[name]`.
    static func column(_ field: String) -> String {
        guard field.hasSuffix("]"), field.contains("[") else { return field }
        return String(field.dropLast()).replacing("][", with: ".").replacing("[", with: ".")
    }

    /// True if a column name, cut off before one of its points, is the name of another column.
    static func isWithin(_ columns: Set<String>, _ name: String) -> Bool {
        name.indices.contains { name[$0] == "." && columns.contains(String(name[..<$0])) }
    }
}
