// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The limits of a document that is read as a stream.
    public struct StreamOptions: Sendable, Hashable {
        /// The maximum size in bytes of one element, and of any other token; 16 MiB by default.
        ///
        /// About this much is held in memory at most, however long the document is. The bytes are
        /// counted in UTF-8.
        public var elementBytes = 1 << 24

        /// The maximum number of elements; unlimited by default, because only one is in memory at a
        /// time.
        public var elements: Int = .max

        /// Creates the default options.
        public init() {}
    }
}
