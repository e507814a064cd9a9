// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The sizes beyond which a document is refused.
    public struct Limits: Sendable, Hashable {
        /// The bytes of a document; 1 GiB by default.
        ///
        /// A server limits the bytes that it reads from the network long before. This limit
        /// protects the offsets in the document, which have 32 bits; a value of 2 GiB or more
        /// counts as 2 GiB less one byte.
        public var bytes = 1 << 30

        /// The levels of nested elements; 256 by default, as in libxml2.
        public var depth = 256

        /// The values and names of a document; 64 million by default, which take 1 GiB of memory.
        public var nodes = 1 << 26

        /// The bytes of a name; 1 000 by default.
        ///
        /// Names come from a vocabulary: those in real documents are short.
        public var nameBytes = 1_000

        /// The attributes of an element, with declarations of namespaces
        /// and defaults; 1 000 by default.
        public var attributes = 1_000

        /// The bytes of a text, an attribute's value, a comment or an
        /// instruction; 64 MiB by default.
        ///
        /// This is enough for a file in Base64 within an element.
        public var textBytes = 1 << 26

        /// The number of different namespaces and prefixes in a document; 1 000 by default, at most
        /// 32 000.
        public var namespaces = 1_000

        /// The levels of entities within entities; 20 by default.
        public var entityDepth = 20

        /// The factor by which entities and defaults of attributes may make a document longer than
        /// its source; 100 by default.
        ///
        /// Each reference and each default counts 20 bytes in addition to its own, for the time
        /// that it takes.
        public var amplification = 100

        /// The number of bytes up to which any amplification is allowed; 8 MiB by default, as in
        /// expat.
        public var amplificationThreshold = 1 << 23

        /// Creates the default limits.
        public init() {}
    }
}
