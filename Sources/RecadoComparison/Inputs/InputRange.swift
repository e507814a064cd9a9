// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports narrower limits on numbers.
    static let inputRange = ComparisonRule(
        "input range narrowed",
        .input { pair in
            narrowed(pair, least: ["minimum", "exclusiveMinimum"], of: "least")
                + narrowed(pair, greatest: ["maximum", "exclusiveMaximum"], of: "greatest")
                + narrowed(pair, step: "multipleOf")
        }
    )

    private static func narrowed(
        _ pair: SchemaPair,
        step key: String
    ) -> [Finding] {
        guard let new = pair.new.number(key), new != pair.old.number(key) else { return [] }
        return [(.breaking, "", "only multiples of \(shown(new)) are taken")]
    }

    /// Returns the findings for keys whose lower limit is higher in the new version.
    static func narrowed(
        _ pair: SchemaPair,
        least keys: [String],
        of what: String
    ) -> [Finding] {
        keys.compactMap { key in
            guard let new = pair.new.number(key) else { return nil }
            let old = pair.old.number(key)
            guard new > old ?? -.infinity else { return nil }
            return (.breaking, "", words(what, new, old))
        }
    }

    /// Returns the findings for keys whose upper limit is lower in the new version.
    static func narrowed(
        _ pair: SchemaPair,
        greatest keys: [String],
        of what: String
    ) -> [Finding] {
        keys.compactMap { key in
            guard let new = pair.new.number(key) else { return nil }
            let old = pair.old.number(key)
            guard new < old ?? .infinity else { return nil }
            return (.breaking, "", words(what, new, old))
        }
    }

    private static func words(_ what: String, _ new: Double, _ old: Double?) -> String {
        let before = old.map { "it was \(shown($0))" } ?? "there was no limit"
        return "the \(what) is \(shown(new)), \(before)"
    }

    static func shown(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
