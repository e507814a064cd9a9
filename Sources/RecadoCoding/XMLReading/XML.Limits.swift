// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// The sizes beyond which a document is refused.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of a document in bytes; 1 GiB by default.
        ///
        /// A server has a much lower limit for the content that it accepts. This limit exists
        /// because offsets in a document have 32 bits; a value of 2 GiB or more counts as 2 GiB
        /// minus one byte.
        public var bytes = 1 << 30

        /// The maximum nesting depth of elements; 256 by default, as in libxml2.
        public var depth = 256

        /// The maximum number of values and names in a document; 64 million by default, which take
        /// 1 GiB of memory.
        public var nodes = 1 << 26

        /// The maximum length of a name in bytes; 1 000 by default.
        ///
        /// Names in real documents are short, because they come from a fixed vocabulary.
        public var nameBytes = 1_000

        /// The maximum number of attributes of an element, including namespace declarations and
        /// defaults; 1 000 by default.
        public var attributes = 1_000

        /// The maximum size in bytes of a text, an attribute's value, a comment or a processing
        /// instruction; 64 MiB by default.
        ///
        /// This is enough for a large file in Base64.
        public var textBytes = 1 << 26

        /// The maximum number of different namespaces and prefixes in a document; 1 000 by default,
        /// at most 32 000.
        public var namespaces = 1_000

        /// The maximum nesting depth of entities; 20 by default.
        public var entityDepth = 20

        /// The maximum factor by which entities and default attributes may expand a document; 100
        /// by default.
        ///
        /// Each reference and each default attribute counts as 20 extra bytes, because handling it
        /// takes time even if it adds little text.
        public var amplification = 100

        /// The expanded size in bytes up to which ``amplification`` is not checked; 8 MiB by
        /// default, as in expat.
        public var amplificationThreshold = 1 << 23

        /// Creates the default limits.
        public init() {}
    }
}
