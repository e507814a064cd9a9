// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The limits of a document that is read as a stream.
    public struct StreamOptions: Sendable, Hashable {
        /// The bytes of one element, and of any other token between two elements; 16 MiB by
        /// default.
        ///
        /// This is about the most that is held in memory, however long the document is. The bytes
        /// are counted in UTF-8.
        public var elementBytes = 1 << 24

        /// The number of elements; unlimited by default, since only one is held at a time.
        public var elements: Int = .max

        /// Creates the default options.
        public init() {}
    }
}
