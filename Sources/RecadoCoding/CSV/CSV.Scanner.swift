// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CSV {
    /// Finds the records of a file that may be larger than memory.
    ///
    /// A record ends with CRLF, LF or CR, which the last record may lack; empty lines are skipped.
    /// After an error, the scanner continues with the next line.
    ///
    /// 1. `state` is kept from one piece of the file to the next, so a piece may end anywhere.
    /// 2. The window holds the current record as it is in the file; `bytes` collects its fields
    ///    without their quotation marks.
    /// 3. If a record cannot be read, `fault` holds the error, and the scanner throws it at the end
    ///    of the line.
    public struct Scanner: RecordScanner {
        private enum State: Sendable {
            /// Before the first byte of a field.
            case fieldStart
            case plain
            case marked
            /// After a quotation mark in a quoted field: it ends the field or is the first of an
            /// escaped pair.
            case mark
            /// In the rest of a record that cannot be read.
            case skipping
        }

        /// The part of the first record that has arrived while the delimiter is not yet known.
        private struct FirstRecord: Sendable {
            var size = 0
            var isMarked = false
            /// The number of occurrences of each delimiter outside quotation marks.
            var counts: [Delimiter: Int] = [:]
        }

        private let csv: CSV
        private var delimiter: UInt8?
        private var firstRecord = FirstRecord()
        private var window: ByteWindow
        private var isFinished = false
        private var state = State.fieldStart
        /// True if the last byte was a CR, so that a following LF belongs to it.
        private var isAfterReturn = false
        private var bytes: [UInt8] = []
        private var fields: [Record.Field] = []
        private var fault: CodingError?
        private var line = 1
        private var startLine = 1
        private var number = 0

        /// Creates a scanner at the start of a file.
        ///
        /// - Parameter csv: The form of CSV that is accepted.
        public init(_ csv: CSV = CSV()) {
            self.csv = csv
            delimiter = csv.delimiter?.rawValue
            window = ByteWindow(maximumBytes: csv.limits.recordBytes, of: "a record")
        }

        /// Takes a piece of the file, of any size.
        ///
        /// - Parameter piece: The bytes that follow the earlier pieces.
        public mutating func feed(_ piece: [UInt8]) { window.append(piece) }

        /// Marks the end of the input, after which the last record can be read.
        public mutating func finish() { isFinished = true }

        /// Returns the next record; `nil` if another piece is needed or, at the end, none is left.
        ///
        /// - Throws: ``CodingError`` for a record that is malformed or too large; the next call
        ///   continues after the end of its line.
        public mutating func next() throws(CodingError) -> Record? {
            guard skipByteOrderMark(), findDelimiter() else { return nil }
            while window.scanned < window.end {
                if readByte(), let record = try take() { return record }
            }
            guard isFinished, state != .fieldStart || !fields.isEmpty || fault != nil else {
                return nil
            }
            if state == .marked { fail("the quotation mark is not closed") }
            endField()
            return try take()
        }

        // MARK: - The start of the file

        /// Skips a byte order mark; returns false if more bytes are needed to recognize one.
        private mutating func skipByteOrderMark() -> Bool {
            guard window.skipByteOrderMark(isLast: isFinished) else { return false }
            if window.isAtStart, [[0xFF, 0xFE], [0xFE, 0xFF]].contains(window.bytes.prefix(2)) {
                fail("expected UTF-8, found the byte order mark of UTF-16")
            }
            return true
        }

        /// Determines the delimiter from the first record; returns false while the record is
        /// incomplete.
        private mutating func findDelimiter() -> Bool {
            guard delimiter == nil else { return true }
            let record = window.bytes[window.start...].prefix(csv.limits.recordBytes)
            var isEnded = isFinished || record.count == csv.limits.recordBytes
            // Bytes of earlier pieces are already counted.
            for byte in record.dropFirst(firstRecord.size) {
                firstRecord.size += 1
                if byte == CSV.mark { firstRecord.isMarked.toggle() }
                guard !firstRecord.isMarked else { continue }
                if byte == 0x0A || byte == 0x0D {
                    isEnded = true
                    break
                }
                if let found = Delimiter(rawValue: byte) {
                    firstRecord.counts[found, default: 0] += 1
                }
            }
            guard isEnded else { return false }
            let counts = firstRecord.counts
            // If two delimiters are equally frequent, the earlier case wins; the comma is the
            // first.
            var best = Delimiter.comma
            for candidate in Delimiter.allCases
            where counts[candidate, default: 0] > counts[best, default: 0] {
                best = candidate
            }
            delimiter = best.rawValue
            return true
        }

        // MARK: - Records

        /// Scans one byte, or a run of plain bytes; returns true if a record has ended.
        private mutating func readByte() -> Bool {
            let at = window.scanned
            let byte = window[at]
            if isAfterReturn {
                isAfterReturn = false
                if byte == 0x0A {
                    window.drop(to: at + 1)
                    return false
                }
            }
            let isEnd = byte == 0x0A || byte == 0x0D
            if state == .fieldStart, byte != CSV.mark, byte != delimiter, !isEnd { state = .plain }
            if state == .plain || state == .marked { return readRun() }
            window.scan(to: at + 1)
            switch state {
            case .fieldStart where byte == CSV.mark: state = .marked
            case .mark where byte == CSV.mark:
                bytes.append(byte)
                state = .marked
            case .fieldStart where byte == delimiter, .mark where byte == delimiter: endField()
            case .fieldStart where isEnd, .mark where isEnd, .skipping where isEnd:
                return endRecord(byte)
            case .mark: fail("expected a delimiter behind the quotation mark that ends a field")
            case .skipping: window.drop(to: at + 1)
            case .fieldStart, .plain, .marked: break
            }
            return false
        }

        /// Scans bytes of a field up to a significant byte; returns true if a record has ended.
        private mutating func readRun() -> Bool {
            let start = window.scanned
            let isMarked = state == .marked
            // The run may include one byte beyond the limit: a record that is too long then fails
            // at the same byte however the file is split into pieces.
            let room = min(csv.limits.recordBytes - (start - window.start), window.end - start - 1)
            let end = endOfRun(start, start + max(0, room) + 1, isMarked)
            window.scan(to: end)
            guard end - window.start <= csv.limits.recordBytes else {
                fail(window.refusal, .tooLarge)
                return false
            }
            bytes += window.bytes[start..<end]
            guard end < window.end else { return false }
            let byte = window[end]
            window.scan(to: end + 1)
            if isMarked {
                state = .mark
            } else if byte == delimiter {
                endField()
            } else if byte == CSV.mark {
                fail("expected no quotation mark within a field without quotation marks")
            } else {
                return endRecord(byte)
            }
            return false
        }

        /// Returns the index of the first significant byte in a run, or the limit; counts the lines
        /// of the run.
        private mutating func endOfRun(_ start: Int, _ limit: Int, _ isMarked: Bool) -> Int {
            let delimiter = delimiter ?? 0
            var lines = 0
            let end = ByteReader.lending(window.bytes) { source in
                var at = start
                while at < limit {
                    let byte = source[at]
                    if byte == CSV.mark { break }
                    if isMarked {
                        if byte == 0x0A { lines += 1 }
                    } else if byte == delimiter || byte == 0x0A || byte == 0x0D {
                        break
                    }
                    at += 1
                }
                return at
            }
            line += lines
            return end
        }

        private mutating func endField() {
            guard fault == nil else { return }
            fields.append(Record.Field(end: bytes.count, isMarked: state == .mark))
            state = .fieldStart
            if fields.count > csv.limits.fields {
                fail("expected at most \(csv.limits.fields) fields in a record", .tooLarge)
            }
        }

        private mutating func endRecord(_ byte: UInt8) -> Bool {
            endField()
            isAfterReturn = byte == 0x0D
            line += 1
            return true
        }

        private mutating func fail(_ message: String, _ code: CodingError.Code = .malformed) {
            fault = CodingError(code, message, place: .init(line: startLine))
            state = .skipping
            window.drop(to: window.scanned)
        }

        /// Returns the current record, which has ended; `nil` if it is an empty line.
        private mutating func take() throws(CodingError) -> Record? {
            let record = Record(number: number + 1, line: startLine, bytes: bytes, fields: fields)
            let fault = fault
            self.fault = nil
            state = .fieldStart
            bytes = []
            fields = []
            window.drop(to: window.scanned)
            startLine = line
            if fault == nil, record.isBlank { return nil }
            number += 1
            if let fault { throw fault }
            return record
        }
    }
}
