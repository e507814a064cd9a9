// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Finds the values of JSON lines: one in each line, which ends with LF or CRLF.
    ///
    /// It does not look into the values. The last line needs no end.
    ///
    /// ```swift
    /// scanner.feed(piece)
    /// while let record = try scanner.next() { … }
    /// // and so on with further pieces; when there are no more:
    /// try scanner.finish()
    /// while let record = try scanner.next() { … }
    /// ```
    public struct LineScanner: RecordScanner {
        private let options: StreamOptions
        private var buffer = RecordBuffer()
        private var place = RecordPlace()
        private var count = 0
        private var isFinished = false

        /// Creates a scanner at the start of a stream.
        ///
        /// - Parameter options: What is accepted.
        public init(options: StreamOptions = StreamOptions()) {
            self.options = options
        }

        /// Takes a piece of the stream, of any size.
        ///
        /// - Parameter piece: The bytes behind those that came before.
        public mutating func feed(_ piece: [UInt8]) {
            buffer.feed(piece)
        }

        /// Takes note that no more pieces come; the last line may still be read.
        public mutating func finish() {
            isFinished = true
        }

        /// Returns the next value, or `nil` when another piece is needed or, at the end, none is left.
        ///
        /// - Throws: ``CodingFailure`` for a line that is too long, or blank if that is refused.
        public mutating func next() throws(CodingFailure) -> Record? {
            while let (line, isEnded) = buffer.take(before: 0x0A, isLast: isFinished) {
                let start = place
                place.offset += line.count + (isEnded ? 1 : 0)
                place.line += 1
                try options.check(line.count, at: start)
                if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                    guard options.refusesBlankLines else { continue }
                    throw CodingFailure(
                        .malformed,
                        "expected a value in each line",
                        place: start.failurePlace
                    )
                }
                count += 1
                try options.check(valueNumber: count, at: start)
                return Record(bytes: Array(line), number: count, place: start)
            }
            try options.check(buffer.pending, at: place)
            return nil
        }

        func pointer(of record: Record) -> String { "" }
    }
}
