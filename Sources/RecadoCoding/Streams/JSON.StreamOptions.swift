// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The limits and options of a stream of JSON values.
    public struct StreamOptions: Sendable, Hashable {
        /// The maximum size of one value in bytes; 16 MiB by default.
        ///
        /// No more than this is held in memory, however long the stream is.
        public var valueBytes = 1 << 24

        /// The maximum number of values; unlimited by default, because only one value is in memory
        /// at a time.
        public var values: Int = .max

        /// True if blank lines are an error; if `false`, the default, they are skipped.
        public var refusesBlankLines = false

        /// Creates the default options.
        public init() {}
    }
}

extension JSON.StreamOptions {
    func makeWindow() -> ByteWindow {
        ByteWindow(maximumBytes: valueBytes, of: "a value", lines: .feeds)
    }

    /// Throws if the number of a value exceeds the limit.
    func check(valueNumber: Int, at location: StreamLocation) throws(CodingError) {
        guard valueNumber > values else { return }
        let place = location.failurePlace
        throw CodingError(.tooLarge, "expected at most \(values) values", place: place)
    }
}
