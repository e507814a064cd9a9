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
            pairs = lists.separator.map { joined(separate, name, by: $0) } ?? separate
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

    /// The elements of a list, which are escaped, in one pair.
    private static func joined(
        _ pairs: String,
        _ name: String,
        by separator: Character
    ) -> String {
        let prefix = PercentEncoding.encode(name, keeping: .form) + "="
        let elements = pairs.split(separator: "&")
        guard !elements.isEmpty, elements.allSatisfy({ $0.hasPrefix(prefix) }) else { return pairs }
        let mark =
            separator == "," ? "," : PercentEncoding.encode(String(separator), keeping: .unreserved)
        return prefix + elements.map { $0.dropFirst(prefix.count) }.joined(separator: mark)
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
        return texts.joined(separator: separator.map { String($0) } ?? "")
    }
}
