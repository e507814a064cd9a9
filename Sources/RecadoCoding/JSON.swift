// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The JSON format (RFC 8259): how it is read and how it is written.
///
/// A value of this type holds only settings, no state, and can be shared and reused.
///
/// ```swift
/// let films = try JSON().decode([Film].self, from: body)
/// ```
///
/// Reading is strict: the whole document is checked before the model is decoded, so a syntax error
/// in a member that the model skips is still an error.
public struct JSON: DocumentFormat, ModelFormat {
    /// The sizes beyond which a document is refused.
    public var limits = Limits()

    /// The handling of objects that hold the same key twice; the first member wins by default.
    ///
    /// Foundation also uses the first member. A program that has checked the document before has
    /// most likely checked the first member too, so the checked member is also the decoded member.
    public var duplicateKeys: DuplicateKeys = .first

    /// True if output is broken into lines and indented by two spaces; `false` by default.
    public var isPretty = false

    /// True if the members of objects are written in the order of their keys; `false` by default.
    ///
    /// If it is false, members keep the order in which the model encodes them; for synthesized
    /// models, this is the order of declaration.
    public var sortsKeys = false

    /// The strategies for writing and reading values that JSON can represent in more than one way.
    public var strategies = CodingStrategies()

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format with the default settings: default limits, the first of two equal keys, and
    /// compact output.
    public init() {}

    /// The sizes beyond which a document is refused.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of a document in bytes; 1 GiB by default.
        ///
        /// A server has a much lower limit for the content that it accepts. This limit exists
        /// because offsets in a document have 32 bits; a value of 2 GiB or more counts as 2 GiB
        /// minus one byte.
        public var bytes = 1 << 30

        /// The maximum nesting depth on reading and writing; 512 by default.
        ///
        /// Real documents are less deep, and at this depth a release build can still decode a
        /// recursive model on the 512 KiB stack of a secondary thread.
        public var depth = 512

        /// The maximum number of values and keys in a document; 64 million by default, which take 1
        /// GiB of memory.
        public var nodes = 1 << 26

        /// Creates the default limits.
        public init() {}
    }

    /// The handling of objects that hold the same key twice.
    public enum DuplicateKeys: Sendable, Hashable {
        /// The first member is used and the others are ignored.
        case first
        /// The last member is used and the others are ignored.
        case last
        /// The document is refused.
        case refuse
    }
}
