// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// Finds the values of a JSON text sequence: each follows the character RS and ends with LF
    /// (RFC 7464).
    ///
    /// The scanner does not parse the values.
    public struct SequenceScanner: RecordScanner {
        private static let separator: UInt8 = 0x1E

        private let options: StreamOptions
        private var window: ByteWindow
        private var count = 0
        private var isBegun = false
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

        /// Marks the end of the input; the last value may still be read.
        public mutating func finish() { isFinished = true }

        /// Returns the next value; `nil` if another piece is needed or, at the end, none is left.
        ///
        /// - Throws: ``CodingError`` for a value that is too long, and for a stream
        ///   that does not begin with RS.
        public mutating func next() throws(CodingError) -> Record? {
            while let text = window.record(before: Self.separator, isLast: isFinished) {
                defer { window.drop(to: text.upperBound + 1) }
                let wasBegun = isBegun
                isBegun = true
                try window.check(text)
                // RS may occur more than once between values.
                if text.isEmpty { continue }
                let location = window.locate()
                guard wasBegun else {
                    throw CodingError(
                        .malformed,
                        "expected the character RS before the first value (RFC 7464)",
                        place: location.failurePlace
                    )
                }
                count += 1
                try options.check(valueNumber: count, at: location)
                let bytes = window.bytes[text]
                return Record(
                    bytes: Array(bytes),
                    number: count,
                    location: location,
                    listPointer: "",
                    isTruncated: Self.mayBeTruncated(bytes)
                )
            }
            try window.check(window.start..<window.scanned)
            return nil
        }

        /// True if a value may be incomplete: `12` without white space after it may have been `123`
        /// (§2.4).
        private static func mayBeTruncated(_ text: ArraySlice<UInt8>) -> Bool {
            switch text.last {
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""), 0x0A, 0x20, 0x09, 0x0D:
                false
            default: true
            }
        }
    }
}
