// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Patterns and formats that texts must have.
    ///
    /// Patterns are not analysed: any other pattern than before counts as narrower.
    static let inputPattern = ComparisonRule(
        "input pattern changed",
        .input { pair in
            ["pattern", "format"].compactMap { key in
                guard let new = pair.new.value[key]?.stringValue,
                    new != pair.old.value[key]?.stringValue
                else { return nil }
                let isNumber = !pair.new.types.isDisjoint(with: ["integer", "number"])
                // Formats such as `int32` state how numbers are stored; ranges state which ones are
                // accepted.
                if key == "format", isNumber { return nil }
                return (.breaking, "", "the \(key) is “\(new.prefix(200))” now")
            }
        }
    )
}
