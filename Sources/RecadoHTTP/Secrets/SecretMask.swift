// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Replaces the values that have sensitive names.
///
/// All texts are compared by bytes: a mark that combines with a letter or a separator would hide it.
package struct SecretMask: Sendable {
    /// Stands in the place of a value.
    package let text: String
    /// Further sensitive names, for this mask alone.
    private let names: Set<[UInt8]>
    /// How many documents stand around that which is read.
    package var depth = 0

    /// Creates a mask.
    package init(_ text: String, names: Set<String> = []) {
        self.text = text
        self.names = SensitiveNames.keys(of: names)
    }

    /// The mask of texts for people: one character, which no value has by chance.
    package static let ellipsis = SecretMask("…")

    // MARK: - Names

    /// Whether the values under a name are likely to be secrets.
    package func isSensitive(_ name: some StringProtocol) -> Bool {
        isSensitive(Array(name.utf8))
    }

    private func isSensitive(_ name: [UInt8]) -> Bool { SensitiveNames.contains(name, or: names) }

    /// Whether a sensitive name stands somewhere in a text, with escapes or without.
    package func isNamed(in text: [UInt8]) -> Bool {
        guard let readings = EscapedText.readings(of: text) else { return true }
        return readings.contains { reading in
            // Between words of a text, a blank parts names: `a=1 code=2`.
            isSensitive(reading) || isSensitive(reading.map { $0 == 0x20 ? 0x0A : $0 })
        }
    }

    /// Whether a member or an attribute tells the name of the values beside it: `{"name":"pin","value":1}`.
    ///
    /// A title such as “Key West” is no name of others, unless there is a member called value.
    package func isNaming(_ name: String, _ value: String, besideValue: Bool) -> Bool {
        guard let key = SensitiveNames.key(of: name) else { return false }
        let isWord = !value.utf8.contains { " /".utf8.contains($0) }
        let isNaming =
            Naming.always.contains(key) || Naming.words.contains(key) && (isWord || besideValue)
            || Naming.besideValues.contains(key) && besideValue
        return isNaming && isSensitive(value)
    }

    /// Whether a member or an attribute is called value.
    package static func isValue(_ name: String) -> Bool {
        SensitiveNames.key(of: name).map(Naming.values.contains) ?? false
    }

    private enum Naming {
        static let always = SensitiveNames.keys(of: ["key"])
        static let words = SensitiveNames.keys(of: ["id", "name"])
        static let besideValues = SensitiveNames.keys(of: ["field", "path"])
        static let values = SensitiveNames.keys(of: ["value"])
    }

    // MARK: - Names and values

    /// A query or a form without the values under sensitive names.
    package func pairs(_ text: some StringProtocol) -> String {
        masked(text) { $0 == UInt8(ascii: "&") }
    }

    /// A path without the values under sensitive names, as in `/films;token=1`.
    package func path(_ text: some StringProtocol) -> String {
        // Most paths have no values.
        guard text.utf8.contains(where: { $0 == Self.equals || $0 == Self.percent }) else {
            return String(text)
        }
        return masked(text) { "/;".utf8.contains($0) }
    }

    private func masked(
        _ text: some StringProtocol,
        _ isSeparator: (UInt8) -> Bool
    ) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var start = 0
        for end in 0...bytes.count where end == bytes.count || isSeparator(bytes[end]) {
            let piece = Array(bytes[start..<end])
            let shown = masked(piece)
            output += shown
            // A document that is not escaped may go on behind the separator.
            if shown != piece, piece.contains(where: Self.isMark) { break }
            if end < bytes.count { output.append(bytes[end]) }
            start = end + 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A name with its value; each equals sign may be the one between them, plain or escaped.
    ///
    /// Some servers read `/films%3Ftoken=1` as a query, and a value may be an address with one.
    private func masked(_ pair: [UInt8]) -> [UInt8] {
        if holdsDocument(pair) {
            let name = pair.prefix { $0 != Self.equals }
            guard name.count < pair.count, !hasMarks(Array(name)) else { return Array(text.utf8) }
            return name + [Self.equals] + text.utf8
        }
        var start = 0
        var index = 0
        while index < pair.count {
            guard let length = Self.lengthOfEquals(pair, index) else {
                index += 1
                continue
            }
            let name = Array(pair[start..<index])
            index += length
            if isSensitive(escaped: name) { return Array(pair[..<index]) + text.utf8 }
            start = index
        }
        return pair
    }

    /// Whether a name is sensitive, however often it is escaped; one that cannot be read may be any.
    private func isSensitive(escaped name: [UInt8]) -> Bool {
        guard let readings = EscapedText.readings(of: name), let last = readings.last,
            String(validating: last, as: UTF8.self) != nil
        else { return true }
        return readings.contains { isSensitive($0) }
    }

    // MARK: - Documents in values

    /// Whether a value may be JSON or XML in which a sensitive name stands.
    package func holdsDocument(_ value: [UInt8]) -> Bool {
        hasMarks(value) && isNamed(in: value)
    }

    /// Whether a text has marks of JSON or XML, with escapes or without.
    private func hasMarks(_ text: [UInt8]) -> Bool {
        guard text.contains(where: { Self.isMark($0) || "%&\\".utf8.contains($0) }) else {
            return false
        }
        guard let readings = EscapedText.readings(of: text) else { return true }
        return readings.contains { $0.contains(where: Self.isMark) }
    }

    private static func isMark(_ byte: UInt8) -> Bool { "{}<>\"".utf8.contains(byte) }

    // MARK: - Bytes

    /// The length of an equals sign, which may have been escaped several times: `%3D`, `%253D`.
    private static func lengthOfEquals(_ bytes: [UInt8], _ index: Int) -> Int? {
        if bytes[index] == equals { return 1 }
        guard bytes[index] == percent else { return nil }
        var end = index + 1
        while bytes[end...].starts(with: "25".utf8) { end += 2 }
        let sign = bytes[end...].prefix(2).map(\.lowercased)
        return sign.elementsEqual("3d".utf8) ? end + 2 - index : nil
    }

    private static let equals = UInt8(ascii: "=")
    private static let percent = UInt8(ascii: "%")
}
