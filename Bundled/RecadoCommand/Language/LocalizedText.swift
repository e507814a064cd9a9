// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A text that is shown in the user's language.
///
/// The code contains the English text as a literal. The pattern of the text, with `{}` for each
/// value, is the key in ``Translations``; texts without a translation are shown in English:
///
/// ```swift
/// throw .usage("--\(option.name) needs a value <\(placeholder)>")    // --{} needs a value <{}>
/// ```
struct LocalizedText: Sendable, Hashable {
    /// The English text, with `{}` in place of each value.
    let pattern: String
    /// The values that replace the `{}`, in order.
    let values: [String]

    /// True if the text is empty.
    var isEmpty: Bool { text(in: .english).isEmpty }

    /// Returns the text in a language.
    func text(in language: SpokenLanguage) -> String {
        let translated = language == .spanish ? Translations.spanish[pattern] : nil
        return Self.fill(translated ?? pattern, values)
    }

    /// Replaces each `{}` with the next value; `{1}`, `{2}` and so on are replaced with the value
    /// of that number.
    private static func fill(_ pattern: String, _ values: [String]) -> String {
        var text = ""
        var next = 0
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            let inner = rest[open...].dropFirst()
            let digits = inner.prefix { $0.isASCII && $0.isNumber }
            let index = digits.isEmpty ? next : (Int(digits) ?? 0) - 1
            let behind = inner.dropFirst(digits.count)
            guard behind.first == "}", values.indices.contains(index) else {
                text += "{"
                rest = inner
                continue
            }
            text += values[index]
            if digits.isEmpty { next += 1 }
            rest = behind.dropFirst()
        }
        return text + rest
    }
}

extension LocalizedText: CustomStringConvertible {
    /// The text in the language of this process.
    var description: String { text(in: .current) }
}

extension LocalizedText: ExpressibleByStringInterpolation {
    /// Collects the pattern from the literal parts, and the values from the interpolations.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pattern = ""
        fileprivate var values: [String] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            pattern.reserveCapacity(literalCapacity + 2 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { pattern += literal }

        mutating func appendInterpolation<Value>(_ value: Value) {
            pattern += "{}"
            values.append("\(value)")
        }
    }

    init(stringInterpolation: StringInterpolation) {
        self.init(pattern: stringInterpolation.pattern, values: stringInterpolation.values)
    }

    init(stringLiteral text: String) {
        self.init(pattern: text, values: [])
    }

    /// Creates a text that is the same in every language, such as a text of a declaration.
    init(_ text: String) {
        self.init(pattern: "{}", values: [text])
    }
}
