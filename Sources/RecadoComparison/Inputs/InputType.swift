// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports types of values that the new version refuses.
    static let inputType = ComparisonRule(
        "input type narrowed",
        .input { pair in
            var findings = pair.removedChoices.map { ("\($0) is no longer taken") }
            if pair.old.isNullable, !pair.new.isNullable {
                findings.append("null is no longer taken")
            }
            if !accepts(pair.new.types, pair.old.types) {
                findings.append("\(words(pair.new.types)) is taken, not \(words(pair.old.types))")
            }
            return findings.map { (.breaking, "", $0) }
        }
    )

    /// True if the first types include every value of the second types; an empty set means any
    /// type.
    static func accepts(_ types: Set<String>, _ others: Set<String>) -> Bool {
        if types.isEmpty { return true }
        if others.isEmpty { return false }
        return others.subtracting(types.contains("number") ? ["integer"] : [])
            .isSubset(of: types)
    }

    static func words(_ types: Set<String>) -> String {
        types.isEmpty ? "any value" : types.sorted().joined(separator: " or ")
    }
}
