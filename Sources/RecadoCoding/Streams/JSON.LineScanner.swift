// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Finds the values of JSON lines: one in each line, which ends with LF or CRLF.
    ///
    /// The scanner does not parse the values. The last line needs no line ending.
    public struct LineScanner: RecordScanner {
        private let options: StreamOptions
        private var window: ByteWindow
        private var count = 0
        private var isFinished = false

        /// Creates a scanner at the start of a stream.
        ///
        /// - Parameter options: The options of the stream.
        public init(options: StreamOptions = StreamOptions()) {
            self.options = options
            window = options.makeWindow()
        }

        /// Takes a piece of the stream, of any size.
        ///
        /// - Parameter piece: The bytes that follow the earlier pieces.
        public mutating func feed(_ piece: [UInt8]) { window.append(piece) }

        /// Marks the end of the input; the last line may still be read.
        public mutating func finish() { isFinished = true }

        /// Returns the next value; `nil` if another piece is needed or, at the end, none is left.
        ///
        /// - Throws: ``CodingError`` for a line that is too long, or for a blank line if the
        ///   options refuse it.
        public mutating func next() throws(CodingError) -> Record? {
            while let line = window.record(before: 0x0A, isLast: isFinished) {
                defer { window.dropLine(to: line.upperBound + 1) }
                try window.check(line)
                let bytes = window.bytes[line]
                let location = window.locate()
                if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                    guard options.refusesBlankLines else { continue }
                    let place = location.failurePlace
                    throw CodingError(.malformed, "expected a value in each line", place: place)
                }
                count += 1
                try options.check(valueNumber: count, at: location)
                return Record(bytes: Array(bytes), number: count, location: location)
            }
            try window.check(window.start..<window.scanned)
            return nil
        }
    }
}
