// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports values of an enumeration that the new version refuses.
    static let inputChoices = ComparisonRule(
        "input choices narrowed",
        .input { pair in
            guard let new = pair.new.choices else { return [] }
            let shown = new.sorted().prefix(20).joined(separator: ", ")
            guard let old = pair.old.choices else {
                return [(.breaking, "", "only \(shown) is taken")]
            }
            return old.subtracting(new).sorted().map {
                (.breaking, "", "\($0) is no longer taken")
            }
        }
    )
}
