// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports values of an enumeration that only the new version sends.
    static let outputChoices = ComparisonRule(
        "output choices widened",
        .output { pair in
            guard let old = pair.old.choices else { return [] }
            guard let new = pair.new.choices else {
                return [(.breaking, "", "values are answered that are not listed")]
            }
            return new.subtracting(old).sorted().map {
                (.breaking, "", "\($0) is answered as well")
            }
        }
    )
}
