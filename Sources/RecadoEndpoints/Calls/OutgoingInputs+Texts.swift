// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension OutgoingInputs {
    /// The value as pairs of a query, in which a blank is never written as `+`.
    static func queryPairs<I: Input>(
        of input: I,
        _ name: String,
        _ lists: ParameterStyle.Lists
    ) throws -> String {
        let pairs: String
        switch PlainInput(input.wrappedValue) {
        case .missing: return ""
        case .text(let text):
            var pair = PercentEncoding.encode(name, keeping: .form)
            pair += "="
            pair += PercentEncoding.encode(text, keeping: .form)
            pairs = pair
        case .other:
            let separate = try Self.pairs(
                of: input,
                name,
                lists == .brackets ? .brackets : .repeats
            )
            pairs = try joined(separate, name, by: lists.separator)
        }
        let hasPlus = pairs.utf8.contains(UInt8(ascii: "+"))
        return hasPlus ? pairs.replacing("+", with: "%20") : pairs
    }

    /// The value as pairs of a URL-encoded form, which knows every type and every nesting.
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

    /// The elements of a list, which are escaped, in one pair; the pairs as they are without a separator.
    private static func joined(
        _ pairs: String,
        _ name: String,
        by separator: Character?
    ) throws -> String {
        guard let separator else { return pairs }
        let prefix = PercentEncoding.encode(name, keeping: .form) + "="
        let elements = pairs.split(separator: "&")
        guard !elements.isEmpty, elements.allSatisfy({ $0.hasPrefix(prefix) }) else { return pairs }
        let mark =
            separator == "," ? "," : PercentEncoding.encode(String(separator), keeping: .unreserved)
        let texts = elements.map { $0.dropFirst(prefix.count) }
        // A comma within an element is escaped, and told from one between two.
        let isDoubtful = separator != "," && texts.contains { has(separator, $0) }
        guard !isDoubtful else { throw InvalidCall(input: name, reason: Self.reason(separator)) }
        return prefix + texts.joined(separator: mark)
    }

    private static func has(_ separator: Character, _ escaped: Substring) -> Bool {
        PercentEncoding.decodeForm(escaped)?.contains(separator) != false
    }

    private static func reason(_ separator: Character) -> String {
        "an element has a “\(separator)”, which stands between elements"
    }

    /// The value as one text; `nil` for no value.
    static func text<I: Input>(
        of input: I,
        _ name: String,
        _ lists: ParameterStyle.Lists?
    ) throws -> String? {
        switch PlainInput(input.wrappedValue) {
        case .missing: return nil
        case .text(let text): return text
        case .other: break
        }
        let pairs = try pairs(of: input, name, .repeats)
        guard !pairs.isEmpty else { return nil }
        let prefix = PercentEncoding.encode(name, keeping: .form) + "="
        let elements = pairs.split(separator: "&")
        let separator = lists?.separator
        guard elements.allSatisfy({ $0.hasPrefix(prefix) }), elements.count == 1 || separator != nil
        else {
            throw InvalidCall(input: name, reason: "a \(I.Value.self) is not one text")
        }
        let texts = elements.compactMap { PercentEncoding.decodeForm($0.dropFirst(prefix.count)) }
        guard let separator else { return texts.joined() }
        guard texts.count < 2 || !texts.contains(where: { $0.contains(separator) }) else {
            throw InvalidCall(input: name, reason: reason(separator))
        }
        return texts.joined(separator: String(separator))
    }
}
