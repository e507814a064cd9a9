// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The limits of a stream of JSON values, and its choices.
    public struct StreamOptions: Sendable, Hashable {
        /// The bytes of one value; 16 MiB by default.
        ///
        /// This is the most that is held in memory, however long the stream is.
        public var valueBytes = 1 << 24

        /// The number of values; unlimited by default, since only one is held at a time.
        public var values: Int = .max

        /// True if lines without a value are refused; `false` by default, when they are skipped.
        public var refusesBlankLines = false

        /// Creates the default options.
        public init() {}
    }
}

extension JSON.StreamOptions {
    func makeWindow() -> ByteWindow {
        ByteWindow(maximumBytes: valueBytes, of: "a value", lines: .feeds)
    }

    /// Refuses a value beyond the largest number of values.
    func check(valueNumber: Int, at location: StreamLocation) throws(CodingError) {
        guard valueNumber > values else { return }
        let place = location.failurePlace
        throw CodingError(.tooLarge, "expected at most \(values) values", place: place)
    }
}
