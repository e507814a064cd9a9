// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension OutgoingInputs {
    /// Returns the value as the pairs of names and values in a query; a space is encoded as `%20`,
    /// never as `+`.
    static func queryPairs<I: Input>(
        of input: I,
        _ name: String,
        _ lists: ParameterStyle.Lists
    ) throws -> String {
        let pairs: String
        switch ScalarText(input.wrappedValue) {
        case .missing: return ""
        case .text(let text):
            var pair = PercentEncoding.encode(name, keeping: .form)
            pair += "="
            pair += PercentEncoding.encode(text, keeping: .form)
            pairs = pair
        case .other:
            let separator = lists.separator
            let elements = separator == nil ? nil : try elements(of: input, name)
            if let separator, let elements, !elements.isEmpty {
                let prefix = PercentEncoding.encode(name, keeping: .form) + "="
                pairs = prefix + (try joined(elements, name, by: separator))
            } else {
                pairs = try Self.pairs(of: input, name, lists == .brackets ? .brackets : .repeats)
            }
        }
        let hasPlus = pairs.utf8.contains(UInt8(ascii: "+"))
        return hasPlus ? pairs.replacing("+", with: "%20") : pairs
    }

    /// Returns the value as the pairs of names and values in a URL-encoded form, which supports
    /// every type and any nesting.
    private static func pairs<I: Input>(
        of input: I,
        _ name: String,
        _ lists: URLEncodedForm.ArrayStyle
    ) throws -> String {
        var form = URLEncodedForm()
        form.arrays = lists
        let pair = NamedInput(name: name, input: input)
        return String(decoding: try form.encode(pair), as: UTF8.self)
    }

    /// Returns the elements of a list, or a single text for a value that is no list, escaped as in
    /// a form; `nil` for a value with members.
    private static func elements<I: Input>(of input: I, _ name: String) throws -> [Substring]? {
        let pairs = try pairs(of: input, name, .repeats).split(separator: "&")
        let prefix = PercentEncoding.encode(name, keeping: .form) + "="
        guard pairs.allSatisfy({ $0.hasPrefix(prefix) }) else { return nil }
        return pairs.map { $0.dropFirst(prefix.count) }
    }

    /// Joins escaped elements into one value of a query.
    private static func joined(
        _ elements: [Substring],
        _ name: String,
        by separator: Character
    ) throws -> String {
        // A comma within an element is escaped, so that it differs from a separator.
        if separator == "," { return elements.joined(separator: ",") }
        try check(elements.map { PercentEncoding.decodeForm($0) ?? "" }, name, separator)
        let mark = PercentEncoding.encode(String(separator), keeping: .unreserved)
        return elements.joined(separator: mark)
    }

    /// Refuses elements that contain the separator, because a server would split them.
    private static func check(
        _ elements: [String],
        _ name: String,
        _ separator: Character
    ) throws {
        guard elements.contains(where: { $0.contains(separator) }) else { return }
        let reason = "an element has a “\(separator)”, which stands between elements"
        throw InvalidCall(input: name, reason: reason)
    }

    /// Returns the value as a segment of a path, both unescaped and escaped; `nil` for no value.
    static func segment<I: Input>(
        of input: I,
        _ name: String,
        _ lists: ParameterStyle.Lists?
    ) throws -> (text: String, segment: String)? {
        guard let texts = try texts(of: input, name, lists) else { return nil }
        guard let separator = lists?.separator else {
            let text = texts.joined()
            return (text, PercentEncoding.encode(text, keeping: .pathSegment))
        }
        let text = texts.joined(separator: String(separator))
        guard separator == "," else {
            try check(texts, name, separator)
            return (text, PercentEncoding.encode(text, keeping: .pathSegment))
        }
        let segments = texts.map {
            PercentEncoding.encode($0, keeping: .pathSegment).replacing(",", with: "%2C")
        }
        return (text, segments.joined(separator: ","))
    }

    /// Returns the value as one text, such as the value of a field; `nil` for no value.
    static func text<I: Input>(
        of input: I,
        _ name: String,
        _ lists: ParameterStyle.Lists?
    ) throws -> String? {
        guard let texts = try texts(of: input, name, lists) else { return nil }
        guard texts.count > 1, let separator = lists?.separator else { return texts.joined() }
        try check(texts, name, separator)
        return texts.joined(separator: String(separator))
    }

    /// Returns the elements of a list that travels in one text, or the single text of another
    /// value; `nil` for no value.
    private static func texts<I: Input>(
        of input: I,
        _ name: String,
        _ lists: ParameterStyle.Lists?
    ) throws -> [String]? {
        switch ScalarText(input.wrappedValue) {
        case .missing: return nil
        case .text(let text): return [text]
        case .other: break
        }
        guard let elements = try elements(of: input, name),
            elements.count < 2 || lists?.separator != nil
        else { throw InvalidCall(input: name, reason: "a \(I.Value.self) is not one text") }
        return elements.isEmpty ? nil : elements.compactMap { PercentEncoding.decodeForm($0) }
    }
}
