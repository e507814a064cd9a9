// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The JSON format (RFC 8259): how it is read and how it is written.
///
/// A value of this type is a set of choices; it holds no state and may be shared and reused.
///
/// ```swift
/// let films = try JSON().decode([Film].self, from: body)
/// ```
///
/// Reading is strict and complete: a document is checked to its last byte before the model sees any
/// of it. So an error in a member that the model skips is still an error.
public struct JSON: DocumentFormat, ModelFormat {
    /// The sizes beyond which a document is refused.
    public var limits = Limits()

    /// The treatment of objects that hold the same key twice; the first member wins by default.
    ///
    /// Foundation also takes the first, and a program that checked the document earlier most likely
    /// did so too.
    public var duplicateKeys: DuplicateKeys = .first

    /// True if output is broken into lines and indented by two spaces; `false` by default.
    public var isPretty = false

    /// True if the members of objects are written in the order of their keys; `false` by default.
    ///
    /// Without it members keep the order in which the model encodes them, which is the order of
    /// declaration for synthesized models.
    public var sortsKeys = false

    /// The strategies for writing and reading values where JSON leaves a choice.
    public var strategies = CodingStrategies()

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates the default choices: strict, default limits, the first
    /// duplicate wins, compact output.
    public init() {}

    /// The sizes beyond which a document is refused.
    public struct Limits: Sendable, Hashable {
        /// The bytes of a document; 1 GiB by default.
        ///
        /// A server limits the bytes that it reads from the network long before. This limit
        /// protects the offsets in the document, which have 32 bits; a value of 2 GiB or more
        /// counts as 2 GiB less one byte.
        public var bytes = 1 << 30

        /// The levels of nesting on reading and writing; 512 by default.
        ///
        /// Real documents are not as deep, and a release build can decode a recursive model at this
        /// depth on the 512 KiB stack of a secondary thread.
        public var depth = 512

        /// The values and keys of a document; 64 million by default, which take 1 GiB of memory.
        public var nodes = 1 << 26

        /// Creates the default limits.
        public init() {}
    }

    /// The treatment of objects that hold the same key twice.
    public enum DuplicateKeys: Sendable, Hashable {
        /// The first member counts, the others are ignored.
        case first
        /// The last member counts, the others are ignored.
        case last
        /// The document is refused.
        case refuse
    }
}
