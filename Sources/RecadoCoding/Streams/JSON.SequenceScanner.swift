// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Finds the values of a JSON text sequence: each behind the character RS, and with LF at its end
    /// (RFC 7464).
    ///
    /// It does not look into the values. Used like ``LineScanner``.
    public struct SequenceScanner: RecordScanner {
        private static let separator: UInt8 = 0x1E

        private let options: StreamOptions
        private var buffer = RecordBuffer()
        private var place = RecordPlace()
        private var count = 0
        private var isBegun = false
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

        /// Takes note that no more pieces come; the last value may still be read.
        public mutating func finish() {
            isFinished = true
        }

        /// Returns the next value, or `nil` when another piece is needed or, at the end, none is left.
        ///
        /// - Throws: ``CodingFailure`` for a value that is too long, and for a stream that does not begin
        ///   with RS.
        public mutating func next() throws(CodingFailure) -> Record? {
            while let (text, isEnded) = buffer.take(before: Self.separator, isLast: isFinished) {
                let start = place
                place.advance(over: text)
                if isEnded { place.advance(over: Self.separator) }
                let wasBegun = isBegun
                isBegun = true
                try options.check(text.count, at: start)
                // RS may stand there more than once.
                if text.isEmpty { continue }
                guard wasBegun else {
                    throw CodingFailure(
                        .malformed,
                        "expected the character RS before the first value (RFC 7464)",
                        place: start.failurePlace
                    )
                }
                count += 1
                try options.check(valueNumber: count, at: start)
                return Record(
                    bytes: Array(text),
                    number: count,
                    place: start,
                    isTruncated: Self.mayBeTruncated(text)
                )
            }
            try options.check(buffer.pending, at: place)
            return nil
        }

        /// Whether a value may go on: `12` without a blank behind it may have been `123` (§2.4).
        private static func mayBeTruncated(_ text: ArraySlice<UInt8>) -> Bool {
            guard let last = text.last else { return true }
            let closings = [UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\"")]
            let isBlank = last == 0x0A || last == 0x20 || last == 0x09 || last == 0x0D
            return !isBlank && !closings.contains(last)
        }

        func pointer(of record: Record) -> String { "/\(record.number - 1)" }
    }
}
