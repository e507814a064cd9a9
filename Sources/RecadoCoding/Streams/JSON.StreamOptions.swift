// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// What is accepted of a stream of JSON values.
    public struct StreamOptions: Sendable, Hashable {
        /// The bytes of one value; 16 MiB by default.
        ///
        /// So much is held in memory at most, however long the stream is.
        public var valueBytes: Int

        /// The number of values; unlimited by default, for only one is held at a time.
        public var values: Int

        /// Whether a line without a value is refused; `false` by default, when it is passed over.
        public var refusesBlankLines: Bool

        /// Creates the default options.
        public init() {
            valueBytes = 1 << 24
            values = .max
            refusesBlankLines = false
        }
    }

    /// One value of a stream as it stands there, and where.
    public struct Record: Sendable, Hashable {
        /// The bytes of the value, perhaps with blanks around them.
        public let bytes: [UInt8]
        /// The number of the value in its stream, from 1.
        public let number: Int
        /// The bytes of the stream before the value.
        public let offset: Int
        /// The line of the stream in which the value begins, from 1.
        public let line: Int
        /// The characters before the value in its line.
        let column: Int
        /// Whether the stream may have been cut off within the value.
        let isTruncated: Bool

        init(
            bytes: [UInt8],
            number: Int,
            place: RecordPlace,
            isTruncated: Bool = false
        ) {
            self.bytes = bytes
            self.number = number
            self.offset = place.offset
            self.line = place.line
            self.column = place.column
            self.isTruncated = isTruncated
        }
    }
}
