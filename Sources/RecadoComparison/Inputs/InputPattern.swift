// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Reports patterns and formats of strings that are new or changed.
    ///
    /// Patterns are not analyzed: every changed pattern counts as narrower.
    static let inputPattern = ComparisonRule(
        "input pattern changed",
        .input { pair in
            ["pattern", "format"].compactMap { key in
                guard let new = pair.new.value[key]?.stringValue,
                    new != pair.old.value[key]?.stringValue
                else { return nil }
                let isNumber = !pair.new.types.isDisjoint(with: ["integer", "number"])
                // For numbers, formats such as `int32` only state the storage; ranges limit the
                // values.
                if key == "format", isNumber { return nil }
                return (.breaking, "", "the \(key) is “\(new.prefix(200))” now")
            }
        }
    )
}
