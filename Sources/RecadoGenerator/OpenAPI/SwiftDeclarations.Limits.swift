// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SwiftDeclarations {
    /// The limits on the size of a description and its declarations.
    ///
    /// The target of a reference is read once for each use, so a few lines can stand for any amount
    /// of work.
    public struct Limits: Sendable, Hashable {
        /// The types that are declared; 50 000 by default, as the largest
        /// services have some ten thousand.
        public var types = 50_000
        /// The members, values, choices, parameters and answers of everything that is declared,
        /// those of a schema as often as it is part of another one; 1 000 000 by default, as the
        /// largest services have some hundred thousand.
        public var members = 1_000_000
        /// The bytes of text that are read, those of what is referred to as often as they are used;
        /// 256 MiB by default, several times the text of the largest descriptions.
        public var text = 256 << 20
        /// The bytes of the declarations; 64 MiB by default, several times
        /// what the largest services need.
        public var bytes = 64 << 20

        /// Creates the default limits.
        public init() {}
    }
}
