// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SwiftDeclarations {
    /// The limits on the size of a description and its declarations.
    ///
    /// The target of a reference is read once for each use, so that a few lines can cause any
    /// amount of work.
    public struct Limits: Sendable, Hashable {
        /// The greatest number of declared types; 50 000 by default, since the largest services
        /// have some ten thousand.
        public var types = 50_000
        /// The greatest number of declared members, values, choices, parameters and answers, where
        /// those of a schema count as often as it is part of another schema; 1 000 000 by default,
        /// since the largest services have some hundred thousand.
        public var members = 1_000_000
        /// The greatest number of bytes of text that are read, where the target of a reference
        /// counts as often as it is used; 256 MiB by default, several times the text of the largest
        /// descriptions.
        public var text = 256 << 20
        /// The greatest size of the declarations in bytes; 64 MiB by default, several times the
        /// size that the largest services need.
        public var bytes = 64 << 20

        /// Creates the default limits.
        public init() {}
    }
}
