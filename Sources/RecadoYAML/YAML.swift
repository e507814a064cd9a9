// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

/// Documents in YAML 1.2, read as values, such as service descriptions and configuration files.
///
/// ```swift
/// let value = try YAML().value(from: bytes)
/// value["info"]?["title"]
/// ```
///
/// Scalars without quotes are read by the core schema: `true`, `12`, `1.5` and `null` are a
/// Boolean, numbers and null; `yes` and dates are texts. Keys are always texts. An alias is
/// replaced by a copy of its target, and `<<` merges the members of other mappings. Tags other than
/// those of the core schema are ignored.
public struct YAML: Sendable {
    /// The limits on documents that are read.
    public struct Limits: Sendable, Hashable {
        /// The maximum size in bytes of a document, and of the texts that its aliases expand to; 64
        /// MiB by default, more than the descriptions of the largest services need.
        public var bytes = 64 << 20
        /// The maximum nesting depth of collections; 256 by default.
        public var depth = 256
        /// The maximum number of values of a document; 4 194 304 by default.
        ///
        /// An alias counts as all the values that it expands to, so that a few lines cannot become
        /// billions of values.
        public var nodes = 1 << 22

        /// Creates the default limits.
        public init() {}
    }

    /// A document, with the spelling of its scalars.
    ///
    /// `version: 1.10` may be meant as a number or as a text: it is `1.10` in `value` and `"1.10"`
    /// in `written`.
    public struct Document: Sendable, Hashable {
        /// The values by the core schema.
        public let value: Value
        /// The same document with every scalar as the text that was written, without its quotes.
        public let written: Value
    }

    /// The limits on the documents that are read.
    public var limits = Limits()

    /// The rule for mappings that contain the same key twice; they are refused by default, as YAML
    /// 1.2.2 §3.2.1.1 says.
    public var duplicateKeys = JSON.DuplicateKeys.refuse

    /// Creates a reader with the default limits.
    public init() {}

    /// Reads a text that contains one document.
    ///
    /// - Parameter bytes: The text, in UTF-8 or UTF-16.
    /// - Returns: The value; null for an empty text.
    /// - Throws: `CodingError`, with the line if it is known, when the text is not YAML, has more
    ///   than one document or exceeds a limit, or when a mapping repeats a key and
    ///   ``duplicateKeys`` does not allow that.
    public func value(from bytes: some Collection<UInt8>) throws(CodingError) -> Value {
        try node(from: bytes, keepingTexts: false).value
    }

    /// Reads a text that contains one document, and keeps the spelling of its scalars.
    ///
    /// - Parameter bytes: The text, in UTF-8 or UTF-16.
    /// - Returns: The document; null for an empty text.
    /// - Throws: The errors of ``value(from:)``.
    public func document(
        from bytes: some Collection<UInt8>
    ) throws(CodingError) -> Document {
        let node = try node(from: bytes, keepingTexts: true)
        return Document(value: node.value, written: node.written ?? node.value)
    }

    private func node(
        from bytes: some Collection<UInt8>,
        keepingTexts: Bool
    ) throws(CodingError) -> YAMLNode {
        guard bytes.count <= limits.bytes else {
            throw CodingError(.tooLarge, "the document exceeds \(limits.bytes) bytes")
        }
        let events = YAMLEvents(Array(bytes))
        var composer = YAMLComposer(events, limits, duplicateKeys, keepingTexts: keepingTexts)
        return try composer.document()
    }
}
