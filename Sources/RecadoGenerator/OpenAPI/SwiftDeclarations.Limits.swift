// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SwiftDeclarations {
    /// The limits on the size of a description and its declarations.
    ///
    /// The target of a reference is read for each use, so a short description may cause a lot of
    /// work.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of declared types: 50 000 by default, because the largest services
        /// have about ten thousand.
        public var types = 50_000
        /// The maximum number of declared members, values, choices, parameters and answers: 1 000
        /// 000 by default, because the largest services have several hundred thousand.
        ///
        /// If a schema is part of several schemas, its members count for each of them.
        public var members = 1_000_000
        /// The maximum number of bytes of text that are read: 256 MiB by default, several times
        /// the text of the largest descriptions.
        ///
        /// The target of a reference counts again for each use.
        public var text = 256 << 20
        /// The maximum size of the declarations in bytes; 64 MiB by default, several times the
        /// size that the largest services need.
        public var bytes = 64 << 20

        /// Creates the default limits.
        public init() {}
    }
}
