// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PatternNode {
    /// An expression that matches any text.
    private static let anything = "[\\s\\S]*"

    /// Returns the expression in the grammar of XML Schema (part 2, appendix F), whose expressions
    /// match whole texts.
    ///
    /// - Parameter isAnchored: Two flags, true if the expression is anchored at the beginning and
    ///   at the end.
    /// - Returns: The expression; `nil` if it matches no text of XML, or every text.
    func xmlSchema(isAnchored: [Bool]) -> String? {
        guard isAnchored.count == 2, let body = xmlSchema() else { return nil }
        if isAnchored[0], isAnchored[1] { return body == Self.anything ? nil : body }
        if case .sequence(let parts) = self, parts.isEmpty { return nil }
        let isChoice = if case .choice = self { true } else { false }
        return (isAnchored[0] ? "" : Self.anything)
            + (isChoice ? "(\(body))" : body)
            + (isAnchored[1] ? "" : Self.anything)
    }

    private func xmlSchema() -> String? {
        switch self {
        case .set(let set): return set.xmlSchema
        case .sequence(let parts):
            let texts = parts.map { part in
                if case .choice = part {
                    part.xmlSchema().map { "(\($0))" }
                } else {
                    part.xmlSchema()
                }
            }
            return texts.contains(nil) ? nil : texts.compactMap(\.self).joined()
        case .choice(let parts):
            let texts = parts.compactMap { $0.xmlSchema() }
            return texts.isEmpty ? nil : texts.joined(separator: "|")
        case .repeated(let part, let least, let most):
            guard let text = part.xmlSchema() else { return least == 0 ? "" : nil }
            let isOne = if case .set = part { true } else { false }
            return (isOne ? text : "(\(text))") + Self.count(least, most)
        }
    }

    private static func count(_ least: Int, _ most: Int?) -> String {
        switch (least, most) {
        case (0, nil): "*"
        case (1, nil): "+"
        case (0, 1): "?"
        case (_, nil): "{\(least),}"
        case (_, let most?): least == most ? "{\(least)}" : "{\(least),\(most)}"
        }
    }
}

extension ScalarSet {
    /// The set as a class of XML Schema; `nil` if it contains no character that XML allows.
    fileprivate var xmlSchema: String? {
        let members = intersection(.xmlCharacters)
        guard !members.ranges.isEmpty else { return nil }
        let others = inverted.intersection(.xmlCharacters)
        if others.ranges.isEmpty { return "[\\s\\S]" }
        if members.ranges.count == 1, members.ranges[0].count == 1 {
            return Self.name(members.ranges[0].lowerBound)
        }
        return others.ranges.count < members.ranges.count
            ? "[^\(others.rangeNames)]" : "[\(members.rangeNames)]"
    }

    private var rangeNames: String {
        ranges.map { range in
            let (low, high) = (Self.name(range.lowerBound), Self.name(range.upperBound))
            return range.count == 1 ? low : range.count == 2 ? low + high : "\(low)-\(high)"
        }.joined()
    }

    private static func name(_ value: UInt32) -> String {
        switch value {
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        default: break
        }
        guard let scalar = Unicode.Scalar(value) else { return "" }
        let isSyntax = "\\|.?*+(){}[]-^".unicodeScalars.contains(scalar)
        return (isSyntax ? "\\" : "") + String(Character(scalar))
    }
}
