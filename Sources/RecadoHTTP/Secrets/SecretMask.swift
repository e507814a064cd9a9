// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Replaces the values of sensitive names in text that is logged or shown.
///
/// ```swift
/// SecretMask.ellipsis.address("/films?apikey=s3cret")    // /films?apikey=…
/// ```
///
/// Text is compared by bytes, because a comparison of characters would miss a letter or a separator
/// that is followed by a combining mark.
public struct SecretMask: Sendable {
    /// The text that replaces a value.
    package let text: String
    /// The additional sensitive names of this mask.
    private let names: Set<[UInt8]>
    /// The number of documents in which the current text is nested.
    package var depth = 0

    /// Creates a mask.
    ///
    /// - Parameters:
    ///   - text: The text that replaces secrets.
    ///   - names: Sensitive names in addition to the built-in list, which contains `password` and
    ///     the like; none by default.
    public init(_ text: String, names: Set<String> = []) {
        self.text = text
        self.names = SensitiveNames.keys(of: names)
    }

    /// The mask for text that people read: one character, which values are unlikely to hold.
    public static let ellipsis = SecretMask("…")

    // MARK: - Names

    /// True if the values of a name are likely to be secrets.
    package func isSensitive(_ name: some StringProtocol) -> Bool {
        isSensitive(Array(name.utf8))
    }

    private func isSensitive(_ name: [UInt8]) -> Bool { SensitiveNames.contains(name, or: names) }

    /// True if a sensitive name occurs anywhere in a text, escaped or not.
    package func isNamed(in text: [UInt8]) -> Bool {
        guard let readings = EscapedText.readings(of: text) else { return true }
        return readings.contains { isSensitive(words: $0) }
    }

    /// True if a name is sensitive, however often it is escaped; a name that cannot be read counts
    /// as sensitive.
    func isSensitive(escaped name: [UInt8]) -> Bool {
        guard let readings = EscapedText.readings(of: name), let last = readings.last,
            String(validating: last, as: UTF8.self) != nil
        else { return true }
        return readings.contains { isSensitive(words: $0) }
    }

    /// True if a name or one of its words is sensitive: in text, a space may precede a name, as in
    /// `a=1 code=2`.
    private func isSensitive(words name: [UInt8]) -> Bool {
        isSensitive(name)
            || name.contains(0x20) && isSensitive(name.map { $0 == 0x20 ? 0x0A : $0 })
    }

    // MARK: - Names in values

    /// True if a member or an attribute holds the sensitive name of the values beside it:
    /// `{"name":"pin","value":1}`.
    ///
    /// The value of `name` or `id` counts only if it is a single word, unlike “Key West”, or if
    /// there is also a member or an attribute called `value`.
    package func namesSensitiveValue(_ name: String, _ value: String, besideValue: Bool) -> Bool {
        guard let key = SensitiveNames.key(of: name) else { return false }
        let isName =
            Naming.always.contains(key)
            || Naming.words.contains(key) && (Self.isWord(value) || besideValue)
            || Naming.besideValues.contains(key) && besideValue
        return isName && isSensitive(value)
    }

    /// True if an element of an array is the sensitive name of the next element: `["pin",1]`.
    package func namesNextValue(_ element: String) -> Bool {
        Self.isWord(element) && isSensitive(element)
    }

    private static func isWord(_ text: String) -> Bool {
        !text.utf8.contains { " /".utf8.contains($0) }
    }

    /// True if a member or an attribute is called `value`.
    package static func isValue(_ name: String) -> Bool {
        SensitiveNames.key(of: name).map(Naming.values.contains) ?? false
    }

    private enum Naming {
        static let always = SensitiveNames.keys(of: ["key"])
        static let words = SensitiveNames.keys(of: ["id", "name"])
        static let besideValues = SensitiveNames.keys(of: ["field", "header", "path", "type"])
        static let values = SensitiveNames.keys(of: ["value"])
    }

    // MARK: - Documents in values

    /// True if a value may be JSON or XML in which a sensitive name occurs.
    package func holdsDocument(_ value: [UInt8]) -> Bool {
        hasMarks(value) && isNamed(in: value)
    }

    /// True if a text has marks of JSON or XML (`{`, `}`, `<`, `>` or `"`), escaped or not.
    func hasMarks(_ text: [UInt8]) -> Bool {
        guard text.contains(where: { Self.isMark($0) || "%&\\".utf8.contains($0) }) else {
            return false
        }
        guard let readings = EscapedText.readings(of: text) else { return true }
        return readings.contains { $0.contains(where: Self.isMark) }
    }

    static func isMark(_ byte: UInt8) -> Bool { "{}<>\"".utf8.contains(byte) }
}
