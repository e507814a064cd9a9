// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension ComparisonRule {
    /// Reports members and values that may be missing only in the new version.
    static let outputPresence = ComparisonRule(
        "output may be missing",
        .output { pair in
            let loose = pair.old.required.subtracting(pair.new.required)
                .filter { pair.new.members[$0] != nil }.sorted()
            let null = pair.new.isNullable && !pair.old.isNullable
            return loose.map { (.breaking, $0, "the member may be missing") }
                + (null ? [(.breaking, "", "null may be answered")] : [])
        }
    )
}
