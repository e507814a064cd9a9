// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The limits of a document that is read as a stream.
    public struct StreamOptions: Sendable, Hashable {
        /// The bytes of one element, and of whatever else stands between two; 16 MiB by default.
        ///
        /// About so much is held in memory at most, however long the document
        /// is. They are counted in UTF-8.
        public var elementBytes: Int

        /// The number of elements; unlimited by default, for only one is held at a time.
        public var elements: Int

        /// Creates the default options.
        public init() {
            elementBytes = 1 << 24
            elements = .max
        }
    }
}
