// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CSV {
    /// Reads the rows of a table as models, in pieces that may end anywhere.
    struct RowReader<Row: Decodable> {
        private let csv: CSV
        private var scanner: Scanner
        /// The names of the columns, as forms have them, once they are known.
        private var names: [String]?
        private var count = 0
        /// Whether the first record names no columns, so that nothing can be read.
        private var isOver = false

        init(_ csv: CSV) {
            self.csv = csv
            scanner = Scanner(csv)
        }

        mutating func feed(_ piece: [UInt8]) { scanner.feed(piece) }

        mutating func finish() { scanner.finish() }

        /// Reads the next row, or returns `nil` where another piece is needed or, at the end, none is left.
        ///
        /// After a row that cannot be read, the next one can be.
        mutating func next() throws(CodingFailure) -> Row? {
            if names == nil, !isOver { names = try header() }
            guard let names else { return nil }
            let number = count
            do throws(CodingFailure) {
                guard let record = try scanner.next() else { return nil }
                count += 1
                return try decode(record, names)
            } catch {
                if count == number { count += 1 }
                throw error.named("row \(number)", pointer: "/\(number)")
            }
        }

        /// The names of the columns, once the first record has come; where it names none, nothing can be read.
        private mutating func header() throws(CodingFailure) -> [String]? {
            do throws(CodingFailure) {
                return try scanner.next().map { record throws(CodingFailure) in
                    try columns(record)
                }
            } catch {
                isOver = true
                throw error
            }
        }

        private func columns(_ record: Record) throws(CodingFailure) -> [String] {
            var columns: [String] = []
            var known = Set<String>()
            for index in 0..<record.count {
                guard let name = try record.text(at: index), !name.isEmpty else {
                    throw Self.failure("expected a name of column \(index + 1)", record)
                }
                guard known.insert(name).inserted else {
                    let message = "expected columns of different names, found \(name) twice"
                    throw Self.failure(message, record)
                }
                columns.append(name)
            }
            // Beside a column `price`, one `price.currency` is not its member.
            return columns.map { ColumnName.isWithin(known, $0) ? $0 : ColumnName.field($0) }
        }

        private func decode(_ record: Record, _ names: [String]) throws(CodingFailure) -> Row {
            guard record.count == names.count else {
                let message =
                    "expected \(names.count) fields as in the first record, found \(record.count)"
                throw Self.failure(message, record)
            }
            var pairs: [(name: String, value: String)] = []
            for (index, name) in names.enumerated() {
                if let text = try record.text(at: index) { pairs.append((name, text)) }
            }
            do throws(CodingFailure) {
                var limits = URLEncodedForm.Limits()
                (limits.pairs, limits.index) = (csv.fields, .max)
                (limits.keyBytes, limits.valueBytes) = (csv.recordBytes, csv.recordBytes)
                let choices = DecodingChoices(strategies: csv.strategies, userInfo: csv.userInfo)
                return try Document(pairs: pairs, limits: limits).decode(Row.self, choices)
            } catch {
                throw CodingFailure(
                    error.code,
                    error.message,
                    pointer: error.pointer,
                    place: .init(line: record.line),
                    reason: (error.detail, error.underlying)
                )
            }
        }

        private static func failure(_ message: String, _ record: Record) -> CodingFailure {
            CodingFailure(.malformed, message, place: .init(line: record.line))
        }
    }

    /// The rows of a table, each read when it is asked for.
    ///
    /// A failure names the row by its number, from 0, and the line in which it begins. After a row that could not be
    /// read, the next may be asked for; where the first record names no columns, there is none.
    public struct Rows<Row: Decodable, Pieces: AsyncSequence>: AsyncSequence
    where Pieces.Element == [UInt8] {
        let csv: CSV
        let pieces: Pieces

        /// Returns an iterator before the first row.
        public func makeAsyncIterator() -> Iterator {
            Iterator(pieces: pieces.makeAsyncIterator(), reader: RowReader(csv))
        }

        /// Reads the rows one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var pieces: Pieces.AsyncIterator
            var reader: RowReader<Row>
            private var isFinished = false

            init(pieces: Pieces.AsyncIterator, reader: RowReader<Row>) {
                (self.pieces, self.reader) = (pieces, reader)
            }

            /// Returns the next row, or `nil` at the end of the stream.
            ///
            /// - Throws: ``CodingFailure`` for a row that cannot be read, and what the pieces throw.
            public mutating func next() async throws -> Row? {
                try await next(isolation: #isolation)
            }

            /// Returns the next row, or `nil` at the end of the stream.
            ///
            /// - Parameter actor: The actor that waits.
            /// - Returns: The next row, or `nil` at the end of the stream.
            /// - Throws: ``CodingFailure`` for a row that cannot be read, and what the pieces throw.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Row? {
                while true {
                    if let row = try reader.next() { return row }
                    if isFinished { return nil }
                    if let piece = try await pieces.next(isolation: actor) {
                        reader.feed(piece)
                    } else {
                        isFinished = true
                        reader.finish()
                    }
                }
            }
        }
    }
}

extension CSV.Rows: Sendable where Pieces: Sendable {}

@available(*, unavailable)
extension CSV.Rows.Iterator: Sendable {}
